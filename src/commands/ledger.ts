import { KnownError } from '../errors.ts';
import type { Command, FlagSpec } from './command.ts';
import { budget } from './ledger-budget.ts';
import type { LedgerCommand } from './ledger-command.ts';
import { grant } from './ledger-grant.ts';
import { release } from './ledger-release.ts';
import { repair } from './ledger-repair.ts';
import { show } from './ledger-show.ts';
import { verify } from './ledger-verify.ts';

const help = `usage: lifetime-watch ledger [show] [--session ID] [--all] [--last N] [--json] [--follow]
       lifetime-watch ledger verify [--session ID] [--json]
       lifetime-watch ledger repair [--session ID] [--yes]
       lifetime-watch ledger budget [N | unlimited] [--mode watch|guard] [--session ID]
       lifetime-watch ledger grant <pid@start> --for 2h --why '...' [--session ID]
       lifetime-watch ledger release <reservation> --why '...' [--session ID]

The account of delegated work and the journal of everything that was refused, let pass, flagged or ended.

  show      budget, reservations and the last entries of each session
  verify    reads every ledger whole: ok, torn by a crash (harmless), or damaged; exit 1 when one is damaged
  repair    explains the damage and, when you agree, keeps the damaged file beside and goes on with what can be read
  budget    how many subagents may be at work in a session; this word holds until the session ends
  grant     lets a process run longer, whatever its limit says
  release   gives the places of a reservation or a child back, when you know better than the ledger

  --session ID   one session, by its id or the beginning of it; else all, or for a change the only open one
  --all          sessions that are over too (always with --json)
  --last N       how many of the last entries of each session (10)
  --json         as JSON, schema 1
  --follow       goes on with entries as they come
  --yes, -y      repairs without asking
  --mode         watch counts and never refuses; guard refuses what is over the budget
  --for          how long, such as 45m or 2h
  --why          the reason; it is recorded
`;

const SUBCOMMANDS = { show, verify, repair, budget, grant, release } as const satisfies Record<string, LedgerCommand>;

export const command: Command = {
  help,
  flags: Object.fromEntries(Object.values(SUBCOMMANDS).flatMap(({ flags }) => Object.entries<FlagSpec>(flags))),
  async run(argv, io) {
    const [first = 'show', ...rest] = argv;
    if (first.startsWith('-')) return show.run(argv, io);
    if (!isSubcommand(first)) {
      throw new KnownError(`ledger: expected one of ${Object.keys(SUBCOMMANDS).join(', ')}, got '${first}'`);
    }
    return SUBCOMMANDS[first].run(rest, io);
  },
};

function isSubcommand(word: string): word is keyof typeof SUBCOMMANDS {
  return Object.hasOwn(SUBCOMMANDS, word);
}
