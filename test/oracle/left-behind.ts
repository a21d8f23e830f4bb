/**
 * Arbitrary scripts that put something in the background and settle it, or fail to. Every launch has a number of its own that
 * shows in the command line of what it starts (`sleep 4107`) and in the text that an analysis points at.
 */
import fc from 'fast-check';
import type { Shell } from './shells.ts';

export type Background = {
  readonly shell: Shell;
  readonly text: string;
  readonly tags: readonly string[];
  /** the form of each launch, as it stands in the table */
  readonly forms: readonly string[];
  /**
   * What is predicted need not be there: something on the happy path kills (an early end would leave it), two probes answer
   * alike here that need not, a `timeout` that expired ended the script under `set -e`, or took the shell's place and group along as the last command, or
   * zsh's `$!` was 0 (no job yet), which makes a `kill` one of the whole group.
   */
  readonly lenient: boolean;
  /** a job is a subshell with children: killed, it leaves the child that it was waiting for */
  readonly orphans: boolean;
};

type Piece = {
  readonly text: string;
  readonly shells?: readonly Shell[];
  readonly kills?: true;
  readonly traps?: true;
  readonly compound?: true;
};

const MODERN: readonly Shell[] = ['bash', 'zsh'];
const ZSH: readonly Shell[] = ['zsh'];
const BASH: readonly Shell[] = ['bash'];

/** `@` stands for the launch's number. */
const LAUNCHES: readonly Piece[] = [
  { text: 'sleep @ &' },
  { text: '( sleep @ ) &', compound: true },
  { text: '{ sleep @; } &', compound: true },
  { text: 'while true; do sleep 0.2@; done &' },
  { text: 'until probe; do sleep 0.2@; done &' },
  { text: '(while :; do sleep 0.2@; done) &' },
  { text: 'nohup sleep @ > /dev/null 2>&1 &' },
  { text: 'setsid sleep @ &' },
  { text: 'setsid -f sleep @' },
  { text: '(sleep @ &)' },
  { text: '(sleep @ & wait) &', compound: true },
  { text: "bash -c 'sleep @' &", compound: true },
  { text: "bash -c 'sleep @ &'" },
  { text: "sh -c 'sleep @ & sleep 0.05'" },
  { text: "eval 'sleep @ &'" },
  { text: 'f@() { sleep @; }; f@ &', compound: true },
  { text: 'f@() { sleep @ & }; f@' },
  { text: 'f@() { sleep @ & }' },
  { text: 'f@() { sleep @ & wait; }; (f@) &', compound: true },
  { text: 'sleep @ | cat &', compound: true },
  { text: 'for x in a b; do sleep @ & done' },
  { text: 'true && sleep @ &', compound: true },
  { text: 'false && sleep @ &' },
  { text: 'if probe; then sleep @ & fi' },
  { text: 'probe && { sleep @ & }' },
  { text: 'probe || { sleep @ & }' },
  { text: 'timeout 0.1 sleep @ &', compound: true },
  { text: 'timeout @ sleep 900 &', compound: true },
  { text: "timeout 0.1 bash -c 'sleep @'" },
  { text: "timeout 0.5 bash -c 'sleep @ &'" },
  { text: "timeout 0.1 sh -c 'trap : TERM; sleep @; sleep @' &", compound: true },
  { text: 'x=$(sleep @ > /dev/null &)' },
  { text: 'coproc sleep @', shells: BASH },
  { text: 'coproc { sleep @; }', compound: true, shells: MODERN },
  { text: 'sleep @ & disown', shells: MODERN },
  { text: 'sleep @ &!', shells: ZSH },
  { text: 'sleep @ &|', shells: ZSH },
  { text: ': < <(sleep @)', shells: MODERN },
  { text: 'tail -f one.txt --sleep-interval=@ &' },
  { text: 'env sleep @ &' },
  { text: 'nice sleep @ &' },
  { text: 'exec sleep @ &' },
  { text: '{ sleep 0.05; sleep @; } > /dev/null &', compound: true },
  { text: 'case a in a) sleep @ & ;; esac' },
  { text: 'while true; do sleep @ & break; done' },
  { text: 'timeout 0.1 sleep @' },
  { text: 'timeout 0 sleep @' },
  { text: 'timeout 0.1 bash -c "trap \'\' TERM; sleep @"' },
  { text: 'timeout -k 0.1 0.1 bash -c "trap \'\' TERM; sleep @"' },
  { text: "timeout 0.1 bash -c 'while :; do sleep @; done'" },
  { text: "timeout 0.1 sh -c 'sleep @ & wait'" },
  { text: "timeout 0.5 sh -c 'sleep @ & sleep 0.02'" },
  { text: "timeout --foreground 0.1 bash -c 'sleep @; :'" },
  { text: 'timeout 0.1 setsid sleep @' },
  { text: 'timeout 0.1 nohup sleep @ > /dev/null 2>&1' },
  { text: 'timeout 0.1 env nice sleep @' },
  { text: 'timeout -s CONT 0.1 sleep @' },
  { text: 'timeout -s INT 0.1 sleep @' },
  { text: 'timeout -s INT 0.1 sleep @ &', compound: true },
  { text: 'timeout -s KILL 0.1 sleep @ &', compound: true },
  { text: 'f@() { sleep @; }; timeout 0.1 f@' },
  { text: 'nohup timeout 0.1 sleep @ > /dev/null 2>&1 &', compound: true },
  { text: 'timeout 0.1 sleep @ | cat' },
  { text: 'sleep @ | timeout 0.1 cat' },
  { text: 'timeout 0.1 sleep @ & wait $!', compound: true },
];

