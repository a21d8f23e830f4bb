/**
 * The tokens of shell text. Words, redirects, arithmetic and tests are already converted when the token is made; what
 * is left for the grammar is how commands nest (`shell/outline`).
 */
import type { Span } from '../../policy/finding.ts';
import type { Arithmetic, Assignment, Redirect, TestExpression, Word } from '../ast.ts';

/** Reserved words that the outline keeps. `then`, `do` ... may also be made by a dialect's rewrite. */
export type Reserved =
  | 'if'
  | 'then'
  | 'elif'
  | 'else'
  | 'fi'
  | 'while'
  | 'until'
  | 'do'
  | 'done'
  | '{'
  | '}'
  | 'esac'
  | 'end'
  | 'always';

export type Operator = '\n' | ';' | '&' | '&!' | '&|' | '&&' | '||' | '|' | '|&' | '(' | ')' | ';;' | ';&' | ';;&';

/** The head of a loop that is not `while` or `until`; its body follows. */
export type Header =
  | { readonly kind: 'for-in'; readonly variables: readonly string[]; readonly words: readonly Word[] | null }
  | { readonly kind: 'select'; readonly variable: string; readonly words: readonly Word[] | null }
  | {
      readonly kind: 'for-arith';
      readonly init: Arithmetic | null;
      readonly condition: Arithmetic | null;
      readonly update: Arithmetic | null;
    }
  | { readonly kind: 'repeat'; readonly count: Word };

/** What stands before a command and changes it. */
export type Prefix =
  | { readonly kind: 'not' }
  | { readonly kind: 'time' }
  | { readonly kind: 'coproc'; readonly name: string | null }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'anonymous' };

type Located = { readonly span: Span };
export type Token = Located &
  (
    | { readonly kind: 'word'; readonly word: Word }
    | { readonly kind: 'assignment'; readonly assignment: Assignment }
    | { readonly kind: 'redirect'; readonly redirect: Redirect }
    | { readonly kind: 'test'; readonly expression: TestExpression }
    | { readonly kind: 'arithmetic'; readonly expression: Arithmetic }
    | { readonly kind: 'header'; readonly header: Header; readonly foreach?: boolean }
    | { readonly kind: 'case'; readonly subject: Word }
    | { readonly kind: 'pattern'; readonly patterns: readonly Word[] }
    | { readonly kind: 'prefix'; readonly prefix: Prefix }
    | { readonly kind: 'reserved'; readonly text: Reserved }
    | { readonly kind: 'operator'; readonly text: Operator }
    /** an empty body, where the dialect has one */
    | { readonly kind: 'empty' }
    /** text that no rule understands */
    | { readonly kind: 'unknown' }
  );
