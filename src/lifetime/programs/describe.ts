/**
 * What the tables say about one simple command, given its arguments as far as they are known statically.
 * The lifetime analysis asks `describeCommand` for every simple command, peels wrappers by following `inner`, and
 * analyses the scripts that shells are given. The tables know names, options and operands; they know no loops.
 */
import type { Bound, Role } from '../../policy/finding.ts';
import type { Dialect } from '../../shell/ast.ts';

/** One argument after expansion; `value` is undefined when it is only known at run time. */
export type Operand = { readonly value: string | undefined };

/** How a wrapper changes the life of what it runs. Absent members: it does not. */
export type WrapperEffect = {
  /** kills what it runs after so many seconds */
  readonly within?: number;
  /** it looks like a bound and is none: why (`0 switches the limit off`, `CONT does not end it` ...) */
  readonly ineffective?: string;
  /** a stated bound that a child can ignore by trapping or ignoring its signal (timeout without -k) */
  readonly signal?: string;
  /** what it runs leaves the caller's session or process group, or outlives it (setsid -f, systemd-run, tmux -d) */
  readonly detaches?: boolean;
  /** the caller returns at once although what it runs goes on (setsid -f, docker run -d, ssh -f, screen -d -m, at) */
  readonly returnsAtOnce?: boolean;
  /** hangup is ignored (nohup), which matters only together with `&` */
  readonly ignoresHangup?: boolean;
  /** runs it again and again without end (watch, entr -r ...) */
  readonly repeats?: boolean;
  /** runs it once for each input item (xargs, find -exec, parallel) */
  readonly perItem?: boolean;
  /** runs on another machine, in a container or a pod: local knowledge (functions, variables) does not hold there */
  readonly elsewhere?: boolean;
  /** replaces the shell (exec) */
  readonly replaces?: boolean;
  /** only words that name real programs run: a shell keyword, builtin or function after it is not found (timeout, nice, env ...) */
  readonly externalOnly?: boolean;
};

export type CommandDescription =
  /** a program that the tables know, or an ordinary one */
  | {
      readonly kind: 'program';
      readonly name: string;
      readonly bound: Bound;
      readonly role: Role | 'quick';
      /** true when the bound is stated on the command line (`--max-time 5`, `-c 3`, `-w 8`) */
      readonly stated: boolean;
      /** the caller returns at once, the thing goes on: `docker run -d`, `ssh -f -N`, `docker compose up -d` */
      readonly returnsAtOnce?: boolean;
      /** ends when its standard output is closed (yes, cat /dev/urandom): a finite consumer ends it */
      readonly endsWithReader?: boolean;
      /** one sentence, no period: why this bound */
      readonly reason: string;
      /** what gives it a bound: an option (`tail --pid`, `ping -c <count>`), or empty: `timeout` is proposed */
      readonly remedy: string;
    }
  /** a fixed wait; seconds is undefined when only known at run time, Infinity for `sleep infinity` */
  | { readonly kind: 'sleep'; readonly seconds: number | undefined; readonly valid: boolean }
  /** runs the command made of `operands.slice(from, to)` */
  | {
      readonly kind: 'wrapper';
      readonly name: string;
      readonly from: number;
      readonly to?: number;
      /** assignments made for the inner command (env A=1) */
      readonly effect: WrapperEffect;
    }
  /** runs shell text: `bash -c TEXT`, `eval A B`, `ssh host TEXT`, `su -c TEXT`, `trap` is not here */
  | {
      readonly kind: 'script';
      readonly name: string;
      readonly dialect: Dialect | 'other';
      /**
       * `operands`: the text is operands[index], or operands.slice(index, end) joined by blanks when `joined`.
       * `stdin`: the program is read from standard input. `file`: operands[index] is a script file.
       */
      readonly source:
        | { readonly kind: 'operand'; readonly index: number; readonly joined: boolean; readonly end?: number }
        | { readonly kind: 'stdin' }
        | { readonly kind: 'file'; readonly index: number };
      /** runs in the calling shell itself (eval, source): assignments, functions, break and exit reach the caller */
      readonly inCaller: boolean;
      /** positional parameters of the script: operands.slice(argumentsFrom) */
      readonly argumentsFrom?: number;
      readonly effect: WrapperEffect;
    };
