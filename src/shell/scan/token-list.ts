/** The list that a scan of commands fills, and where in a command it stands. */
import type { Scan } from './scan.ts';
import type { Token } from './token.ts';

export type List = {
  readonly tokens: Token[];
  /** open parentheses and `case`s: a `)` after a pattern closes neither */
  readonly frames: ('paren' | 'case' | 'brace-case')[];
  /**
   * `begun`: behind assignments and redirects, where the command's name is still to come but none is reserved;
   * `after`: right behind a compound command, where redirects and reserved words may follow
   */
  position: 'command' | 'begun' | 'arguments' | 'after' | 'pattern';
  /** the command's name is `export`, `local` ..., so its operands may be assignments */
  declaring: boolean;
};

/** Appends a token. */
export function push(scan: Scan, list: List, token: Token): void {
  scan.effort.tokens -= 1;
  list.tokens.push(token);
}
