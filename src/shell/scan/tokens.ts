/** Command text to tokens. Knows where a command begins, so that `for` is a word after `echo` and reserved before it. */
import type { Dialect } from '../ast.ts';
import { findArithmeticEnd } from './arithmetic-end.ts';
import { readAssignmentWord } from './assignment.ts';
import {
  AMPERSAND,
  BAR,
  CLOSE_BRACE,
  CLOSE_PAREN,
  HASH,
  isMeta,
  NEWLINE,
  OPEN_PAREN,
  SEMICOLON,
} from './characters.ts';
import { readPatterns, skipComment } from './header.ts';
import { mayBeginRedirect, readDocuments, readRedirect } from './redirect.ts';
import { readReserved } from './reserved.ts';
import { codeAt, type Scan, skipBlanks, spanFrom, startsWith } from './scan.ts';
import type { Operator } from './token.ts';
import { type List, push } from './token-list.ts';
import { readWord } from './word.ts';

/** Reads tokens up to the `)` that closes what surrounds them (not consumed) or the end of the text. */
export function readTokens(scan: Scan, closer: ')' | null): List['tokens'] {
  const list: List = { tokens: [], frames: [], position: 'command', declaring: false };
  while (scan.effort.tokens > 0 && readToken(scan, list, closer));
  if (scan.effort.tokens <= 0) giveUp(scan);
  if (scan.pending.length > 0 && scan.pos >= scan.end) readDocuments(scan);
  return list.tokens;
}

function giveUp(scan: Scan): void {
  scan.problems.add('too long');
  scan.pos = scan.end;
}

/** False when the list is at its end. */
function readToken(scan: Scan, list: List, closer: ')' | null): boolean {
  skipBlanks(scan);
  if (scan.pos >= scan.end) return false;
  if (list.position === 'pattern') return readPattern(scan, list);
  const code = codeAt(scan, scan.pos);
  if (code === CLOSE_PAREN) return readClose(scan, list, closer);
  if (code === HASH) {
    skipComment(scan);
    return true;
  }
  if (code === NEWLINE) return readLineEnd(scan, list);
  if (mayBeginRedirect(code) && readRedirectToken(scan, list)) return true;
  if (code === SEMICOLON || code === AMPERSAND || code === BAR) return readOperator(scan, list);
  // zsh: `ls (a|b).c`
  const glob = scan.dialect === 'zsh' && list.position === 'arguments' && codeAt(scan, scan.pos + 1) !== CLOSE_PAREN;
  if (code === OPEN_PAREN && !glob) return readOpen(scan, list);
  // zsh takes a lone `}` as the closing brace everywhere: `{ sleep 1 }`
  const mayBeReserved =
    list.position === 'command' || list.position === 'after' || (code === CLOSE_BRACE && scan.dialect === 'zsh');
  if (mayBeReserved && readReserved(scan, list)) return true;
  return readArgument(scan, list);
}

function readPattern(scan: Scan, list: List): boolean {
  const start = scan.pos;
  const patterns = readPatterns(scan);
  list.position = 'command';
  if (patterns === null && list.frames.at(-1) === 'brace-case' && codeAt(scan, scan.pos) === CLOSE_BRACE) {
    list.frames.pop();
    scan.pos += 1;
    push(scan, list, { span: spanFrom(scan, scan.pos - 1), kind: 'reserved', text: 'esac' });
    list.position = 'after';
    return true;
  }
  if (patterns !== null) push(scan, list, { span: spanFrom(scan, start), kind: 'pattern', patterns });
  return true;
}

function readClose(scan: Scan, list: List, closer: ')' | null): boolean {
  const start = scan.pos;
  if (list.frames.at(-1) === 'paren') list.frames.pop();
  else if (closer !== null) return false;
  scan.pos += 1;
  push(scan, list, { span: spanFrom(scan, start), kind: 'operator', text: ')' });
  list.position = 'after';
  return true;
}

function readLineEnd(scan: Scan, list: List): boolean {
  const start = scan.pos;
  scan.pos += 1;
  push(scan, list, { span: spanFrom(scan, start), kind: 'operator', text: '\n' });
  list.position = 'command';
  if (scan.pending.length > 0) readDocuments(scan);
  return true;
}

function readRedirectToken(scan: Scan, list: List): boolean {
  const start = scan.pos;
  const redirect = readRedirect(scan);
  if (redirect === null) return false;
  push(scan, list, { span: spanFrom(scan, start), kind: 'redirect', redirect });
  if (list.position === 'command') list.position = 'begun';
  return true;
}

