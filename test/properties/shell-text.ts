/** Arbitraries of shell text: from pieces that shells care about, and well-formed scripts. */
import fc from 'fast-check';

const PIECES = [
  ';',
  '&',
  '|',
  '&&',
  '||',
  '(',
  ')',
  '{ ',
  '; }',
  '\n',
  ' do ',
  ' done',
  ' then ',
  ' fi',
  'if ',
  'while ',
  'until ',
  'for x in a b; do ',
  'for ((i=0;',
  'case x in a) ',
  ' esac',
  ';;',
  '"',
  "'",
  '`',
  '$(',
  '$((',
  '))',
  '((',
  '[[ ',
  ' ]]',
  '<<E\n',
  '\nE\n',
  "<<'E'\n",
  '<',
  '>',
  '2>&1',
  '<<<',
  '!',
  ' time ',
  'coproc ',
  'function f ',
  'f() ',
  '${',
  '}',
  '#',
  '\\',
  '\\\n',
  '$',
  '=',
  'x=',
  'x=(',
  '{a,b}',
  '{1..3}',
  '*',
  '~',
  ' ',
  '\t',
  '\r\n',
  ' in ',
  'else ',
  'elif ',
  'select x ',
  'export ',
  '<(',
  '&>',
  '|&',
  '$[',
  ']',
  '[',
  "$'",
  '@(',
  'repeat 3 ',
  ' always ',
  'sleep 5',
  'echo',
  'a',
  '5',
  '-x',
  '\0',
  '\ud800',
  'é',
  '$x',
  '${x:-5}',
  '&!',
] as const;

/** Any sequence of the pieces, most of them no valid script, and arbitrary text with lone surrogates and NULs. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)) },
);

const word = fc.constantFrom(
  'a',
  '-x',
  '$x',
  '"$x"',
  "'q r'",
  '${x:-5}',
  '$(a b)',
  '"$(b "c")"',
  '`d`',
  '*.c',
  '$((x+1))',
  'x=1',
  'a\\ b',
  '"a\'b"',
  '~',
  'a#b',
  '!',
  '$#',
  '${x%?}',
  'if',
  'do',
  'done',
  '{}',
  '}',
  '"`x`"',
);
const redirect = fc.constantFrom(' > f', ' 2>&1', ' < f', ' >> f', ' 2>/dev/null', ' >| f', ' <> f', '', '', '', '');
const negation = fc.constantFrom('', '', '', '! ');
const separator = fc.constantFrom('; ', '\n', ' & ', ' ;\n');

/** A script that every shell of the family accepts. */
export const validScript: fc.Arbitrary<string> = fc.letrec<{ list: string; command: string; simple: string }>((tie) => {
  const list = tie('list');
  const simple = fc
    .tuple(
      fc.constantFrom('', '', 'A=1 ', 'B="$x" C= ', 'y=$((1+2)) '),
      fc.constantFrom('a', 'echo', 'sleep', '[ -f x ]', 'test', 'export', 'true', ':', 'break', 'env'),
      fc.array(word, { maxLength: 2 }),
      redirect,
    )
    .map(([assignments, name, words, target]) => `${assignments}${[name, ...words].join(' ')}${target}`);
  const block = fc.tuple(list, separator).map(([body, end]) => `${body}${end}`);
  const compound = fc.oneof(
    fc
      .tuple(fc.constantFrom('while', 'until'), block, block, redirect)
      .map(([word, a, b, r]) => `${word} ${a}do ${b}done${r}`),
    fc.tuple(word, block).map(([item, body]) => `for x in ${item} b; do ${body}done`),
    fc.tuple(block, block, redirect).map(([a, b, r]) => `if ${a}then ${b}fi${r}`),
    fc.tuple(block, block, block, block).map(([a, b, c, d]) => `if ${a}then ${b}elif ${c}then ${d}else :\nfi`),
    fc.tuple(list, list).map(([a, b]) => `case "$x" in a|b*) ${a} ;; (c) ;; *) ${b}\nesac`),
    fc.tuple(block, redirect).map(([body, r]) => `{ ${body}}${r}`),
    list.map((body) => `( ${body} )`),
    block.map((body) => `f() { ${body}}`),
    fc.tuple(tie('command'), tie('command')).map(([a, b]) => `${a} | ${b}`),
    fc
      .tuple(tie('command'), fc.constantFrom('&&', '||', '&&\n'), tie('command'))
      .map(([a, op, b]) => `${a} ${op} ${b}`),
    list.map((body) => `x=$(${body}\n) a "$(${body}\n)"`),
    fc.constantFrom('a <<E\nbody $x $(b) `c`\nE\n', "a <<'E' | b\n$( \" ' `\nE\n", 'a <<-E && b\n\tx\n\tE\n'),
  );
  return {
    simple,
    command: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie('simple'), compound),
    list: fc
      .tuple(negation, tie('command'), fc.array(fc.tuple(separator, negation, tie('command')), { maxLength: 2 }))
      .map(([not, first, more]) => not + first + more.map((parts) => parts.join('')).join('')),
  };
}).list;
