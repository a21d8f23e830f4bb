/** Takes the quotes off one shell word, as far as a host's wrapper uses them: enough to undo what the wrapper did. */

/** `end`: index after the word. `closed`: false when the text was cut inside a quote. */
export type UnquotedWord = { readonly value: string; readonly end: number; readonly closed: boolean };

const ANSI: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  e: '\u001b',
  a: '\u0007',
  '?': '?',
};

/**
 * Reads the word that starts at `start`: any run of bare text, `'...'`, `"..."`, `$'...'` and `\x`, up to an unquoted blank
 * or one of `;&|<>()`. Expansions inside are left as they are.
 */
export function unquoteWord(text: string, start: number): UnquotedWord {
  let value = '';
  let index = start;
  while (index < text.length) {
    const char = text.charAt(index);
    if (/[\s;&|<>()]/.test(char)) break;
    const piece = readPiece(text, index, char);
    value += piece.value;
    index = piece.end;
    if (!piece.closed) return { value, end: text.length, closed: false };
  }
  return { value, end: index, closed: true };
}

function readPiece(text: string, index: number, char: string): UnquotedWord {
  if (char === "'") return readSingle(text, index + 1);
  if (char === '"') return readDouble(text, index + 1);
  if (char === '$' && text.charAt(index + 1) === "'") return readAnsi(text, index + 2);
  if (char === '\\') return { value: text.charAt(index + 1), end: index + 2, closed: true };
  return { value: char, end: index + 1, closed: true };
}

function readSingle(text: string, start: number): UnquotedWord {
  const end = text.indexOf("'", start);
  if (end < 0) return { value: text.slice(start), end: text.length, closed: false };
  return { value: text.slice(start, end), end: end + 1, closed: true };
}

function readDouble(text: string, start: number): UnquotedWord {
  let value = '';
  for (let index = start; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === '"') return { value, end: index + 1, closed: true };
    const next = text.charAt(index + 1);
    if (char === '\\' && /[\\"$`\n]/.test(next)) {
      value += next === '\n' ? '' : next;
      index++;
    } else {
      value += char;
    }
  }
  return { value, end: text.length, closed: false };
}

function readAnsi(text: string, start: number): UnquotedWord {
  let value = '';
  for (let index = start; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === "'") return { value, end: index + 1, closed: true };
    if (char === '\\') {
      index++;
      const next = text.charAt(index);
      value += ANSI[next] ?? `\\${next}`;
    } else {
      value += char;
    }
  }
  return { value, end: text.length, closed: false };
}
