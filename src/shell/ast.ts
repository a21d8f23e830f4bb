/**
 * Our own immutable syntax tree of shell text. `shell/convert` builds it from the grammar's tree in one place and is the
 * only file that knows tree-sitter's node names; everything after it sees these types alone.
 *
 * Spans are half-open ranges of UTF-16 code units in the *original* text, also where a dialect was rewritten first.
 */
import type { Span } from '../policy/finding.ts';

export type Dialect = 'bash' | 'sh' | 'zsh';

/** A parsed text. `status` is `partial` when a part is not understood (it is then an `unknown` command or word part). */
export type Script = {
  readonly text: string;
  readonly dialect: Dialect;
  readonly body: readonly Statement[];
  readonly status: 'complete' | 'partial' | 'unavailable';
  readonly problems: readonly string[];
};

/** One element of a `;`/newline/`&` list. `background`: `job` for `&`, `disowned` for zsh's `&!` and `&|`. */
export type Statement = {
  readonly span: Span;
  readonly command: Command;
  readonly background: 'no' | 'job' | 'disowned';
};

export type Command =
  | SimpleCommand
  | DeclarationCommand
  | Pipeline
  | AndOr
  | WhileLoop
  | ForInLoop
  | ForArithLoop
  | RepeatLoop
  | SelectLoop
  | IfCommand
  | CaseCommand
  | Group
  | Subshell
  | FunctionDefinition
  | AnonymousFunction
  | AlwaysBlock
  | TestCommand
  | ArithmeticCommand
  | Coprocess
  | UnknownCommand;

type Node = { readonly span: Span };
/** Every command can carry redirects; they apply to the whole of it. */
type Redirected = Node & { readonly redirects: readonly Redirect[] };

/** `A=1 B=2 name arg ...`; `words` is empty for a bare assignment or a bare redirect. */
export type SimpleCommand = Redirected & {
  readonly kind: 'simple';
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
};

/** `export`/`local`/`declare`/`typeset`/`readonly`/zsh `integer`, `float` ... with its operands in order. */
export type DeclarationCommand = Redirected & {
  readonly kind: 'declaration';
  readonly keyword: string;
  /** options and bare names */
  readonly words: readonly Word[];
  readonly assignments: readonly Assignment[];
};

/** At least one stage; one stage only when `negated` or `timed`. `timed` = the reserved word `time`. */
export type Pipeline = Node & {
  readonly kind: 'pipeline';
  readonly negated: boolean;
  readonly timed: boolean;
  readonly stages: readonly Command[];
};

export type AndOr = Node & {
  readonly kind: 'and-or';
  readonly operator: '&&' | '||';
  readonly left: Command;
  readonly right: Command;
};

export type WhileLoop = Redirected & {
  readonly kind: 'while';
  readonly until: boolean;
  readonly condition: readonly Statement[];
  readonly body: readonly Statement[];
};

/** `words` is null for `for x; do`, which walks the positional parameters. zsh may have several variables. */
export type ForInLoop = Redirected & {
  readonly kind: 'for-in';
  readonly variables: readonly string[];
  readonly words: readonly Word[] | null;
  readonly body: readonly Statement[];
};

/** `for ((init; condition; update))`; an absent part is null. */
export type ForArithLoop = Redirected & {
  readonly kind: 'for-arith';
  readonly init: Arithmetic | null;
  readonly condition: Arithmetic | null;
  readonly update: Arithmetic | null;
  readonly body: readonly Statement[];
};

/** zsh `repeat N`. */
export type RepeatLoop = Redirected & {
  readonly kind: 'repeat';
  readonly count: Word;
  readonly body: readonly Statement[];
};

export type SelectLoop = Redirected & {
  readonly kind: 'select';
  readonly variable: string;
  readonly words: readonly Word[] | null;
  readonly body: readonly Statement[];
};

export type IfCommand = Redirected & {
  readonly kind: 'if';
  readonly branches: readonly { readonly condition: readonly Statement[]; readonly body: readonly Statement[] }[];
  readonly otherwise: readonly Statement[] | null;
};

export type CaseCommand = Redirected & {
  readonly kind: 'case';
  readonly subject: Word;
  readonly arms: readonly CaseArm[];
};
/** `ending`: `;;` leaves, `;&` falls into the next body, `;;&` (zsh `;|`) goes on testing. */
export type CaseArm = {
  readonly patterns: readonly Word[];
  readonly body: readonly Statement[];
  readonly ending: ';;' | ';&' | ';;&';
};

export type Group = Redirected & { readonly kind: 'group'; readonly body: readonly Statement[] };
export type Subshell = Redirected & { readonly kind: 'subshell'; readonly body: readonly Statement[] };

export type FunctionDefinition = Redirected & {
  readonly kind: 'function';
  readonly name: string;
  readonly body: Command;
};
/** zsh `() { ... } args`: runs at once. */
export type AnonymousFunction = Redirected & {
  readonly kind: 'anonymous-function';
  readonly body: readonly Statement[];
  readonly arguments: readonly Word[];
};
/** zsh `{ ... } always { ... }`. */
export type AlwaysBlock = Redirected & {
  readonly kind: 'always';
  readonly body: readonly Statement[];
  readonly always: readonly Statement[];
};

