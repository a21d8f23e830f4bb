/** Proves that a mistake in a command line is one line that names the flag, what it takes and what it was given. */
import { describe, expect, it } from 'vitest';
import { parseFlags } from '../../src/commands/flags.ts';
import { pidOf } from '../../src/commands/scan-flags.ts';
import { KnownError } from '../../src/errors.ts';

const table = {
  pid: { type: 'string' },
  why: { type: 'string' },
  json: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
} as const;
const parse = (...argv: readonly string[]) => parseFlags('explain', argv, table, { min: 0, max: 2 });

describe('a value that begins with a minus', () => {
  it.each([
    ['-1', ['--pid', '-1']],
    ['-1', ['--pid=-1']],
    ['-x y', ['--pid', '-x y', '--json']],
  ])('%s is taken as a value', (value, argv) => {
    expect(parse(...argv).text('pid')).toBe(value);
  });

  it('is what the command says it should be, or not', () => {
    expect(() => pidOf('explain', parse('--pid', '-1').text('pid'))).toThrow(
      "explain: --pid: expected the id of a process, got '-1'",
    );
  });

  it('is an operand behind --', () => {
    expect(parse('--json', '--', '--pid', '-1').operands).toEqual(['--pid', '-1']);
  });
});

describe('a flag', () => {
  it.each([
    ['without its value', ['--pid'], 'explain: --pid: expected a value, got none'],
    ['in place of a value', ['--why', '--json'], "explain: --why: expected a value, got the flag '--json'"],
    ['in its short form in place of a value', ['--why', '-y'], "explain: --why: expected a value, got the flag '-y'"],
    ['that takes no value', ['--json=yes'], "explain: --json: expected no value, got 'yes'"],
    ['that there is not', ['--jsn'], "explain: Unknown option '--jsn'; known flags: --pid --why --json --yes"],
    ['with a minus that there is not', ['-1'], "explain: Unknown option '-1'; known flags: --pid --why --json --yes"],
  ])('%s is one line', (_, argv, expected) => {
    expect(() => parse(...argv)).toThrow(new KnownError(expected));
  });
});
