import { setTimeout as sleep } from 'node:timers/promises';
import { KnownError } from '../errors.ts';
import { chooseSessions, type FoundSession } from '../flow/ledger-sessions.ts';
import type { Entry } from '../ledger/entry.ts';
import { listSessionFiles, type SessionFiles } from '../ledger/session-files.ts';
import { watchSession } from '../ledger/sessions.ts';
import { nodeFiles } from '../system/files.ts';
import { findSessionsFolder } from '../system/state-dir.ts';
import { formatJson, formatJsonLine } from '../view/json-text.ts';
import { ledgerJson } from '../view/ledger-session.ts';
import { formatEntry, formatLedger } from '../view/ledger-text.ts';
import type { CommandIo } from './command.ts';
import { parseFlags } from './flags.ts';
import { JSON_FLAG, type LedgerCommand, SESSION_FLAG, sessionsFor } from './ledger-command.ts';

const FLAGS = {
  ...SESSION_FLAG,
  ...JSON_FLAG,
  all: { type: 'boolean' },
  last: { type: 'string' },
  follow: { type: 'boolean' },
} as const;

const USUAL_LAST = 10;
const FOLLOW_MS = 500;

export const show: LedgerCommand = {
  flags: FLAGS,
  async run(argv, io) {
    const flags = parseFlags('ledger show', argv, FLAGS);
    const all = await sessionsFor(io, parseLast(flags.text('last')), flags.has('follow'));
    const found = chooseSessions(all, flags.text('session'));
    const everything = flags.has('all') || flags.has('json') || flags.text('session') !== undefined;
    const shown = everything ? found : found.filter(({ shown: { open, problems } }) => open || problems.length > 0);
    const sessions = shown.map((session) => session.shown);
    if (flags.has('json')) {
      // Followed by one line an entry, the picture before them is one line too.
      io.out(flags.has('follow') ? formatJsonLine(ledgerJson(sessions)) : formatJson(ledgerJson(sessions)));
    } else {
      io.out(formatLedger(sessions, new Date().getTimezoneOffset()));
      const rest = found.length - shown.length;
      if (rest > 0) io.out(`\n${rest} more ${rest === 1 ? 'session is' : 'sessions are'} over: --all shows them.\n`);
    }
    if (flags.has('follow')) {
      const others = flags.text('session') === undefined ? new Set(all.map(({ paths }) => paths.name)) : null;
      await follow({ found: shown, others, json: flags.has('json') }, io);
    }
    return 0;
  },
};

function parseLast(text: string | undefined): number {
  if (text === undefined) return USUAL_LAST;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new KnownError(`ledger show: --last: expected a number of entries, got '${text}'`);
}

type Following = {
  readonly found: readonly FoundSession[];
  /** the sessions of the picture by name: others began later and are followed too; null: they are not */
  readonly others: ReadonlySet<string> | null;
  readonly json: boolean;
};

/** Prints entries as they come, until the process is ended. Those of the picture were printed already. */
async function follow({ found, others, json }: Following, io: CommandIo): Promise<never> {
  let printed = new Set(found.flatMap(({ shown }) => shown.entries.map(({ id }) => id)));
  const known = new Map(found.map(({ paths, watched }) => [paths.name, watched]));
  for (;;) {
    for (const paths of others === null ? [] : listNow(io)) {
      if (!others?.has(paths.name) && !known.has(paths.name)) known.set(paths.name, watchSession(nodeFiles, paths));
    }
    for (const watched of known.values()) {
      const fresh = (watched.read()?.added ?? []).filter(({ id }) => !printed.has(id));
      for (const entry of fresh) io.out(formatFollowed(entry, json, known.size > 1));
    }
    printed = new Set();
    await sleep(FOLLOW_MS);
  }
}

function listNow(io: CommandIo): readonly SessionFiles[] {
  const folder = findSessionsFolder(io.env);
  return folder === null ? [] : listSessionFiles(nodeFiles, folder);
}

function formatFollowed(entry: Entry, json: boolean, several: boolean): string {
  if (json) return formatJsonLine({ schema: 1, entry });
  const whose = several ? `${entry.session.slice(0, 8)}  ` : '';
  return `${whose}${formatEntry(entry, new Date().getTimezoneOffset())}\n`;
}
