/** One word after expansion, and a command made of such words. */
import type { Span } from '../../policy/finding.ts';
import type { Operand } from '../programs/describe.ts';
import { type Atoms, isKnown, knownStart, onlyAtom } from '../values/atoms.ts';

export type Field = {
  readonly text: string;
  /** at run time it may be no word at all, or several */
  readonly unsure: boolean;
  /** it was quoted in part, so it stays a word also when empty */
  readonly quoted: boolean;
  readonly span: Span;
};

/** Words that are run as a command: name first. */
export type Call = {
  readonly fields: readonly Field[];
  /** the whole command, as a person would point at it */
  readonly span: Span;
  /** what its name may be: `command x` finds no function, `timeout 5 x` no builtin either */
  readonly finds: 'everything' | 'builtins' | 'programs';
};

/** The words as the tables take them. */
export function operandsOf(fields: readonly Field[]): readonly Operand[] {
  return fields.map(({ text, unsure }) => {
    if (!unsure && isKnown(text)) return { value: text };
    const option = text.startsWith('-') ? knownStart(text) : '';
    return option.length > 1 ? { value: undefined, option } : { value: undefined };
  });
}

/** How many words the fields are, or undefined when that is only known at run time. */
export function countFields(atoms: Atoms, fields: readonly Field[]): number | undefined {
  let count = 0;
  for (const field of fields) {
    const atom = onlyAtom(atoms, field.text);
    if (atom?.kind === 'many') count += atom.count;
    else if (field.unsure) return undefined;
    else count += 1;
  }
  return count;
}

/** The texts of the fields, joined by blanks. */
export function joinFields(fields: readonly Field[]): string {
  return fields.map((field) => field.text).join(' ');
}
