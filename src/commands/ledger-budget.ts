import { dirname } from 'node:path';
import type { Limit } from '../delegation/account.ts';
import { KnownError } from '../errors.ts';
import { chooseOne, chooseSessions, type FoundSession, isOpenAgent } from '../flow/ledger-sessions.ts';
import { formatPlaces } from '../view/ledger-text.ts';
import type { CommandIo } from './command.ts';
import { parseFlags } from './flags.ts';
import { type LedgerCommand, recordIn, requireSupervisor, SESSION_FLAG, sessionsFor } from './ledger-command.ts';

const FLAGS = { ...SESSION_FLAG, mode: { type: 'string' } } as const;

export const budget: LedgerCommand = {
  flags: FLAGS,
  async run(argv, io) {
    const flags = parseFlags('ledger budget', argv, FLAGS, { min: 0, max: 1 });
    const [word] = flags.operands;
    const mode = flags.text('mode');
    const found = await sessionsFor(io);
    const named = flags.text('session');
    if (word === undefined && mode === undefined) {
      showBudgets(named === undefined ? found.filter(isOpenAgent) : chooseSessions(found, named), io);
      return 0;
    }
    const session = chooseOne('ledger budget', found, named);
    const { shown, paths } = session;
    requireSupervisor(io.env, 'ledger budget');
    const limit: Limit = {
      agents: word === undefined ? shown.limit.agents : parsePlaces(word),
      mode: mode === undefined ? shown.limit.mode : parseMode(mode),
    };
    recordIn(session, dirname(paths.log), { kind: 'budget', ...limit });
    io.out(`${shown.session}: ${formatPlaces({ ...shown, limit })}\n`);
    return 0;
  },
};

/** A question is about all of them. */
function showBudgets(found: readonly FoundSession[], io: CommandIo): void {
  for (const { shown } of found) io.out(`${shown.session}: ${formatPlaces(shown)}\n`);
  if (found.length === 0) io.out('No session is open.\n');
}

function parsePlaces(word: string): number | null {
  if (word === 'unlimited') return null;
  if (/^\d{1,9}$/.test(word)) return Number(word);
  throw new KnownError(`ledger budget: expected a number of agents or 'unlimited', got '${word}'`);
}

function parseMode(word: string): Limit['mode'] {
  if (word === 'watch' || word === 'guard') return word;
  throw new KnownError(`ledger budget: --mode: expected watch or guard, got '${word}'`);
}