/** longest first; dash knows neither `|&` nor arms that fall through */
const OPERATORS: Readonly<Record<Dialect, readonly Operator[]>> = {
  bash: [';;&', ';;', ';&', ';', '&&', '||', '|&', '|', '&'],
  zsh: [';;', ';&', ';', '&&', '&!', '&|', '||', '|&', '|', '&'],
  sh: [';;', ';', '&&', '||', '|', '&'],
};

function readOperator(scan: Scan, list: List): boolean {
  const start = scan.pos;
  const testsOn = scan.dialect === 'zsh' && startsWith(scan, ';|');
  const text = testsOn ? ';;&' : (OPERATORS[scan.dialect].find((operator) => startsWith(scan, operator)) ?? ';');
  scan.pos += testsOn ? 2 : text.length;
  const arm = text === ';;' || text === ';&' || text === ';;&';
  const inCase = (list.frames.at(-1) ?? 'paren') !== 'paren';
  const span = spanFrom(scan, start);
  push(scan, list, arm && !inCase ? { span, kind: 'unknown' } : { span, kind: 'operator', text });
  list.position = arm && inCase ? 'pattern' : 'command';
  return true;
}

function readOpen(scan: Scan, list: List): boolean {
  const start = scan.pos;
  if ((list.position === 'command' || list.position === 'after') && readArithmeticCommand(scan, list)) return true;
  if (list.position === 'command' && scan.dialect === 'zsh' && startsWith(scan, '()')) {
    scan.pos += 2;
    push(scan, list, { span: spanFrom(scan, start), kind: 'prefix', prefix: { kind: 'anonymous' } });
    return true;
  }
  scan.pos += 1;
  list.frames.push('paren');
  push(scan, list, { span: spanFrom(scan, start), kind: 'operator', text: '(' });
  list.position = 'command';
  return true;
}

function readArithmeticCommand(scan: Scan, list: List): boolean {
  if (scan.dialect === 'sh' || !startsWith(scan, '((')) return false;
  const start = scan.pos;
  const end = findArithmeticEnd(scan, start + 2);
  if (end === -1) return false;
  scan.pos = start + 2;
  const expression = scan.readers.arithmetic(scan, end);
  scan.pos = end + 2;
  push(scan, list, { span: spanFrom(scan, start), kind: 'arithmetic', expression });
  list.position = 'after';
  return true;
}

const DECLARATIONS = new Set(['export', 'local', 'declare', 'typeset', 'readonly', 'integer', 'float']);

function readArgument(scan: Scan, list: List): boolean {
  const start = scan.pos;
  const assignable = list.position !== 'arguments' || list.declaring;
  const assignment = assignable ? readAssignmentWord(scan) : null;
  if (assignment !== null) {
    push(scan, list, { span: spanFrom(scan, start), kind: 'assignment', assignment });
    if (list.position === 'command') list.position = 'begun';
    return true;
  }
  const word = readWord(scan);
  if (word === null) return readStray(scan, list);
  if (list.position === 'command' && readFunctionHead(scan, list, start)) return true;
  push(scan, list, { span: spanFrom(scan, start), kind: 'word', word });
  if (list.position !== 'arguments') list.declaring = DECLARATIONS.has(scan.text.slice(start, scan.pos));
  list.position = 'arguments';
  return true;
}

/** `name ()` with the name just read. */
function readFunctionHead(scan: Scan, list: List, start: number): boolean {
  const name = scan.text.slice(start, scan.pos);
  const after = scan.pos;
  skipBlanks(scan);
  if (codeAt(scan, scan.pos) === OPEN_PAREN) {
    scan.pos += 1;
    skipBlanks(scan);
    if (codeAt(scan, scan.pos) === CLOSE_PAREN) {
      scan.pos += 1;
      push(scan, list, { span: spanFrom(scan, start), kind: 'prefix', prefix: { kind: 'function', name } });
      return true;
    }
  }
  scan.pos = after;
  return false;
}

function readStray(scan: Scan, list: List): boolean {
  const start = scan.pos;
  scan.pos += 1;
  scan.problems.add(`unexpected ${isMeta(codeAt(scan, start)) ? 'operator' : 'character'}`);
  push(scan, list, { span: spanFrom(scan, start), kind: 'unknown' });
  return true;
}
