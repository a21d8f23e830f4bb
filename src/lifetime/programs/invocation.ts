import type { Operand } from './describe.ts';

/** A command line whose program word is `operands[at]`, known to the tables as `name`. */
export type Invocation = { readonly name: string; readonly operands: readonly Operand[]; readonly at: number };
