/** Counts what was covered: per shell, what was claimed against what really happens; and which templates came up. */
import type { Reality, Verdict } from './bound-claim.ts';
import type { Generated } from './generated-script.ts';

export type Scored = {
  readonly script: Generated;
  readonly claim: string;
  readonly reality: Reality;
  readonly verdict: Verdict['kind'];
};

export type Tally = {
  add(scored: Scored): void;
  /** how many scripts came out so; all without a wish */
  count(wish?: Partial<Omit<Scored, 'script'>>): number;
  /** of the scripts that always end and assign what they read: which part was called conditional or endless, 0 to 1 */
  falseAlarms(): number;
  /** the shortest scripts that came out so and assign what they read */
  examples(verdict: Verdict['kind'], most: number): readonly string[];
  format(): string;
};

const CLAIMS = ['within', 'finite', 'conditional', 'endless', 'partial', 'unavailable'];
const REALITIES: readonly Reality[] = ['always ends', 'goes on', 'invalid'];

const VERDICTS: readonly Verdict['kind'][] = ['unsound', 'untrue', 'imprecise'];

export function openTally(): Tally {
  const scores: Scored[] = [];
  const number = (test: (scored: Scored) => boolean): number => scores.filter(test).length;
  return {
    add: (scored) => void scores.push(scored),
    count: (wish = {}) =>
      number(
        (scored) =>
          (wish.claim ?? scored.claim) === scored.claim &&
          (wish.reality ?? scored.reality) === scored.reality &&
          (wish.verdict ?? scored.verdict) === scored.verdict,
      ),
    falseAlarms: () => {
      const ending = scores.filter(({ reality, script }) => reality === 'always ends' && !readsUnknown(script.text));
      const alarmed = ending.filter(({ claim }) => claim === 'conditional' || claim === 'endless');
      return ending.length === 0 ? 0 : alarmed.length / ending.length;
    },
    examples: (verdict, most) => {
      const texts = scores
        .filter((scored) => scored.verdict === verdict && !readsUnknown(scored.script.text))
        .map(({ script }) => `${script.shell}: ${script.text}`);
      return [...new Set(texts)].sort((a, b) => a.length - b.length).slice(0, most);
    },
    format: () => [formatClaims(scores), formatTemplates(scores)].join('\n\n'),
  };
}

/** What the text reads and never sets comes from the environment: nothing can be said of it. */
function readsUnknown(text: string): boolean {
  // under `set -u` an unset name ends the shell, which is not followed
  if (/set -u/.test(text)) return true;
  const read = [...text.matchAll(/\$\{?#?([a-z]\w*)/g)].map(([, name]) => name);
  const set = [...text.matchAll(/\b([a-z]\w*)(?:[-+*]?=|\+\+|--)|(?:for|read -rt? ?1?) (\w+)/g)].map(
    ([, a, b]) => a ?? b,
  );
  return read.some((name) => !set.includes(name));
}

function formatClaims(scores: readonly Scored[]): string {
  const rows = [...new Set(scores.map(({ script }) => script.shell))].flatMap((shell) =>
    CLAIMS.flatMap((claim) => {
      const own = scores.filter((scored) => scored.script.shell === shell && scored.claim === claim);
      const cells = REALITIES.map((reality) => own.filter((scored) => scored.reality === reality).length);
      const verdicts = VERDICTS.map((verdict) => own.filter((scored) => scored.verdict === verdict).length);
      return own.length === 0 ? [] : [[shell, claim, own.length, ...cells, ...verdicts]];
    }),
  );
  return formatTable(['shell', 'claim', 'scripts', ...REALITIES, ...VERDICTS], rows);
}

function formatTemplates(scores: readonly Scored[]): string {
  const rows = [...new Set(scores.map(({ script }) => script.template))].sort().map((template) => {
    const own = scores.filter(({ script }) => script.template === template);
    return [
      template,
      own.length,
      ...REALITIES.map((reality) => own.filter((scored) => scored.reality === reality).length),
    ];
  });
  return formatTable(['template', 'scripts', ...REALITIES], rows);
}

/** Text in columns; numbers stand to the right. */
export function formatTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const width = (column: number): number => Math.max(...[head, ...rows].map((row) => String(row[column]).length));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) =>
          typeof cell === 'number' ? String(cell).padStart(width(column)) : cell.padEnd(width(column)),
        )
        .join('  '),
    )
    .join('\n');
}
