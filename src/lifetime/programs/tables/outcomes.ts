/** Outcomes that many rows share. */

import type { Case, Outcome } from '../program-row.ts';
import { finite, quick, server } from '../program-row.ts';

export const SERVES = server('it serves until it is stopped');
export const DEV_SERVER = server('a development server goes on until it is stopped');
/** The command returns, the daemon it started goes on. */
export const DAEMON: Outcome = {
  ...SERVES,
  returnsAtOnce: true,
  reason: 'the daemon goes on after the command has returned',
};
export const WATCHES: Outcome = {
  bound: 'endless',
  role: 'follow',
  reason: 'it runs again on each change and never ends',
};
export const SUBCOMMAND = finite('a subcommand that ends by itself');
export const HELP: Case = { has: 'help|version', is: quick('it prints its help') };
/** For programs whose `-h` and `-V` mean the same. */
export const HELP_SHORT: Case = { has: 'help|version|h|V', is: quick('it prints its help') };
/** A run whose watch mode is on. */
export const WATCH_FLAG: Case = { has: 'watch|w', is: WATCHES };
