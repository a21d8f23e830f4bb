import type { LedgerFiles } from '../system/files.ts';
import type { Damage } from './log.ts';
import { openLogForReading } from './log.ts';
import type { SessionFiles } from './session-files.ts';

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
    const { entries, damages, torn, tornTail } = log.readFrom(0);
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
