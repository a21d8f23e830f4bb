import type { Operand } from '../../../src/lifetime/programs/describe.ts';

/** Splits a row's example into words: quotes and backslashes as a shell takes them, no expansions; `$NAME` is unknown. */
export function operandsOf(example: string): readonly Operand[] {
  const words = example.match(/(?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+/g) ?? [];
  return words.map((word) => {
    if (/^"?\$\w+"?$/.test(word)) return { value: undefined };
    return {
      value: word.replaceAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g, (_, single, double, bare) =>
        unquote(single, double, bare),
      ),
    };
  });
}

function unquote(single: string | undefined, double: string | undefined, bare: string | undefined): string {
  if (single !== undefined) return single;
  if (double !== undefined) return double.replaceAll(/\\([\\"$`])/g, '$1');
  return bare ?? '';
}
