/** Proves that the rows that the hook makes from text are the rows of the tables. */
import { describe, expect, it } from 'vitest';
import { programRows } from '../../../src/lifetime/programs/program-index.ts';
import { formatRows, rowsIn } from '../../../src/lifetime/programs/rows-as-text.ts';
import { rowsByName } from '../../../src/lifetime/programs/rows-by-name.ts';

const inText = rowsIn(formatRows(programRows));
const names = programRows.flatMap((row) => row.names);

describe('rows as text', () => {
  it('are the same rows under the same names', () => {
    for (const name of names) {
      const { catches: _, spares: __, ...told } = rowsByName.get(name) ?? { catches: [], spares: [] };
      expect(inText.get(name), name).toEqual(told);
      expect(inText.has(name)).toBe(true);
    }
  });

  it('hold patterns, as patterns', () => {
    const tests = names.flatMap((name) => inText.get(name)?.cases ?? []).flatMap(({ first, some }) => [first, some]);
    expect(tests.some((test) => test instanceof RegExp)).toBe(true);
  });

  it('are plain ASCII, whatever they hold', () => {
    const { names: known, rows } = formatRows([{ names: ['x'], catches: [], spares: [], filesShift: 'é😀' }]);
    expect(known + rows).toMatch(/^[ -~]*$/);
    expect(rowsIn({ names: known, rows }).get('x')).toEqual({ names: ['x'], filesShift: 'é😀' });
  });

  it('are not written when they hold what text cannot', () => {
    const row = { names: ['x'], catches: [], spares: [], files: Number.POSITIVE_INFINITY };
    expect(() => formatRows([row])).toThrow(/cannot be written as text: files/);
  });

  it.each(['', ' ', '=', 'no-such-program', 'npm=', 'np', 'pm', ' npm', '__proto__', '0+1', 'npm '])(
    'know no program %j',
    (name) => {
      expect(inText.get(name)).toBeUndefined();
      expect(inText.has(name)).toBe(false);
    },
  );
});
