import { basename } from 'node:path';
import { KnownError } from '../errors.ts';
import { describeDamage } from '../flow/ledger-sessions.ts';
import { listSessionFiles } from '../ledger/session-files.ts';
import { type Verification, verifySession } from '../ledger/verify.ts';
import { nodeFiles } from '../system/files.ts';
import { findSessionsFolder } from '../system/state-dir.ts';
import { formatJson } from '../view/json-text.ts';
import { printable } from '../view/printable.ts';
import { parseFlags } from './flags.ts';
import { JSON_FLAG, type LedgerCommand, SESSION_FLAG } from './ledger-command.ts';

const FLAGS = { ...SESSION_FLAG, ...JSON_FLAG };

export const verify: LedgerCommand = {
  flags: FLAGS,
  async run(argv, io) {
    const flags = parseFlags('ledger verify', argv, FLAGS);
    const folder = findSessionsFolder(io.env);
    const all =
      folder === null ? [] : listSessionFiles(nodeFiles, folder).map((paths) => verifySession(nodeFiles, paths));
    const wanted = flags.text('session');
    const files = wanted === undefined ? all : all.filter((file) => isOf(file, wanted));
    if (wanted !== undefined && files.length === 0)
      throw new KnownError(`ledger verify: no session begins '${wanted}'`);
    if (flags.has('json')) io.out(formatJson({ schema: 1, files }));
    else io.out(files.length === 0 ? 'No session has a ledger yet.\n' : files.map(formatVerification).join(''));
    return files.some(({ state }) => state === 'damaged') ? 1 : 0;
  },
};

function isOf({ session, file }: Verification, wanted: string): boolean {
  return session?.startsWith(wanted) === true || basename(file).startsWith(wanted);
}

function formatVerification({ file, state, entries, torn, damages }: Verification): string {
  const count = `${entries} ${entries === 1 ? 'entry' : 'entries'}`;
  const notes = {
    ok: [`ok, ${count}`],
    torn: [`ok, ${count}; ${torn} torn by a crash, relied on by nobody`],
    damaged: [`damaged, ${count} can be read`, ...damages.map((damage) => `  ${describeDamage(damage)}`)],
  } as const satisfies Record<Verification['state'], readonly string[]>;
  return `${printable(`${file}: ${notes[state].join('\n')}`)}\n`;
}