/** `[[ ... ]]`. (`[ ... ]` and `test ...` stay simple commands.) */
export type TestCommand = Redirected & { readonly kind: 'test'; readonly expression: TestExpression };
/** `(( ... ))`. */
export type ArithmeticCommand = Redirected & { readonly kind: 'arithmetic'; readonly expression: Arithmetic };
export type Coprocess = Redirected & {
  readonly kind: 'coproc';
  readonly name: string | null;
  readonly command: Command;
};
/** Text that could not be converted; the script's status is then `partial`. */
export type UnknownCommand = Redirected & { readonly kind: 'unknown' };

/** `name=value`, `name+=value`, `name[index]=value`, `name=(a b)`. */
export type Assignment = Node & {
  readonly name: string;
  readonly append: boolean;
  readonly index: Word | null;
  readonly value: Word | null;
  /** the elements of an array assignment, else null (`value` is then null) */
  readonly elements: readonly Word[] | null;
};

export type RedirectOperator = '<' | '>' | '>>' | '>|' | '<>' | '&>' | '&>>' | '<&' | '>&' | '<<<' | '<<' | '<<-';
export type Redirect = Node & {
  readonly operator: RedirectOperator;
  /** the explicit descriptor before the operator: `2` in `2>`, `{fd}` as text; null when implied */
  readonly descriptor: string | null;
  /** the file, descriptor or here-string; for a here-document its body */
  readonly target: Word;
  /** here-documents only: the delimiter was quoted, so nothing in the body is expanded */
  readonly quoted: boolean;
};

/** One word before expansion. Its text is `script.text.slice(span.start, span.end)`. An empty `parts` is the empty string. */
export type Word = Node & { readonly parts: readonly WordPart[] };

export type WordPart =
  /** `value`: quotes and escapes removed. `quoted`: in quotes or escaped, so neither split, globbed nor brace-expanded. */
  | (Node & { readonly kind: 'literal'; readonly value: string; readonly quoted: boolean })
  | ParameterExpansion
  | (Node & { readonly kind: 'command-substitution'; readonly body: readonly Statement[]; readonly quoted: boolean })
  | (Node & {
      readonly kind: 'process-substitution';
      readonly direction: '<' | '>';
      readonly body: readonly Statement[];
    })
  | (Node & { readonly kind: 'arithmetic-expansion'; readonly expression: Arithmetic; readonly quoted: boolean })
  /** `{a,b}` and `{1..9..2}`, unquoted, in bash and zsh; under sh it is a literal */
  | (Node & { readonly kind: 'brace-list'; readonly items: readonly Word[] })
  | (Node & { readonly kind: 'brace-range'; readonly from: string; readonly to: string; readonly step: string | null })
  /** an unquoted `*`, `?`, `[...]`, extglob, or zsh qualifier; `value` is its text */
  | (Node & { readonly kind: 'glob'; readonly value: string })
  | (Node & { readonly kind: 'unknown'; readonly quoted: boolean });

/**
 * `$name`, `${name}`, `${name:-word}`, `${#name}`, `${name%pattern}`, `${name[index]}` ...
 * `operator` is '' for a plain use; `length` for `${#name}`; else the operator's text: `:-` `-` `:=` `=` `:+` `+` `:?` `?` `#` `##` `%`
 * `%%` `/` `//` `^` `^^` `,` `,,` `:` (substring) `@Q` ... or `other`. `name` may be special: `1` `@` `*` `#` `?` `$` `!` `-` `0`.
 */
export type ParameterExpansion = Node & {
  readonly kind: 'parameter';
  readonly name: string;
  readonly operator: string;
  readonly argument: Word | null;
  readonly index: Word | null;
  readonly quoted: boolean;
};

export type Arithmetic = Node &
  /** `fraction`: zsh's `6.5` and `6.` are no whole numbers */
  (
    | { readonly kind: 'number'; readonly value: number; readonly fraction?: boolean }
    /** `n` or `$n` or `${n}` plain; `index` for an array element */
    | { readonly kind: 'variable'; readonly name: string; readonly index: Arithmetic | null }
    /** `$(cmd)`, `${#a[@]}`, a quoted string, ... inside arithmetic */
    | { readonly kind: 'word'; readonly word: Word }
    | { readonly kind: 'unary'; readonly operator: '!' | '~' | '-' | '+'; readonly operand: Arithmetic }
    | { readonly kind: 'step'; readonly operator: '++' | '--'; readonly prefix: boolean; readonly name: string }
    /** `operator` without the `=`: `''` for `=`, `+` for `+=`, ... */
    | { readonly kind: 'assign'; readonly operator: string; readonly name: string; readonly value: Arithmetic }
    | { readonly kind: 'binary'; readonly operator: string; readonly left: Arithmetic; readonly right: Arithmetic }
    | { readonly kind: 'ternary'; readonly test: Arithmetic; readonly yes: Arithmetic; readonly no: Arithmetic }
    | { readonly kind: 'comma'; readonly items: readonly Arithmetic[] }
    | { readonly kind: 'unknown' }
  );

export type TestExpression = Node &
  (
    | { readonly kind: 'word'; readonly word: Word }
    | { readonly kind: 'unary'; readonly operator: string; readonly operand: Word }
    | { readonly kind: 'binary'; readonly operator: string; readonly left: Word; readonly right: Word }
    | { readonly kind: 'not'; readonly operand: TestExpression }
    | { readonly kind: 'and' | 'or'; readonly left: TestExpression; readonly right: TestExpression }
    | { readonly kind: 'unknown' }
  );
