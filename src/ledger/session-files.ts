import { join } from 'node:path';
import type { LedgerFiles } from '../system/files.ts';

/** The files of one session: the log is the truth, the others are only about it. */
export type SessionFiles = {
  readonly name: string;
  readonly log: string;
  /** a byte at the end of every line that somebody relied on; as long as the log was when the last of them was written */
  readonly witness: string;
  /** a cache of the fold over the beginning of the log; may be deleted at any time */
  readonly snapshot: string;
};

const LOG = '.jsonl';
/** Lower case only: two ids that differ in case must not meet on a file system that does not tell them apart. */
const PLAIN = /^[a-z0-9][a-z0-9_-]{0,79}$/;

/** The files of the session with this id. An id that is no plain name is spelled safely and told apart by a digest. */
export function filesOfSession(folder: string, session: string): SessionFiles {
  return filesByName(folder, nameOfSession(session));
}

export function filesByName(folder: string, name: string): SessionFiles {
  return {
    name,
    log: join(folder, `${name}${LOG}`),
    witness: join(folder, `${name}.witness`),
    snapshot: join(folder, `${name}.snapshot`),
  };
}

function nameOfSession(session: string): string {
  if (PLAIN.test(session)) return session;
  // Most ids are plain, and loading `node:crypto` is a large part of a hook's time.
  const { createHash } = process.getBuiltinModule('node:crypto');
  const digest = createHash('sha256').update(session).digest('hex').slice(0, 20);
  const slug = session
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${slug.slice(0, 40) || 'session'}.${digest}`;
}

/** The sessions in the folder by file name, sorted; a session whose log is gone but whose witness is there included. */
export function listSessionFiles(files: LedgerFiles, folder: string): readonly SessionFiles[] {
  const names = new Set<string>();
  for (const file of files.list(folder)) {
    const name = /^([a-z0-9][a-z0-9_.-]*)\.(?:jsonl|witness)$/.exec(file)?.[1];
    if (name !== undefined) names.add(name);
  }
  return [...names].sort().map((name) => filesByName(folder, name));
}

/** Where the `count`th damaged log of a session is kept; never taken for a session itself. */
export function damagedCopy({ log }: SessionFiles, count: number): string {
  return `${log}.damaged-${count}`;
}

/** Everything in the folder that belongs to a session, kept copies and left-over temporary files included. */
export function listAllFilesOf(files: LedgerFiles, folder: string, { name }: SessionFiles): readonly string[] {
  const own = [`${name}${LOG}`, `${name}.witness`, `${name}.snapshot`];
  return files
    .list(folder)
    .filter((file) => own.some((path) => file === path || file.startsWith(`${path}.`)))
    .map((file) => join(folder, file));
}
