/** Which texts a word must hold to pass a pattern: enough to look for, in a shell that has no regular expressions. */

type Reader = { readonly source: string; at: number };
/** Null: nothing in particular. Else one of these texts. */
type Required = readonly string[] | null;

/**
 * Texts of which every match of the pattern holds at least one; null when none can be named. Case is as in the pattern.
 * Understands what the tables use; anything else in a pattern makes it null, which is always right.
 */
export function requiredTexts(pattern: RegExp): Required {
  const reader = { source: pattern.source, at: 0 };
  const required = readAlternatives(reader);
  return reader.at === reader.source.length ? required : null;
}

function readAlternatives(reader: Reader): Required {
  const found: Required[] = [readSequence(reader)];
  while (reader.source[reader.at] === '|') {
    reader.at += 1;
    found.push(readSequence(reader));
  }
  return found.some((texts) => texts === null) ? null : found.flatMap((texts) => texts ?? []);
}

/** Of all that a sequence demands, the demand whose shortest text is the longest. */
function readSequence(reader: Reader): Required {
  let best: Required = null;
  let literal = '';
  const settle = (): void => {
    if (literal !== '') best = better(best, [literal]);
    literal = '';
  };
  while (reader.at < reader.source.length && !'|)'.includes(reader.source[reader.at] ?? '')) {
    const { text, required } = readAtom(reader);
    const count = readCount(reader);
    if (text !== null && count === 'once') literal += text;
    else {
      settle();
      const demanded = text === null ? required : [text];
      if (count !== 'maybe' && demanded !== null) best = better(best, demanded);
    }
  }
  settle();
  return best;
}

function better(one: Required, other: Required): Required {
  const shortest = (texts: Required): number => (texts === null ? 0 : Math.min(...texts.map((text) => text.length)));
  return shortest(other) > shortest(one) ? other : one;
}

type Atom = { readonly text: string | null; readonly required: Required };
const nothing: Atom = { text: null, required: null };

function readAtom(reader: Reader): Atom {
  const first = reader.source[reader.at] ?? '';
  reader.at += 1;
  if (first === '[') return skipClass(reader);
  if (first === '(') return readGroup(reader);
  if (first === '\\') return readEscape(reader);
  return '^$.'.includes(first) ? nothing : { text: first, required: null };
}

function skipClass(reader: Reader): Atom {
  while (reader.at < reader.source.length && reader.source[reader.at] !== ']') {
    reader.at += reader.source[reader.at] === '\\' ? 2 : 1;
  }
  reader.at += 1;
  return nothing;
}

function readEscape(reader: Reader): Atom {
  const escaped = reader.source[reader.at] ?? '';
  reader.at += 1;
  return /[A-Za-z0-9]/.test(escaped) ? nothing : { text: escaped, required: null };
}

function readGroup(reader: Reader): Atom {
  const looksAround = /^\?<?[=!]/.test(reader.source.slice(reader.at, reader.at + 3));
  const prefix = /^\?(?::|<?[=!]|<\w+>)/.exec(reader.source.slice(reader.at))?.[0] ?? '';
  reader.at += prefix.length;
  const inside = readAlternatives(reader);
  reader.at += 1;
  return { text: null, required: looksAround ? null : inside };
}

function readCount(reader: Reader): 'once' | 'maybe' | 'several' {
  const count = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/.exec(reader.source.slice(reader.at))?.[0] ?? '';
  reader.at += count.length;
  if (count === '') return 'once';
  return count.startsWith('+') || /^\{[1-9]/.test(count) ? 'several' : 'maybe';
}
