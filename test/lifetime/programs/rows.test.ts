// Walks every row of the tables: what it catches and what it spares.
import { describe, expect, it } from 'vitest';
import type { CommandDescription } from '../../../src/lifetime/programs/describe.ts';
import { describeCommand } from '../../../src/lifetime/programs/describe-command.ts';
import { describers } from '../../../src/lifetime/programs/describers.ts';
import { programRows } from '../../../src/lifetime/programs/program-index.ts';
import { operandsOf } from './words.ts';

function caught(description: CommandDescription): boolean {
  if (description.kind !== 'program') return true;
  const { bound, role, returnsAtOnce } = description;
  return bound.kind === 'endless' || bound.kind === 'conditional' || role === 'slow' || returnsAtOnce === true;
}

const look = (example: string): CommandDescription => describeCommand(operandsOf(example), { dialect: 'bash' });

describe('every row catches and spares what it says', () => {
  for (const row of programRows) {
    const name = row.names[0] ?? '';
    it.each(row.catches)(`${name} catches: %s`, (example) => {
      expect(look(example)).toSatisfy(caught);
    });
    it.each(row.spares)(`${name} spares: %s`, (example) => {
      expect(look(example)).not.toSatisfy(caught);
    });
  }
});

describe('the tables', () => {
  it('know each name once', () => {
    const names = programRows.flatMap((row) => row.names);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('have an example for each row', () => {
    expect(programRows.filter((row) => row.catches.length + row.spares.length === 0).map((row) => row.names)).toEqual(
      [],
    );
  });

  it('name every describer once', () => {
    expect(Object.keys(describers)).toEqual([...new Set(Object.keys(describers))]);
  });
});
