/** How one idea may be written in a dialect: comparisons, steps, probes. The generator picks by number. */
import type { Shell } from './shells.ts';

export type Taste = {
  readonly shell: Shell;
  /** the limit of a counter, small */
  readonly limit: number;
  /** seconds of one sleep */
  readonly delay: number;
  readonly comparison: number;
  readonly step: number;
  readonly probe: number;
};

export type Operator = '<' | '<=' | '>' | '>=' | '==' | '!=';

const WORDS = { '<': '-lt', '<=': '-le', '>': '-gt', '>=': '-ge', '==': '-eq', '!=': '-ne' } as const;

/** A command that compares the variable with a number (or with the text of an expansion). */
export function compare(taste: Taste, variable: string, operator: Operator, than: number | string): string {
  const word = WORDS[operator];
  const bare = String(than).replace(/^\$(?=\w)/, '');
  const everywhere = [
    `[ $${variable} ${word} ${than} ]`,
    `[ "$${variable}" ${word} ${than} ]`,
    `test "$${variable}" ${word} "${than}"`,
    `[ "\${${variable}}" ${word} "${than}" ]`,
  ];
  const modern = [
    `((${variable} ${operator} ${bare}))`,
    `[[ $${variable} ${word} ${than} ]]`,
    `(( $${variable} ${operator} ${than} ))`,
    `[[ ${variable} ${word} ${bare} ]]`,
  ];
  return choose(taste.shell === 'dash' ? everywhere : [...everywhere, ...modern], taste.comparison);
}

/** A command that adds to the variable. */
export function step(taste: Taste, variable: string, by = 1): string {
  const [sign, size] = by < 0 ? ['-', -by] : ['+', by];
  const everywhere = [
    `${variable}=$((${variable}${sign}${size}))`,
    `${variable}=$(( $${variable} ${sign} ${size} ))`,
    `: $((${variable}${sign}=${size}))`,
    `${variable}=$(expr $${variable} ${sign} ${size})`,
  ];
  const modern = [
    `((${variable} ${sign}= ${size}))`,
    `let ${variable}${sign}=${size}`,
    `((${variable} = ${variable} ${sign} ${size}))`,
    ...(size === 1
      ? [`((${variable}${sign}${sign}))`, `((${sign}${sign}${variable}))`, `let ${variable}${sign}${sign}`]
      : []),
  ];
  return choose(taste.shell === 'dash' ? everywhere : [...everywhere, ...modern], taste.step);
}

const ASKING = [
  'grep -q ready list.txt',
  'curl -sf http://localhost/health',
  'nc -z localhost 80',
  'pgrep -x job',
  'probe',
  '[ -e ready ]',
  'test -f ready',
  '[ -n "$(grep x list.txt)" ]',
  'kill -0 4242 2> /dev/null',
] as const;

/** A command that succeeds or not for reasons outside of the script. */
export function ask(taste: Taste, offset = 0): string {
  return choose(ASKING, taste.probe + offset);
}

export function choose<T>(from: readonly T[], by: number): T {
  const chosen = from[by % from.length];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}
