// Whatever words a command has: a description comes back, and every index in it lies inside the words.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CommandDescription, Operand } from '../../src/lifetime/programs/describe.ts';
import { describeCommand } from '../../src/lifetime/programs/describe-command.ts';
import { describers } from '../../src/lifetime/programs/describers.ts';
import { programRows } from '../../src/lifetime/programs/program-index.ts';
import { shellNames } from '../../src/lifetime/programs/shells.ts';
import { operandsOf } from '../lifetime/programs/words.ts';

const RUNS = { seed: 20261130, numRuns: 3000 };
const names = [
  ...programRows.flatMap((row) => row.names),
  ...Object.keys(describers),
  ...shellNames,
  'python3',
  'node',
  'ruby',
];
const pieces = [
  ...new Set(
    programRows
      .flatMap((row) => [...row.catches, ...row.spares])
      .flatMap((example) => operandsOf(example))
      .map(({ value }) => value),
  ),
];

const operand: fc.Arbitrary<Operand> = fc
  .oneof(
    fc.constantFrom(...pieces),
    fc.constantFrom('--', '-', ';', '+', '-c', '-f', '5', '5s', '', '--x=', undefined),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  .map((value) => ({ value }));
const commands = fc
  .tuple(fc.constantFrom(...names), fc.array(operand, { maxLength: 8 }))
  .map(([name, rest]): readonly Operand[] => [{ value: name }, ...rest]);

function indicesOf(found: CommandDescription): readonly number[] {
  if (found.kind === 'wrapper') return [found.from, (found.to ?? found.from + 1) - 1];
  if (found.kind !== 'script') return [];
  const { source } = found;
  if (source.kind === 'file') return [source.index];
  return source.kind === 'operand' ? [source.index, (source.end ?? source.index + 1) - 1] : [];
}

function checkIndices(operands: readonly Operand[]): void {
  for (const index of indicesOf(describeCommand(operands, { dialect: 'bash' }))) {
    expect(index, operands.map(({ value }) => value).join(' ')).toBeGreaterThan(0);
    expect(index, operands.map(({ value }) => value).join(' ')).toBeLessThan(operands.length);
  }
}

it('points only at words that are there, wherever an example is cut and whatever option comes last', () => {
  for (const row of programRows) {
    for (const example of [...row.catches, ...row.spares]) {
      const operands = operandsOf(example);
      for (let length = 1; length <= operands.length; length++) {
        const begun = operands.slice(0, length);
        checkIndices(begun);
        for (const value of ['-c', '--command', '-s', '-x', '--', '-e', '-f', '--run', '-S', '-exec', '-m'])
          checkIndices([...begun, { value }]);
      }
    }
  }
  for (const name of names)
    for (const value of ['-c', '-f', '-s', '-e', '-x', '-S', '--', '-exec', '--run'])
      checkIndices([{ value: name }, { value }]);
});

it('describeCommand points only at words that are there', () => {
  fc.assert(
    fc.property(commands, (operands) => {
      checkIndices(operands);
      const found = describeCommand(operands, { dialect: 'bash' });
      if (found.kind === 'program' && found.bound.kind === 'within') expect(found.bound.seconds).toBeGreaterThan(0);
    }),
    RUNS,
  );
});

it('says the same of the same words, and takes any words at all', () => {
  fc.assert(
    fc.property(fc.array(operand, { maxLength: 6 }), (operands) => {
      expect(describeCommand(operands, { dialect: 'zsh' })).toEqual(describeCommand(operands, { dialect: 'zsh' }));
    }),
    RUNS,
  );
});
