import type { Finding } from '../policy/finding.ts';
import { dialectOf } from '../shell/argv-shell.ts';
import { type Forest, isDead } from './forest.ts';
import { isNamedIn } from './named-child.ts';
import type { ProcessRecord } from './process-record.ts';
import { bareName, programPathOf } from './program-path.ts';

/** Three spinners on two cores show 0.32 to 0.48 of a core each; a shell that waits for its children shows next to none. */
const SPINNING_SHARE = 0.2;
/** Below this an average says nothing. */
const YOUNGEST_SECONDS = 30;

/**
 * Why a shell whose command line shows no loop looks like one all the same (its program came by a pipe, a variable, a file
 * that cannot be read); null: it does not. It spins when the shell *itself* burns CPU (a build's is burnt by its children),
 * and polls when all it waits for is a short sleep, much younger than itself, that its command line knows nothing of.
 * @param stated what its command line says for the process; then that is what it is held to
 */
export function looksLikeRunaway(
  record: ProcessRecord,
  { stated, command }: { readonly stated: readonly Finding[]; readonly command: string },
  forest: Forest,
): string | null {
  const { ageSeconds } = record;
  if (stated.length > 0 || !isShell(record)) return null;
  if (ageSeconds === null || ageSeconds < YOUNGEST_SECONDS) return null;
  const share = ownCpuShare(record);
  if (share !== null && share >= SPINNING_SHARE) return `it has spent ${share.toFixed(2)} of a core since its start`;
  const children = forest.childrenOf(record.identity.pid).filter((child) => !isDead(child));
  if (children.length === 0 || !children.every((child) => isShortSleep(child, ageSeconds))) return null;
  if (children.some((child) => isNamedIn(command, child))) return null;
  return 'it goes from one short sleep to the next';
}

function isShell({ argv, argvText }: ProcessRecord): boolean {
  const program = argv?.[0] ?? argvText?.split(' ', 1)[0] ?? '';
  return dialectOf(bareName(program)) !== undefined;
}

/** The share of a core that the process itself has used over its life; null unknown. */
function ownCpuShare({ cpuSeconds, ageSeconds }: ProcessRecord): number | null {
  if (cpuSeconds === null || ageSeconds === null || ageSeconds <= 0) return null;
  return cpuSeconds / ageSeconds;
}

export function spins(record: ProcessRecord): boolean {
  return (ownCpuShare(record) ?? 0) >= SPINNING_SHARE;
}

function isShortSleep(child: ProcessRecord, parentAge: number): boolean {
  const program = programPathOf(child);
  return program !== null && bareName(program) === 'sleep' && (child.ageSeconds ?? parentAge) <= parentAge / 5;
}
