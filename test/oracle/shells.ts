/** The real shells that serve as oracles, and where they are. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Dialect } from '../../src/shell/ast.ts';

export type Shell = 'bash' | 'dash' | 'zsh';

export const SHELLS: readonly Shell[] = ['bash', 'dash', 'zsh'];

/** The dialect that the analysis is told for a text that `shell` runs. */
export const DIALECT_OF = { bash: 'bash', dash: 'sh', zsh: 'zsh' } as const satisfies Record<Shell, Dialect>;

/** The path of a shell, or undefined where it is not installed. */
export function findShell(shell: string): string | undefined {
  const candidates = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, shell));
  return candidates.find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
