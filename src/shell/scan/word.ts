/** Words: literals, quotes, globs and braces. `$...` is in `expansion.ts`. */
import type { Word, WordPart } from '../ast.ts';
import { readBraces } from './brace.ts';
import {
  AT,
  BACKSLASH,
  BACKTICK,
  BANG,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COMMA,
  DOLLAR,
  DOUBLE_QUOTE,
  EQUALS,
  GREATER,
  isBlank,
  isMeta,
  isOrdinary,
  LESS,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  PLUS,
  QUESTION,
  RETURN,
  SINGLE_QUOTE,
  STAR,
} from './characters.ts';
import { rangeGlobEnd, readBracketGlob, readParenGlob, readRangeGlob } from './glob.ts';
import { pushLiteral, readDoubleQuotes, readEscape, readSingleQuotes } from './quotes.ts';
import { codeAt, nested, type Scan, spanOf, type WordMode } from './scan.ts';
import { readBackticks, readProcessSubstitution } from './substitution.ts';

/** Reads one word; null when none begins here. */
export function readWord(scan: Scan, mode: WordMode = 'word'): Word | null {
  const start = scan.pos;
  const parts = scan.readers.parts(scan, mode);
  return scan.pos === start ? null : { span: spanOf(scan, start, scan.pos), parts };
}

/** Reads a word that may be empty, such as an assignment's value. */
export function readOptionalWord(scan: Scan, mode: WordMode): Word {
  const start = scan.pos;
  const parts = scan.readers.parts(scan, mode);
  return { span: spanOf(scan, start, scan.pos), parts };
}

/** Reads the parts of a word up to what ends it in this mode. */
export function readParts(scan: Scan, mode: WordMode): WordPart[] {
  const parts: WordPart[] = [];
  const quoted = mode === 'double' || mode === 'here-document' || mode === 'quoted-argument';
  const state: State = { mode, quoted, parens: 0, braces: 0 };
  while (scan.pos < scan.end) {
    const start = scan.pos;
    readRun(scan, state);
    if (scan.pos > start) pushLiteral(scan, parts, { start, value: scan.text.slice(start, scan.pos), quoted });
    if (scan.pos >= scan.end || isEnd(scan, state)) break;
    readSpecial(scan, parts, state);
  }
  return parts;
}

/** `braces`: open braces of a zsh word, in which an unmatched `}` ends the word: `{echo a}` */
type State = { readonly mode: WordMode; readonly quoted: boolean; parens: number; braces: number };

function readRun(scan: Scan, state: State): void {
  const { text, end } = scan;
  let at = scan.pos;
  if (state.quoted) {
    while (at < end && !isQuotedSpecial(text.charCodeAt(at))) at += 1;
  } else {
    while (at < end && isOrdinary(text.charCodeAt(at))) at += 1;
  }
  scan.pos = at;
}

function isQuotedSpecial(code: number): boolean {
  return code === DOLLAR || code === BACKSLASH || code === BACKTICK || code === DOUBLE_QUOTE || code === CLOSE_BRACE;
}

function isEnd(scan: Scan, state: State): boolean {
  const code = codeAt(scan, scan.pos);
  switch (state.mode) {
    case 'word':
    case 'assignment':
      if (code === CLOSE_BRACE && scan.dialect === 'zsh') return state.braces === 0;
      return endsWord(scan, code);
    case 'brace-item':
      return code === COMMA || code === CLOSE_BRACE || endsWord(scan, code);
    case 'double':
      return code === DOUBLE_QUOTE;
    case 'here-document':
      return false;
    case 'argument':
    case 'quoted-argument':
      return code === CLOSE_BRACE;
    case 'index':
      return code === CLOSE_BRACKET;
    case 'pattern':
    case 'regex':
      return endsPattern(scan, state, code);
  }
}

function endsWord(scan: Scan, code: number): boolean {
  if (code === RETURN) {
    const next = codeAt(scan, scan.pos + 1);
    return Number.isNaN(next) || next === NEWLINE;
  }
  if (!isMeta(code)) return false;
  if (code === OPEN_PAREN) return scan.dialect !== 'zsh' || codeAt(scan, scan.pos + 1) === CLOSE_PAREN;
  if (code !== LESS && code !== GREATER) return true;
  if (code === LESS && scan.dialect === 'zsh' && rangeGlobEnd(scan) !== -1) return false;
  return scan.dialect === 'sh' || codeAt(scan, scan.pos + 1) !== OPEN_PAREN;
}