const SHORT: readonly Piece[] = [
  { text: 'sleep 0.1' },
  { text: 'sleep 0.1 &' },
  { text: '(sleep 0.1; sleep 0.05) &' },
  { text: 'for i in 1 2 3; do sleep 0.05; done' },
  { text: 'timeout 0.1 sleep 30' },
  { text: "timeout 0.1 bash -c 'while :; do sleep 0.02; done'" },
  { text: "timeout -s KILL 0.1 bash -c 'trap : TERM; while :; do sleep 0.02; done'" },
  { text: 'sleep 0.1 | sleep 0.05' },
  { text: 'yes | head -n 1 > /dev/null' },
  { text: 'probe' },
];

const SETTLES: readonly Piece[] = [
  { text: 'p=$!' },
  { text: 'wait' },
  { text: 'wait $!' },
  { text: 'wait "$p"' },
  { text: 'wait %1', shells: MODERN },
  { text: 'wait -n', shells: BASH },
  { text: 'kill $!', kills: true },
  { text: 'kill -9 $! 2> /dev/null', kills: true },
  { text: 'kill "$p"', kills: true },
  { text: 'kill %1', kills: true },
  { text: 'kill $(jobs -p)', kills: true },
  { text: 'probe && kill $!', kills: true },
  { text: 'kill -0 $!' },
  { text: "trap 'kill $!' EXIT", traps: true },
  { text: "trap 'kill $p' EXIT", traps: true },
  { text: 'trap "kill $!" EXIT', traps: true },
  { text: "trap 'kill $(jobs -p)' EXIT", traps: true },
  { text: "trap 'kill 0' EXIT", traps: true },
  { text: "trap 'kill $p' INT TERM" },
  { text: "trap 'echo done' EXIT", traps: true },
  { text: 'trap - EXIT' },
  { text: 'cleanup() { kill $p; }; trap cleanup EXIT', traps: true },
  { text: 'exit 3' },
  { text: 'exec true' },
  { text: 'set -e; probe' },
  { text: 'set -m', shells: BASH },
];

/** What may stand around a launch and its settlement. */
const WRAPS: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['', ''],
  ['', ''],
  ['( ', ')'],
  ['{ ', '}'],
  ['if probe; then ', 'fi'],
  ['g() { ', '}; g'],
  ['true && { ', '}'],
  ['for y in 1; do ', 'done'],
];

/** Sequences of one to three launches with what settles them. */
export function leftBehind(shell: Shell): fc.Arbitrary<Background> {
  const of = (pieces: readonly Piece[]): fc.Arbitrary<Piece> =>
    fc.constantFrom(...pieces.filter(({ shells }) => shells === undefined || shells.includes(shell)));
  const launch = of(LAUNCHES);
  const wrapped = fc.record({ piece: launch, settle: fc.option(of(SETTLES)), wrap: fc.constantFrom(...WRAPS) });
  const other = fc.oneof({ weight: 3, arbitrary: of(SETTLES) }, { weight: 1, arbitrary: of(SHORT) });
  return fc
    .record({
      before: fc.array(other, { maxLength: 1 }),
      launches: fc.array(wrapped, { minLength: 1, maxLength: 2 }),
      after: fc.array(other, { maxLength: 3 }),
    })
    .map((parts) => background(shell, parts));
}

/** Every form of a launch on its own, as far as the shell knows it. */
export function everyLaunch(shell: Shell): readonly Background[] {
  const known = LAUNCHES.filter(({ shells }) => shells === undefined || shells.includes(shell));
  return known.map((piece) =>
    background(shell, { before: [], launches: [{ piece, settle: null, wrap: ['', ''] }], after: [] }),
  );
}

type Launch = { readonly piece: Piece; readonly settle: Piece | null; readonly wrap: readonly [string, string] };
type Parts = {
  readonly before: readonly Piece[];
  readonly launches: readonly Launch[];
  readonly after: readonly Piece[];
};

function background(shell: Shell, { before, launches, after }: Parts): Background {
  const inside = launches.map(({ piece, settle, wrap }, index) => {
    const text = piece.text.replaceAll('@', tagOf(index));
    const [opening, closing] = wrap;
    return `${opening}${join([text, settle?.text ?? '', closing].filter((part) => part !== ''))}`;
  });
  const pieces = [...before, ...after, ...launches.flatMap(({ settle }) => (settle === null ? [] : [settle]))];
  const orphans =
    launches.some(({ piece }) => piece.compound === true) &&
    pieces.some(({ kills, traps }) => kills === true || traps === true);
  const text = join([...before.map(({ text }) => text), ...inside, ...after.map(({ text }) => text)]);
  return {
    shell,
    text,
    tags: launches.map((_, index) => tagOf(index)),
    forms: launches.map(({ piece }) => piece.text),
    lenient:
      orphans ||
      pieces.some(({ kills }) => kills === true) ||
      text.split('probe').length > 2 ||
      /timeout[^&]*$|set -e.*timeout/.test(text) ||
      (shell === 'zsh' && text.includes('kill $!')),
    orphans,
  };
}

/** Numbers that occur nowhere else. */
function tagOf(index: number): string {
  return `410${index + 7}`;
}

/** `a &` needs no `;` after it, and takes none. */
function join(texts: readonly string[]): string {
  return texts.reduce((text, next) => (/&[!|]?$/.test(text) ? `${text} ${next}` : `${text}; ${next}`));
}
