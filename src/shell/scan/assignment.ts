/** `name=value`, `name+=value`, `name[index]=value` and `name=(a b)`. */
import type { Assignment, Word } from '../ast.ts';
import { findBracketEnd } from './arithmetic-end.ts';
import { CLOSE_PAREN, EQUALS, isNameRest, isNameStart, NEWLINE, OPEN_BRACKET, OPEN_PAREN, PLUS } from './characters.ts';
import { codeAt, type Scan, skipBlanks, spanFrom, within } from './scan.ts';
import { readOptionalWord, readWord } from './word.ts';

/** The assignment at the position; null, and nothing read, when none begins here. */
export function readAssignmentWord(scan: Scan): Assignment | null {
  const start = scan.pos;
  const head = readHead(scan);
  if (head === null) {
    scan.pos = start;
    return null;
  }
  const array = codeAt(scan, scan.pos) === OPEN_PAREN && scan.dialect !== 'sh';
  const elements = array ? readElements(scan) : null;
  const value = array ? null : readOptionalWord(scan, 'assignment');
  const { name, append, index } = head;
  return { name, append, index, elements, value, span: spanFrom(scan, start) };
}

type Head = Pick<Assignment, 'name' | 'append' | 'index'>;

function readHead(scan: Scan): Head | null {
  const start = scan.pos;
  if (!isNameStart(codeAt(scan, start))) return null;
  let at = start + 1;
  while (isNameRest(codeAt(scan, at))) at += 1;
  const name = scan.text.slice(start, at);
  const bracket = codeAt(scan, at) === OPEN_BRACKET && scan.dialect !== 'sh' ? findBracketEnd(scan, at + 1) : -1;
  const after = bracket === -1 ? at : bracket + 1;
  const append = codeAt(scan, after) === PLUS && scan.dialect !== 'sh';
  const equals = append ? after + 1 : after;
  if (codeAt(scan, equals) !== EQUALS) return null;
  const index = bracket === -1 ? null : readIndex(scan, at + 1, bracket);
  scan.pos = equals + 1;
  return { name, append, index };
}

function readIndex(scan: Scan, start: number, end: number): Word {
  scan.pos = start;
  return within(scan, end, () => readOptionalWord(scan, 'index'));
}

function readElements(scan: Scan): readonly Word[] {
  const elements: Word[] = [];
  scan.pos += 1;
  for (;;) {
    skipToElement(scan);
    if (codeAt(scan, scan.pos) === CLOSE_PAREN) break;
    const word = readWord(scan);
    if (word === null) break;
    elements.push(word);
  }
  if (codeAt(scan, scan.pos) === CLOSE_PAREN) scan.pos += 1;
  else scan.problems.add('unterminated array');
  return elements;
}

/** Blanks, line ends and comments separate the elements. */
function skipToElement(scan: Scan): void {
  for (;;) {
    skipBlanks(scan);
    const code = codeAt(scan, scan.pos);
    if (code === NEWLINE) scan.pos += 1;
    else if (code === 35) scan.pos = lineEnd(scan);
    else return;
  }
}

function lineEnd(scan: Scan): number {
  const found = scan.text.indexOf('\n', scan.pos);
  return found === -1 ? scan.end : Math.min(found, scan.end);
}
