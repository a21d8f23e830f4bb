import { describe, expect, it } from 'vitest';
import type { ReadingStyle } from '../../../src/lifetime/programs/option-reader.ts';
import { isOn, optionGrammar, optionValue, readOptions } from '../../../src/lifetime/programs/option-reader.ts';
import { operandsOf } from './words.ts';

const GRAMMAR = optionGrammar('n: c: lines= follow? d?');

function read(line: string, style: Partial<ReadingStyle> = {}): string {
  const operands = operandsOf(line);
  const reading = readOptions(operands, 0, { grammar: GRAMMAR, ...style });
  const options = reading.options.map(({ name, value }) => (value === null ? name : `${name}=${value.value ?? '?'}`));
  const words = style.stop === true ? operands.slice(reading.rest) : reading.words.map((index) => operands[index]);
  return `${options.join(' ')} | ${words.map((operand) => operand?.value ?? '?').join(' ')}`;
}

describe('readOptions', () => {
  const rows: readonly (readonly [line: string, expected: string])[] = [
    ['-f x', 'f | x'],
    ['-Fn0 x', 'F n=0 | x'],
    ['-n0 x', 'n=0 | x'],
    ['-n 0 x', 'n=0 | x'],
    ['-n -5 x', 'n=-5 | x'],
    ['x -f', 'f | x'],
    ['-n 5 -- -f', 'n=5 | -f'],
    ['--lines=3 x', 'lines=3 | x'],
    ['--lines 3 x', 'lines=3 | x'],
    ['--follow=name x', 'follow=name | x'],
    ['--follow x', 'follow | x'],
    ['-d5 x', 'd=5 | x'],
    ['-d 5 x', 'd | 5 x'],
    ['--unlisted x', 'unlisted | x'],
    ['--unlisted=v x', 'unlisted=v | x'],
    ['--lin 3', 'lin | 3'],
    ['-w=false x', 'w=false | x'],
    ['- x', ' | - x'],
    ['-n', 'n | '],
    ['-n $V x', 'n=? | x'],
    ['$V -f', 'f | ?'],
  ];
  it.each(rows)('%s -> %s', (line, expected) => {
    expect(read(line)).toBe(expected);
  });

  it('stops at the first operand, or behind --', () => {
    expect(read('-n 5 cmd -f x', { stop: true })).toBe('n=5 | cmd -f x');
    expect(read('-n 5 -- -cmd -f', { stop: true })).toBe('n=5 | -cmd -f');
  });

  it('reads whole names behind one dash, and plus options, where a program has them', () => {
    expect(read('-lines 5 -x y', { singleDash: true })).toBe('lines=5 x | y');
    expect(read('+e +x y', { plus: true })).toBe('e x | y');
    expect(read('+e y')).toBe(' | +e y');
  });

  it('lets the last of an option count', () => {
    const reading = readOptions(operandsOf('--watch --watch=false -n 1 -n 2'), 0, { grammar: GRAMMAR });
    expect(isOn(reading, 'w|watch')).toBe(false);
    expect(optionValue(reading, 'n|lines')).toEqual({ value: '2' });
    expect(optionValue(reading, 'c')).toBeUndefined();
  });
});
