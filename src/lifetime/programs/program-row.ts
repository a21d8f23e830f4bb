/**
 * The shape of the tables. A row is a tree: a program, its subcommands, and at each of them the cases that decide how
 * long it stays alive, or what it runs. Cases are tried in order; the first that fits decides.
 */
import type { Role } from '../../policy/finding.ts';
import type { InputUse, WrapperEffect } from './describe.ts';

/** A test of one word: one of these texts, or a pattern that it matches. A word not known statically never passes. */
export type WordTest = readonly string[] | RegExp;

/** `seconds`: plain number; `sleep`: 5, 5m, 1.5h; `go`: 1h2m30s; `systemd`: 15min; `ms`, `minutes`: plain number of those. */
export type DurationUnit = 'seconds' | 'sleep' | 'go' | 'systemd' | 'ms' | 'minutes';

/** A limit that an option states. A value of 0 (no limit in nearly all programs), below or not understood: no limit. */
export type Limit = { readonly option: string; readonly unit: DurationUnit };

export type Outcome = {
  readonly bound: 'finite' | 'conditional' | 'endless' | Limit;
  /** default: `follow` for conditional and endless, `ordinary` else */
  readonly role?: Role | 'quick';
  readonly stated?: boolean;
  readonly returnsAtOnce?: boolean;
  readonly endsWithReader?: boolean;
  readonly noticesReader?: boolean;
  readonly input?: InputUse;
  readonly waitsForCi?: boolean;
  readonly reason: string;
  readonly remedy?: string;
};

/** All stated conditions must hold. Options are named `f|follow`: any of them. */
export type Case = {
  readonly has?: string;
  readonly and?: string;
  readonly lacks?: string;
  /** the value given to an option */
  readonly value?: readonly [option: string, test: WordTest];
  /** the first, second, last, or some word after the subcommand */
  readonly first?: WordTest;
  readonly second?: WordTest;
  readonly some?: WordTest;
  /** at least and at most so many words that are plain numbers (intervals, counts) */
  readonly numbers?: readonly [least: number, most: number];
  /** at least and at most so many words */
  readonly words?: readonly [least: number, most: number];
  readonly is: Outcome;
};

/** What a wrapper runs, and how. */
export type Runs = {
  /** words before the command: the host, the container, the mask */
  readonly skip?: number;
  /** leading words of this form are skipped as well (nvm exec 20 cmd) */
  readonly skipWords?: RegExp;
  /** only a program of these names is run; anything else is none of the wrapper's (yarn vite) */
  readonly only?: ReadonlySet<string>;
  /** options may also stand after those words (ssh host -p 22 cmd) */
  readonly interleaved?: boolean;
  /** an option, or the first word after the skipped ones, that is followed by shell text: `-c|--command` */
  readonly text?: string;
  /** an option that names the program which the words are given to (docker run --entrypoint) */
  readonly entry?: string;
  /** `A=1` words before the command are assignments */
  readonly assignments?: boolean;
  /** only what follows `--` is run (kubectl run), or what follows `--` if there is one (npm exec) */
  readonly dashes?: 'only' | 'if-there';
  /** `words`: run as they are (default); `shell`: joined by blanks and given to a shell */
  readonly as?: 'words' | 'shell';
  readonly effect: WrapperEffect;
  /** an option that stops what is run after its time (podman run --timeout) */
  readonly limit?: Limit;
  /** added to `effect` when one of the options is on */
  readonly when?: readonly { readonly has: string; readonly effect: WrapperEffect }[];
  /** when nothing is left to run: an outcome, or a shell that reads standard input (always, or with one of the options) */
  readonly nothing?: Outcome;
  readonly shell?: 'always' | { readonly has: string };
  readonly reason?: string;
  readonly remedy?: string;
};

export type ProgramNode = {
  /** options with values; see `optionGrammar` */
  readonly options?: string;
  readonly singleDash?: boolean;
  /** `+nightly` before the subcommand is an option (cargo) */
  readonly plus?: boolean;
  /** so many words before the subcommand or the operands are not looked at (`yarn workspace NAME dev`) */
  readonly drop?: number;
  /** where file operands begin among the words (grep 1, cat 0): with a file given, standard input is not read */
  readonly files?: number;
  /** options that give what is else the word before the files (grep -e, sed -f) */
  readonly filesShift?: string;
  /** keys are names and aliases: `logs|log`; they are tried before the cases */
  readonly subs?: Readonly<Record<string, ProgramNode>>;
  readonly cases?: readonly Case[];
  readonly runs?: Runs;
  /** default: an ordinary program */
  readonly otherwise?: Outcome;
};

export type ProgramRow = ProgramNode & {
  readonly names: readonly string[];
  /** commands that come out as endless, conditional, slow, detached or wrapping something: at least one */
  readonly catches: readonly string[];
  /** commands of the same program that come out as ordinary, quick or with a stated bound */
  readonly spares: readonly string[];
};

const ordinary: Outcome = { bound: 'finite', reason: 'an ordinary program ends by itself' };

/** What a wrapper says that is given nothing to run. */
export const NOTHING: Outcome = { bound: 'finite', role: 'quick', reason: 'it is given nothing to run' };

/** What a node says when no case fits. */
export function otherwiseOf(node: ProgramNode): Outcome {
  return node.otherwise ?? ordinary;
}

/** Table shorthand: it goes on until something stops it. */
export function endless(reason: string, remedy = ''): Outcome {
  return { bound: 'endless', role: 'follow', reason, remedy };
}

/** Table shorthand: only something outside ends it. */
export function conditional(reason: string, remedy = ''): Outcome {
  return { bound: 'conditional', role: 'follow', reason, remedy };
}

/** Table shorthand: it serves until something stops it. */
export function server(reason: string, remedy = ''): Outcome {
  return { bound: 'endless', role: 'server', reason, remedy };
}

/** Table shorthand: it ends by itself. */
export function finite(reason: string): Outcome {
  return { bound: 'finite', reason };
}

/** Table shorthand: it ends because the command line says so, by a count or the like. */
export function counted(reason: string): Outcome {
  return { bound: 'finite', stated: true, reason };
}

/** Table shorthand: done in no time. */
export function quick(reason: string): Outcome {
  return { bound: 'finite', role: 'quick', reason };
}

/** Table shorthand: it fetches or installs, which may take minutes and hang. */
export function slow(reason: string): Outcome {
  return { bound: 'finite', role: 'slow', reason };
}

/** Table shorthand: an option states its limit in seconds (or another unit). */
export function limited(option: string, unit: DurationUnit = 'seconds'): Outcome {
  const name = option.split('|')[0] ?? option;
  return { bound: { option, unit }, stated: true, reason: `${name.length > 1 ? '--' : '-'}${name} limits it` };
}

/** Table shorthand: a list of words as text. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
