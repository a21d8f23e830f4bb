import type { LedgerFiles } from '../system/files.ts';
import { type Damage, describeShort, openLogForReading } from './log.ts';
import type { SessionFiles } from './session-files.ts';
import { readSnapshot } from './snapshot.ts';

export type Verification = {
  readonly file: string;
  /** null when no entry can be read */
  readonly session: string | null;
  /** `torn`: a crash left pieces that nobody relied on, which is harmless */
  readonly state: 'ok' | 'torn' | 'damaged';
  readonly entries: number;
  readonly torn: number;
  readonly damages: readonly Damage[];
};

/** Reads every line of a session's log, without the cache. */
export function verifySession(files: LedgerFiles, paths: SessionFiles): Verification {
  const log = openLogForReading(files, paths);
  if (log === null) {
    const damages = [{ offset: 0, line: 0, reason: 'the log is gone, though entries were relied on' }];
    return { file: paths.log, session: null, state: 'damaged', entries: 0, torn: 0, damages };
  }
  try {
    const { entries, torn, tornTail, ...reading } = log.readFrom(0);
    const cache = readSnapshot(files, paths, log);
    const short = cache.kind === 'shorter' ? [describeShort(log.size(), cache.offset)] : [];
    const damages = reading.damages.some(({ line }) => line === 0) ? reading.damages : [...short, ...reading.damages];
    const pieces = torn + (tornTail ? 1 : 0);
    return {
      file: paths.log,
      session: entries[0]?.session ?? null,
      state: damages.length > 0 ? 'damaged' : pieces > 0 ? 'torn' : 'ok',
      entries: entries.length,
      torn: pieces,
      damages,
    };
  } finally {
    log.close();
  }
}
