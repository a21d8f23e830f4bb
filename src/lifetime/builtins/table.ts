/** The builtins that matter to how long a text takes, by name. */
import type { Builtin } from './builtin.ts';
import { DISOWN, JOBS, WAIT } from './children.ts';
import { BREAK, CONTINUE, EXIT, FAIL, RETURN, SUCCEED } from './control.ts';
import { KILL } from './kill.ts';
import { ECHO, PRINT, PRINTF } from './print.ts';
import { MAPFILE, READ } from './read.ts';
import { ALIAS, CD, listing, PWD, QUICK, QUICK_SUCCESS, SHOPT, UNALIAS } from './settings.ts';
import { BRACKET, TEST } from './tests.ts';
import { TRAP } from './trap.ts';
import { DECLARE, GETOPTS, LET, SET, SHIFT, UNSET } from './variables.ts';

const ROWS: readonly (readonly [string, Builtin])[] = [
  [':', SUCCEED],
  ['true', SUCCEED],
  ['false', FAIL],
  ['break', BREAK],
  ['continue', CONTINUE],
  ['exit', EXIT],
  ['bye', { ...EXIT, missingInSh: true }],
  ['return', RETURN],
  ['test', TEST],
  ['[', BRACKET],
  ['echo', ECHO],
  ['print', PRINT],
  ['printf', PRINTF],
  ['read', READ],
  ['mapfile', MAPFILE],
  ['readarray', MAPFILE],
  ['let', LET],
  ['shift', SHIFT],
  ['set', listing(SET)],
  ['unset', UNSET],
  ['export', listing(DECLARE)],
  ['readonly', listing(DECLARE)],
  ['getopts', GETOPTS],
  ['wait', WAIT],
  ['kill', KILL],
  ['trap', listing(TRAP)],
  ['disown', DISOWN],
  ['jobs', JOBS],
  ['pwd', PWD],
  ['alias', listing(ALIAS)],
  ['unalias', UNALIAS],
  ['shopt', SHOPT],
  ['cd', CD],
  ...['pushd', 'popd', 'hash', 'type', 'ulimit', 'umask', 'dirs', 'times'].map((name): readonly [string, Builtin] => [
    name,
    QUICK,
  ]),
  ...[
    'setopt',
    'unsetopt',
    'emulate',
    'autoload',
    'zmodload',
    'bindkey',
    'complete',
    'compopt',
    'enable',
    'whence',
  ].map((name): readonly [string, Builtin] => [name, { ...QUICK_SUCCESS, missingInSh: true }]),
];

export const BUILTINS: ReadonlyMap<string, Builtin> = new Map(ROWS);
