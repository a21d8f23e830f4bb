/** What a shell knows at one point of one path through its text. Every part is immutable and shared between states. */
import type { Span } from '../../policy/finding.ts';
import type { Command, Redirect } from '../../shell/ast.ts';
import type { Found } from '../findings/found.ts';
import type { SourceText } from '../source-text.ts';
import type { Linear } from '../values/linear.ts';
import { type Cost, NO_COST } from './cost.ts';

export type State = {
  /** a name that is missing here has the value that the environment gives it */
  readonly variables: ReadonlyMap<string, Variable>;
  readonly parameters: Parameters;
  /** what `local` has to give back when the function returns */
  readonly frame: Frame | null;
  readonly shell: Shell;
  readonly io: Io;
  readonly children: Children;
  readonly path: Path;
  /** null: nobody has looked since something of unknown length ran */
  readonly clock: Clock | null;
  readonly cost: Cost;
  readonly status: Status;
};

/** Of the last command. */
export type Status = 'ok' | 'failed' | 'either';

export type Variable = {
  /** undefined: certainly not set */
  readonly text: string | undefined;
  readonly elements: readonly string[] | null;
  /** false when an array has an unknown number of elements */
  readonly counted: boolean;
  readonly exported: boolean;
  readonly integer: boolean;
  /** SECONDS: `text` is the moment at which it was 0 */
  readonly clock: boolean;
};

/** `counted`: nothing but the number of the parameters is known. */
export type Parameters =
  | { readonly kind: 'list'; readonly values: readonly string[] }
  | { readonly kind: 'counted'; readonly count: Linear };

export type Frame = { readonly saved: ReadonlyMap<string, Variable | undefined>; readonly outer: Frame | null };

export type ShellFunction = {
  readonly body: Command;
  readonly redirects: readonly Redirect[];
  readonly source: SourceText;
  readonly exported: boolean;
};

export type Shell = {
  readonly functions: ReadonlyMap<string, ShellFunction>;
  readonly aliases: ReadonlyMap<string, Alias>;
  /** by signal name without SIG; EXIT as well */
  readonly traps: ReadonlyMap<string, string>;
  readonly options: Options;
};

/** An alias is not yet expanded on the line that defines it. */
export type Alias = { readonly text: string; readonly definedAt: Span; readonly source: SourceText };

export type Options = {
  readonly errexit: boolean;
  readonly pipefail: boolean;
  readonly expandAliases: boolean;
  /** the last stage of a pipeline runs in the shell itself */
  readonly lastpipe: boolean;
  /** names that are readonly */
  readonly fixed: ReadonlySet<string>;
  /** names that something else changes at any time: a DEBUG trap, another name for the same */
  readonly wild: ReadonlySet<string>;
};

/** Where input comes from. `supply`: it ends by itself, keeps coming, may stay silent for ever, or is not known. */
export type Stream = {
  /** a larger number was opened later */
  readonly id: number;
  readonly supply: 'finite' | 'chatty' | 'quiet' | 'unknown';
  /** all that it holds, where known */
  readonly text: string | undefined;
  /** where its text is an answer: the symbols with which it was asked for */
  readonly from?: readonly number[];
  /** how a person would name it */
  readonly label: string;
  /** the file that it reads */
  readonly path: string | undefined;
  /** what is to be reported of its producer, unless whoever reads it is the finding */
  readonly found: readonly Found[];
  /** the process that writes it, where that is left behind unless somebody reads to the end */
  readonly child?: number | undefined;
};

/** Where standard output goes, and what has been written there as far as somebody will look at it. */
export type Output =
  | { readonly kind: 'plain' }
  | { readonly kind: 'captured'; readonly text: string }
  | { readonly kind: 'file'; readonly text: string }
  | { readonly kind: 'discarded' };

export type Io = {
  readonly inputs: ReadonlyMap<string, Stream>;
  /** how far a known text has been read, by stream */
  readonly offsets: ReadonlyMap<number, number>;
  readonly output: Output;
  /** texts that were written to files */
  readonly files: ReadonlyMap<string, string>;
  readonly fifos: ReadonlySet<string>;
};

/** A child that has not been waited for. */
export type ChildState = {
  readonly id: number;
  /**
   * `passing`: a kill was sent on the way, enough for a child that ends anyway; `leaving`: by the EXIT trap; `perhaps`: on some
   * ways, or to some of several, so that it neither is gone nor certainly takes its time
   */
  readonly killed: 'no' | 'perhaps' | 'passing' | 'leaving';
  /** the least time that had passed when it started */
  readonly started: number;
  /** how many of it there are, where the same place in the text was passed again; Infinity: nobody knows */
  readonly count: number;
};

export type Children = {
  readonly own: readonly ChildState[];
  /** left behind by a shell that is gone: nobody can wait for them */
  readonly orphans: readonly ChildState[];
  /** `$!` */
  readonly last: number | undefined;
  /** in a subshell: the children of the shell around it, which `jobs -p` still names */
  readonly inherited: readonly ChildState[];
  /** in a subshell: children of others to which it sent a kill */
  readonly signalled: readonly ChildState[];
};

/** What is known to hold on this path since the innermost loop began its pass. */
export type Path = {
  readonly constraints: Constraints;
  /** streams from which this pass has certainly read something */
  readonly consumed: readonly number[];
  /** the shell itself has written to its standard output */
  readonly wrote: boolean;
  /** something on it was not understood */
  readonly opaque: boolean;
  /** the last thing that could have gone either way */
  readonly decision: Decision | null;
};

export type Constraint = {
  /** the form is >= 0, != 0 or = 0 */
  readonly relation: 'not-negative' | 'not-zero' | 'zero';
  readonly form: Linear;
};
export type Constraints = { readonly first: Constraint; readonly rest: Constraints } | null;

export type Decision = { readonly text: string; readonly succeeded: boolean };

/** The symbol of the last moment that is known, and what had been spent by then. */
export type Clock = { readonly symbol: number; readonly since: Cost };

/** A shell that has just started. */
export function initialState(): State {
  return {
    variables: new Map(),
    parameters: { kind: 'list', values: [] },
    frame: null,
    shell: INITIAL_SHELL,
    io: INITIAL_IO,
    children: NO_CHILDREN,
    path: EMPTY_PATH,
    clock: null,
    cost: NO_COST,
    status: 'ok',
  };
}

const NO_NAMES: ReadonlySet<string> = new Set();

export const NO_OPTIONS: Options = {
  errexit: false,
  pipefail: false,
  expandAliases: false,
  lastpipe: false,
  fixed: NO_NAMES,
  wild: NO_NAMES,
};

const INITIAL_SHELL: Shell = { functions: new Map(), aliases: new Map(), traps: new Map(), options: NO_OPTIONS };

const INITIAL_IO: Io = {
  inputs: new Map(),
  offsets: new Map(),
  output: { kind: 'plain' },
  files: new Map(),
  fifos: new Set(),
};

/** Stands among the streams for the list of running children, which gets shorter by itself when all of them end. */
export const OWN_CHILDREN = -1;

export const NO_CHILDREN: Children = { own: [], orphans: [], last: undefined, inherited: [], signalled: [] };

export const EMPTY_PATH: Path = { constraints: null, consumed: [], wrote: false, opaque: false, decision: null };