function endsPattern(scan: Scan, state: State, code: number): boolean {
  if (code === OPEN_PAREN) state.parens += 1;
  else if (code === CLOSE_PAREN) {
    state.parens -= 1;
    return state.parens < 0;
  }
  if (state.parens > 0) return false;
  if (isBlank(code) || code === NEWLINE) return true;
  const regexBar = state.mode === 'regex' && code === 124 && codeAt(scan, scan.pos + 1) !== 124;
  if (code === LESS && scan.dialect === 'zsh' && rangeGlobEnd(scan) !== -1) return false;
  return code !== OPEN_PAREN && code !== CLOSE_PAREN && !regexBar && isMeta(code);
}

function readSpecial(scan: Scan, parts: WordPart[], state: State): void {
  const code = codeAt(scan, scan.pos);
  switch (code) {
    case DOLLAR: {
      const part = scan.readers.dollar(scan, state.quoted);
      if (part !== null) parts.push(part);
      else readDollarQuote(scan, parts, state);
      return;
    }
    case BACKTICK:
      parts.push(readBackticks(scan, state.quoted));
      return;
    case BACKSLASH:
      readEscape(scan, parts, state.mode);
      return;
    case DOUBLE_QUOTE:
      if (state.mode === 'here-document') readPlain(scan, parts, state);
      else nested(scan, () => readDoubleQuotes(scan, parts), undefined);
      return;
    default:
      if (state.quoted || !readUnquoted(scan, parts, state.mode)) readPlain(scan, parts, state);
  }
}

function readDollarQuote(scan: Scan, parts: WordPart[], state: State): void {
  const next = codeAt(scan, scan.pos + 1);
  const special = !state.quoted && scan.dialect !== 'sh';
  if (special && next === SINGLE_QUOTE) readSingleQuotes(scan, parts, true);
  else if (special && next === DOUBLE_QUOTE) scan.pos += 1;
  else readPlain(scan, parts, state);
}

/** Tries what is special without quotes; an ordinary character is left to the caller. */
function readUnquoted(scan: Scan, parts: WordPart[], mode: WordMode): boolean {
  const code = codeAt(scan, scan.pos);
  const group = codeAt(scan, scan.pos + 1) === OPEN_PAREN;
  if (code === SINGLE_QUOTE) {
    readSingleQuotes(scan, parts, false);
    return true;
  }
  if (group && (code === LESS || code === GREATER || beginsZshFile(scan, parts, mode))) {
    parts.push(readProcessSubstitution(scan));
    return true;
  }
  if (mode === 'assignment' || mode === 'index') return false;
  if ((group && isExtendedGlob(code)) || (code === OPEN_PAREN && mode === 'word')) {
    readParenGlob(scan, parts);
    return true;
  }
  return readGlob(scan, parts, mode);
}

/** zsh's `=(commands)` at the start of a word. */
function beginsZshFile(scan: Scan, parts: readonly WordPart[], mode: WordMode): boolean {
  return codeAt(scan, scan.pos) === EQUALS && scan.dialect === 'zsh' && parts.length === 0 && mode !== 'argument';
}

function readGlob(scan: Scan, parts: WordPart[], mode: WordMode): boolean {
  const code = codeAt(scan, scan.pos);
  if (code === LESS && scan.dialect === 'zsh' && rangeGlobEnd(scan) !== -1) {
    readRangeGlob(scan, parts);
    return true;
  }
  if (code === STAR || code === QUESTION) {
    const start = scan.pos;
    scan.pos += 1;
    parts.push({ kind: 'glob', value: scan.text.slice(start, scan.pos), span: spanOf(scan, start, scan.pos) });
    return true;
  }
  if (code === OPEN_BRACKET) return readBracketGlob(scan, parts);
  const braces = code === OPEN_BRACE && (mode === 'word' || mode === 'brace-item') && scan.dialect !== 'sh';
  return braces && readBraces(scan, parts);
}

function isExtendedGlob(code: number): boolean {
  return code === QUESTION || code === STAR || code === PLUS || code === AT || code === BANG;
}

function readPlain(scan: Scan, parts: WordPart[], state: State): void {
  const start = scan.pos;
  const code = codeAt(scan, start);
  if (code === OPEN_BRACE) state.braces += 1;
  else if (code === CLOSE_BRACE) state.braces -= 1;
  scan.pos += 1;
  pushLiteral(scan, parts, { start, value: scan.text.slice(start, scan.pos), quoted: state.quoted });
}
