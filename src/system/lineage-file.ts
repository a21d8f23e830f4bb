import { join } from 'node:path';
import { KnownError } from '../errors.ts';
import { emptyMemory, type LineageMemory } from '../lineage/lineage-memory.ts';
import { formatMemory, type ParsedMemory, parseMemory } from '../lineage/parse-memory.ts';
import type { LedgerFiles } from './files.ts';

const NAME = 'lineage.json';
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * What earlier runs of this boot remember, from the state folder. A file that is not usable counts as none and is named: it
 * could only have added evidence, so nothing is signalled for want of it.
 */
export function loadLineage(files: LedgerFiles, folder: string, bootId: string | null): ParsedMemory {
  const path = join(folder, NAME);
  try {
    const file = files.openRead(path);
    if (file === null) return { memory: emptyMemory(bootId), problem: null };
    try {
      const size = file.size();
      if (size > MOST_BYTES) return unusable(bootId, path, `expected at most ${MOST_BYTES} bytes, got ${size}`);
      const parsed = parseMemory(new TextDecoder().decode(file.read(0, size)), bootId);
      return parsed.problem === null ? parsed : unusable(bootId, path, parsed.problem);
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof KnownError) return unusable(bootId, path, error.message);
    throw error;
  }
}

/**
 * Keeps the memory for the next run, in one step. That it cannot be kept must not hide what this run has seen and done.
 * @returns why it was not written; null: it was
 */
export function saveLineage(files: LedgerFiles, folder: string, memory: LineageMemory): string | null {
  try {
    files.replace(join(folder, NAME), new TextEncoder().encode(formatMemory(memory)));
    return null;
  } catch (error) {
    if (error instanceof KnownError) return error.message;
    throw error;
  }
}

function unusable(bootId: string | null, path: string, why: string): ParsedMemory {
  return { memory: emptyMemory(bootId), problem: `${path} is not used: ${why}; what earlier scans saw is forgotten` };
}
