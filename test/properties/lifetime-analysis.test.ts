/**
 * Proves that the analysis answers every text: it never throws, its spans lie in the text that they are about, the same text
 * gives the same answer, and hostile texts are answered quickly. Not: that the answers are right.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import type { Dialect } from '../../src/shell/ast.ts';
import { analyze } from '../lifetime/analyzing.ts';
import { anyText, validScript } from './shell-text.ts';

const RUNS = process.env.LIFETIME_WATCH_LANE === 'deep' ? 20_000 : 400;
/** of processor time */
const MOST_MS = 1_500;

const LIVELY = [
  'sleep 300',
  'tail -f x',
  'n=$((n+1))',
  '[ $n -lt 5 ]',
  'nc -z h 1',
  'break',
  'continue 2',
  'exit 1',
  'return',
  'wait',
  'kill $!',
  "trap 'kill $p' EXIT",
  'timeout 60 ',
  'bash -c ',
  'eval ',
  'read -r l',
  'shift',
  'set -e',
  'x=$(cat)',
  'local n=1',
  'xargs -n1 ',
  'nohup ',
  ' &',
];

const dialects = fc.constantFrom<Dialect>('bash', 'sh', 'zsh');
const texts = fc.oneof(
  anyText,
  validScript,
  fc.array(fc.oneof(fc.constantFrom(...LIVELY), anyText), { maxLength: 12 }).map((parts) => parts.join(' ')),
  fc
    .array(fc.constantFrom(...LIVELY, '; do ', '; done', 'while ', 'until ', '; ', ' || ', ' && ', '( ', ' )', '\n'), {
      maxLength: 25,
    })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

describe('any text', () => {
  it('is answered, with spans inside the text and the same answer each time', () => {
    fc.assert(
      fc.property(texts, dialects, fc.boolean(), (text, shell, background) => {
        const analysis = analyze(text, { shell, background });
        for (const { span } of [...analysis.findings.filter((one) => one.file === undefined), ...analysis.leftovers]) {
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeGreaterThanOrEqual(span.start);
          expect(span.end).toBeLessThanOrEqual(text.length);
        }
        expect(analyze(text, { shell, background })).toEqual(analysis);
      }),
      { seed: 7, numRuns: RUNS },
    );
  });

  it.each(['', ' ', '\0', '\0\0\0', '\ud800', '\udfff\ud800', '\ue000', '"', "'", '$(', '<<E', '&', '`', ';;', '#!'])(
    '%j is never refused',
    (text) => {
      for (const shell of ['bash', 'sh', 'zsh'] as const) {
        expect(judgeCommand(analyze(text, { shell }), DEFAULT_POLICY.commands).verdict).toBe('allow');
      }
    },
  );

  it('takes icons of a private font for what they are', () => {
    const icons = 'echo "\ue0b0 \uf8ff"; while true; do echo "\ue000"; sleep 1; done';
    expect(analyze(icons).findings.map(({ kind }) => kind)).toContain('unbounded-loop');
  });
});

const nested = (opening: string, inner: string, closing: string, depth: number) =>
  `${opening.repeat(depth)}${inner}${closing.repeat(depth)}`;

describe('hostile texts are answered in time', () => {
  it.each([
    ['loops in loops', nested('for i in 1 2; do ', 'ls; ', 'done; ', 40)],
    ['counters in counters', nested('while [ $n -lt 5 ]; do n=$((n+1)); ', 'ls; ', 'done; ', 14)],
    ['doubling in doubling', nested('for i in 1 2 3; do n=$((n*2)); ', 'ls; ', 'done; ', 12)],
    ['probes in probes', nested('while nc -z h 1; do ', 'ls; ', 'done; ', 60)],
    ['calls that branch', 'f() { f $(($1-1)); f $(($1-2)); }; f 30'],
    ['functions that call each other', 'a() { b; b; }; b() { a; a; }; a'],
    ['a text that makes itself longer', "x='x=$x$x; eval $x'; eval $x"],
    ['a value that doubles', `x=a; ${'x=$x$x; '.repeat(60)}echo $x`],
    ['braces that multiply', `echo ${'{a,b}'.repeat(300)}`],
    ['a range', 'for i in {1..100000000}; do sleep 1; done'],
    ['many names', Array.from({ length: 8000 }, (_, at) => `v${at}=${at}`).join(';')],
    ['many children', 'make & '.repeat(8000)],
    ['many choices', 'if nc -z h 1; then n=$((n+1)); fi; '.repeat(2000)],
    ['many choices in a loop', `while nc -z h 1; do ${'if nc -z h 2; then n=$((n+1)); fi; '.repeat(400)}done`],
    ['a trap that traps', 'trap \'trap "exit" EXIT; exit\' EXIT; exit'],
    ['an alias of itself', 'shopt -s expand_aliases\nalias a="b; b" b="a; a"\na'],
    [
      'a pattern that backtracks',
      `x=${'a'.repeat(900)}; case $x in ${'*a'.repeat(300)}b) ls ;; esac; echo \${x%${'*a'.repeat(300)}b}`,
    ],
    ['a long pipe of readers', `yes ${'| while read -r x; do echo $x; done '.repeat(300)}`],
  ])('%s', (_, text) => {
    const before = process.cpuUsage();
    expect(['complete', 'partial']).toContain(analyze(text).status);
    const { user } = process.cpuUsage(before);
    expect(user / 1000).toBeLessThan(MOST_MS);
  });
});
