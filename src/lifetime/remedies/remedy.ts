/** What to write instead, as data; the text is made only for findings that are reported. */
import type { Dialect } from '../../shell/ast.ts';

export type Remedy =
  | { readonly kind: 'none' }
  /** put a limit in front of a program; `before` holds its assignments and redirects, which must stay in front of the limit */
  | { readonly kind: 'limit-program'; readonly before: string; readonly text: string }
  /** put the limit in front of a shell that runs the text; `names`: variables that it needs of this one */
  | {
      readonly kind: 'limit-text';
      readonly text: string;
      readonly dialect: Dialect;
      readonly names?: readonly string[];
    }
  /** the text itself, with `<seconds>` or `<n>` left to fill in */
  | { readonly kind: 'spelled'; readonly text: string };

export const NO_REMEDY: Remedy = { kind: 'none' };
