/** The real shells that serve as oracles, and where they are. */
import type { Dialect } from '../../src/shell/ast.ts';

export type Shell = 'bash' | 'dash' | 'zsh';

export const SHELLS: readonly Shell[] = ['bash', 'dash', 'zsh'];

/** The dialect that the analysis is told for a text that `shell` runs. */
export const DIALECT_OF = { bash: 'bash', dash: 'sh', zsh: 'zsh' } as const satisfies Record<Shell, Dialect>;
