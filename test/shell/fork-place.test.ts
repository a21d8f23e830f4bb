/** Proves how many forks of a shell lie before a part of its text, and where that is left open. */
import { expect, it } from 'vitest';
import type { Dialect } from '../../src/shell/ast.ts';
import { forkPlaceOf } from '../../src/shell/fork-place.ts';
import { outlineGrammar } from '../../src/shell/outline-grammar.ts';
import { parseScript } from '../../src/shell/parse.ts';

const LOOP = 'while :; do sleep 1; done';
const place = (text: string, shell: Dialect = 'bash', part = LOOP) => {
  const whole = text.replace('LOOP', LOOP);
  const start = whole.indexOf(part);
  return forkPlaceOf(parseScript(whole, shell, outlineGrammar), { start, end: start + part.length });
};

const EVER = Number.POSITIVE_INFINITY;

it.each<[string, number, number]>([
  ['LOOP', 0, 0],
  ['make; LOOP; make', 0, 0],
  ['if make; then { LOOP; }; fi', 0, 0],
  ['LOOP &', 1, 1],
  ['{ make; LOOP; } &', 1, 1],
  ['(LOOP)', 0, 1],
  ['(LOOP) &', 1, 2],
  ['make | LOOP', 1, 1],
  ['make | (LOOP) | wc', 1, 2],
  ['make | LOOP &', 1, 2],
  ['x=$(LOOP)', 1, 1],
  ['cat <(LOOP)', 1, 1],
  ['coproc { LOOP; }', 1, 1],
  ['f() { LOOP; }; f &', 1, 1],
  ['f() { (LOOP) & }; make | f; f', 1, 3],
  ['f() { LOOP; }; g() { f & }; (g)', 1, 2],
  ['f() { LOOP; }; f; $run', 0, EVER],
  ['f() { LOOP; }', 0, EVER],
  ['f() { LOOP; f; }', 0, EVER],
  ['shopt -s lastpipe; make | LOOP', 0, 2],
])('%s', (text, least, most) => expect(place(text)).toMatchObject({ least, most }));

it.each([
  ["trap '' TERM; LOOP", false],
  ['LOOP &', false],
  ['(make) & LOOP', true],
  ['make | { LOOP; }', true],
  ['LOOP; x=$(make)', true],
])('%s: forks elsewhere %s', (text, forksElsewhere) => expect(place(text)).toMatchObject({ forksElsewhere }));

it('leaves open who runs the last stage of a pipeline in other shells', () => {
  expect(place('make | LOOP', 'zsh')).toMatchObject({ least: 0 });
  expect(place('make | LOOP', 'sh')).toMatchObject({ least: 0 });
  expect(place('LOOP | wc', 'sh')).toMatchObject({ least: 1 });
});

it.each([
  ['LOOP', false, ''],
  ['make & LOOP', false, 'make'],
  ['f() { make; }; f & LOOP', false, 'f\nf() { make; }'],
  ['cat <(make); LOOP', false, '<(make)'],
  ['trap "make &" EXIT; LOOP', false, `trap "make &" EXIT; ${LOOP}`],
  ['f() { :; }; LOOP', false, ''],
])('%s: forks of its own %s, beside it %j', (text, forks, beside) => {
  expect(place(text)).toMatchObject({ forks, beside, text: LOOP });
});

it.each([
  'while :; do (make); done',
  'while :; do make | { wc; }; done',
  'while $(make); do :; done',
  'while :; do $RUN; done',
])('%s may fork', (loop) => expect(place(loop, 'bash', loop)).toMatchObject({ forks: true }));

it('knows nothing of a stretch in a string that is evaluated', () => {
  expect(place("eval 'LOOP'")).toBeNull();
  expect(place("trap '(LOOP) &' EXIT")).toBeNull();
});

it('knows nothing of a stretch in text that is not understood', () => {
  expect(place(`${'('.repeat(300)}LOOP${')'.repeat(300)}`)).toBeNull();
});

it('knows nothing of a stretch that is not there', () => {
  expect(forkPlaceOf(parseScript('make', 'bash', outlineGrammar), { start: 2, end: 40 })).toBeNull();
});
