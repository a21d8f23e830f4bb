/**
 * The outline of a list of tokens: the shortest text with the same nesting, in which each simple command is one letter.
 * It is what the grammar parses. So the grammar decides how commands nest and is never shown the words, which it reads
 * wrongly in many valid texts (`a <<EOF &`, `coproc`, `time`, redirects behind a list, zsh's globs ...).
 */
import type { Dialect } from './ast.ts';
import type { Token } from './scan/token.ts';

/** A piece of the outline: the tokens that it stands for, what stood before it and what followed its closing word. */
export type Item = {
  readonly start: number;
  end: number;
  readonly tokens: Token[];
  readonly prefixes: readonly Extract<Token, { kind: 'prefix' }>[];
  /** redirects, and the arguments of an anonymous function, behind a closing word */
  readonly suffix: Token[];
};

export type Outline = {
  readonly text: string;
  readonly items: readonly Item[];
  /** how deep its commands nest at most */
  readonly depth: number;
};

/** is an error wherever it stands */
const INVALID = '| | ';

type Draft = {
  /** zsh lets a `;` stand where a command may begin, as in `do; a; done` */
  readonly lenient: boolean;
  text: string;
  items: Item[];
  prefixes: readonly Extract<Token, { kind: 'prefix' }>[];
  /** the last piece ended a command, so a separator may or must follow */
  ended: boolean;
  /** the item that further words and redirects join */
  open: Item | null;
  level: number;
  depth: number;
};

/** Makes the outline of `tokens`. */
export function outlineTokens(tokens: readonly Token[], dialect: Dialect): Outline {
  const draft: Draft = {
    lenient: dialect === 'zsh',
    text: '',
    items: [],
    prefixes: [],
    ended: false,
    open: null,
    level: 0,
    depth: 0,
  };
  for (const token of tokens) add(draft, token);
  addDangling(draft);
  return { text: draft.text, items: draft.items, depth: draft.depth };
}

function add(draft: Draft, token: Token): void {
  switch (token.kind) {
    case 'word':
    case 'assignment':
    case 'redirect':
    case 'unknown':
      addToCommand(draft, token);
      return;
    case 'empty':
      addItem(draft, token, { text: 'a ', ended: true, joins: false });
      return;
    case 'test':
    case 'arithmetic':
      separate(draft);
      addItem(draft, token, { text: 'a ', ended: true, joins: true });
      return;
    case 'header':
      draft.level += 1;
      separate(draft);
      addItem(draft, token, { text: 'for a ', ended: true, joins: false });
      return;
    case 'case':
      draft.level += 1;
      separate(draft);
      addItem(draft, token, { text: 'case a in ', ended: false, joins: false });
      return;
    case 'pattern':
      addItem(draft, token, { text: 'a) ', ended: false, joins: false });
      return;
    case 'prefix':
      draft.prefixes = [...draft.prefixes, token];
      draft.open = null;
      return;
    case 'reserved':
      addReserved(draft, token);
      return;
    case 'operator':
      addOperator(draft, token);
      return;
  }
}

/** Two commands without a separator must not read as a command and its argument. */
function separate(draft: Draft): void {
  if (draft.ended) draft.text += INVALID;
}

function addToCommand(draft: Draft, token: Token): void {
  const { open } = draft;
  if (open === null) addItem(draft, token, { text: 'a ', ended: true, joins: true });
  else if (isCompound(open)) open.suffix.push(token);
  else open.tokens.push(token);
}

function isCompound(item: Item): boolean {
  const kind = item.tokens[0]?.kind;
  return kind !== 'word' && kind !== 'assignment' && kind !== 'redirect' && kind !== 'unknown';
}

type Piece = { readonly text: string; readonly ended: boolean; readonly joins: boolean };

function addItem(draft: Draft, token: Token, piece: Piece): void {
  const start = draft.text.length;
  const end = start + piece.text.trimEnd().length;
  const item: Item = { start, end, tokens: [token], prefixes: draft.prefixes, suffix: [] };
  draft.text += piece.text;
  draft.items.push(item);
  if (draft.prefixes.length > 0) draft.prefixes = [];
  draft.ended = piece.ended;
  draft.open = piece.joins ? item : null;
  if (draft.level > draft.depth) draft.depth = draft.level;
}

function addReserved(draft: Draft, token: Extract<Token, { kind: 'reserved' }>): void {
  const { text } = token;
  const opens = text === 'if' || text === 'while' || text === 'until' || text === '{' || text === 'always';
  const closes = text === 'fi' || text === 'done' || text === '}' || text === 'esac';
  if (!opens) addDangling(draft);
  if (opens) separate(draft);
  if (opens) draft.level += 1;
  else if (draft.ended) draft.text += '; ';
  if (closes) draft.level -= 1;
  addItem(draft, token, { text: text === 'always' ? '{ ' : `${text} `, ended: closes, joins: closes });
}

function addOperator(draft: Draft, token: Extract<Token, { kind: 'operator' }>): void {
  const { text } = token;
  if (text === '(') {
    separate(draft);
    draft.level += 1;
    addItem(draft, token, { text: '( ', ended: false, joins: false });
    return;
  }
  const blank = text === '\n' || (text === ';' && draft.lenient && !joins(draft.items.at(-1)));
  if (blank && (!draft.ended || draft.prefixes.length > 0)) return;
  addDangling(draft);
  if (text === ')') {
    draft.level -= 1;
    addItem(draft, token, { text: ') ', ended: true, joins: true });
    return;
  }
  const shown = text === '\n' ? ';' : text === '&!' || text === '&|' ? '&' : text;
  addItem(draft, token, { text: `${shown} `, ended: false, joins: false });
}

function joins(item: Item | undefined): boolean {
  const token = item?.tokens[0];
  return token?.kind === 'operator' && ['&&', '||', '|', '|&'].includes(token.text);
}

/** A prefix without a command stands before an empty one: a lone `!` is valid, a lone `coproc` is not. */
function addDangling(draft: Draft): void {
  const [first] = draft.prefixes;
  if (first === undefined) return;
  const { prefix, span } = first;
  const kind = prefix.kind === 'not' || prefix.kind === 'time' ? 'empty' : 'unknown';
  addItem(draft, { kind, span: { start: span.end, end: span.end } }, { text: 'a ', ended: true, joins: false });
}
