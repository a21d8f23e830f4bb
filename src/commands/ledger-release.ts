import { dirname } from 'node:path';
import { KnownError } from '../errors.ts';
import { chooseSessions, type FoundSession } from '../flow/ledger-sessions.ts';
import { parseFlags } from './flags.ts';
import { type LedgerCommand, recordIn, requireSupervisor, SESSION_FLAG, sessionsFor } from './ledger-command.ts';

const FLAGS = { ...SESSION_FLAG, why: { type: 'string' } } as const;

export const release: LedgerCommand = {
  flags: FLAGS,
  async run(argv, io) {
    const flags = parseFlags('ledger release', argv, FLAGS, { min: 1, max: 1, what: 'a reservation' });
    const [name = ''] = flags.operands;
    const why = flags.text('why')?.trim();
    if (why === undefined || why === '') throw new KnownError(`ledger release: expected --why with the reason`);
    requireSupervisor(io.env, 'ledger release');
    const holders = chooseSessions(await sessionsFor(io), flags.text('session')).filter((session) =>
      holds(session, name),
    );
    const [holder, ...others] = holders;
    if (holder === undefined)
      throw new KnownError(`ledger release: '${name}' holds no place; see 'lifetime-watch ledger show'`);
    if (others.length > 0)
      throw new KnownError(`ledger release: '${name}' holds places in several sessions; add --session`);
    recordIn(holder, dirname(holder.paths.log), { kind: 'release', action: name, why });
    io.out(`${holder.shown.session}: released ${name}\n`);
    return 0;
  },
};

/** By the id of its call, the id of the reservation, or the id of a child. */
function holds({ shown: { account } }: FoundSession, name: string): boolean {
  if (account.reservations.has(name) || account.agents.has(name)) return true;
  return [...account.reservations.values()].some(({ id }) => id === name);
}
