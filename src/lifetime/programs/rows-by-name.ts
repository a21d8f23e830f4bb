/** Every row by its names. The hook's build puts the same rows here as text: see `rows-as-text`. */
import { programRows } from './program-index.ts';
import type { ProgramRow } from './program-row.ts';

export type RowLookup = { has(name: string): boolean; get(name: string): ProgramRow | undefined };

/** Built once; of two rows with one name the first counts (a test asserts that there are none). */
export const rowsByName: RowLookup = new Map(
  [...programRows].reverse().flatMap((row) => row.names.map((name) => [name, row] as const)),
);
