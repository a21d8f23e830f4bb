/**
 * What the tables say about one simple command, given its arguments as far as they are known statically.
 * The lifetime analysis asks `describeCommand` for every simple command, peels wrappers by following `inner`, and
 * analyses the scripts that shells are given. The tables know names, options and operands; they know no loops.
 */
import type { Bound, Role } from '../../policy/finding.ts';
import type { Dialect } from '../../shell/ast.ts';

/** One argument after expansion; `value` is undefined when it is only known at run time. */
export type Operand = {
  readonly value: string | undefined;
  /** of a word that is not known to its end: what it begins with, when that is an option (`--pid=`, `-c`) */
  readonly option?: string;
};

/** What the tables may know of a command's surroundings. */
export type DescribeContext = {
  /** the dialect of the text that the command stands in: zsh has precommand modifiers of its own */
  readonly dialect: Dialect;
};

/** How a wrapper changes the life of what it runs. Absent members: it does not. */
export type WrapperEffect = {
  /** kills what it runs after so many seconds */
  readonly within?: number;
  /** it stops what it runs after a time that is only known at run time (`timeout "$LIMIT" cmd`): bounded, number unknown */
  readonly withinUnknown?: boolean;
  /** so many seconds after `within` it sends KILL as well (timeout -k): what ignores `signal` ends then */
  readonly killAfter?: number;
  /** it looks like a bound and is none: why (`0 switches the limit off`, `CONT does not end it` ...) */
  readonly ineffective?: string;
  /** a stated bound that a child can ignore by trapping or ignoring its signal (timeout without -k): `TERM`, `INT` ... */
  readonly signal?: string;
  /** its signal reaches only the direct child (timeout --foreground, timelimit, an alarm): what a shell in between started goes on */
  readonly childOnly?: boolean;
  /** what it runs leaves the caller's session or process group, or outlives it (setsid -f, systemd-run, tmux -d) */
  readonly detaches?: boolean;
  /** somebody else runs it for the caller, who only looks on: a signal to the caller does not reach it (systemd-run --wait) */
  readonly handedOver?: boolean;
  /** the caller returns at once although what it runs goes on (setsid -f, docker run -d, ssh -f, screen -d -m, at) */
  readonly returnsAtOnce?: boolean;
  /** it is typed into a terminal that runs something of its own: an ordinary command there is nobody's leftover */
  readonly typed?: boolean;
  /** hangup is ignored (nohup), which matters only together with `&` */
  readonly ignoresHangup?: boolean;
  /** runs it again and again without end (watch, entr -r ...) */
  readonly repeats?: boolean;
  /** with `repeats`: what outside may end it (`watch -g` ends on a change of output), so it is conditional, not endless */
  readonly repeatsUntil?: string;
  /** with `repeats`: seconds between two runs, when stated or known as the default */
  readonly interval?: number;
  /** runs it once for each input item (xargs, find -exec, parallel) */
  readonly perItem?: boolean;
  /** runs on another machine, in a container or a pod: local knowledge (functions, variables) does not hold there */
  readonly elsewhere?: boolean;
  /** replaces the shell (exec) */
  readonly replaces?: boolean;
  /** only words that name real programs run: a shell keyword, builtin or function after it is not found (timeout, nice, env ...) */
  readonly externalOnly?: boolean;
};

/** How much of its standard input a program needs, as far as that decides how a pipeline ends. */
export type InputUse =
  /** ends only when its input ends (wc, sort, tail -n 5, cat, grep without -q or -m) */
  | 'all'
  /** stops by itself once it has seen enough (head, grep -q, grep -m 1, sed 5q) */
  | 'some'
  /** does not look at it (echo, date, curl) */
  | 'none';

/** A kill by pattern: it may hit what it was not meant for. */
export type PatternKill = {
  /** the pattern or name; undefined when only known at run time */
  readonly pattern: string | undefined;
  /** it could hit the agent itself, its shells or unrelated programs (`pkill -f node`, `killall bash`, `pkill -f .`) */
  readonly broad: boolean;
  /** one sentence, no period */
  readonly reason: string;
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
      /** ends when its reader does, also without writing (tail -f of GNU), which a limit around both may rely on */
      readonly noticesReader?: boolean;
      /** absent: unknown; an unknown program may end before its input does */
      readonly input?: InputUse;
      /** the same of files that its words name; absent: unknown */
      readonly reads?: InputUse;
      /** it lasts as long as the files or the pipe that it reads: no limit of its own is asked of it in the background */
      readonly filter?: boolean;
      /** the tables do not know it and operands[0] is a path: it may be a script file with a shell's first line */
      readonly maybeScript?: boolean;
      /** it waits for remote work that ends by itself, and is the right way to do so (`gh run watch`, `glab ci trace`) */
      readonly waitsForCi?: boolean;
      /** pkill, killall and their like */
      readonly patternKill?: PatternKill;
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
      /** of a wrapper that is itself a finding (watch -x): why, and what gives it a bound */
      readonly reason?: string;
      readonly remedy?: string;
    }
  /** runs shell text: `bash -c TEXT`, `eval A B`, `ssh host TEXT`, `su -c TEXT`, `trap` is not here */
  | {
      readonly kind: 'script';
      readonly name: string;
      readonly dialect: Dialect | 'other';
      /**
       * `operands`: the text is operands[index], or operands.slice(index, end) joined by blanks when `joined`.
       * `text`: the text itself, taken out of an operand (`env -S`, `su --command=...`).
       * `stdin`: the program is read from standard input. `file`: operands[index] is a script file.
       */
      readonly source:
        | { readonly kind: 'operand'; readonly index: number; readonly joined: boolean; readonly end?: number }
        | { readonly kind: 'text'; readonly text: string }
        | { readonly kind: 'stdin' }
        | { readonly kind: 'file'; readonly index: number };
      /** runs in the calling shell itself (eval, source): assignments, functions, break and exit reach the caller */
      readonly inCaller: boolean;
      /** positional parameters of the script: operands.slice(argumentsFrom) */
      readonly argumentsFrom?: number;
      readonly effect: WrapperEffect;
      /** of a wrapper that is itself a finding (watch): why, and what gives it a bound */
      readonly reason?: string;
      readonly remedy?: string;
    };
