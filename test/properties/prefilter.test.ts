/**
 * Proves the prefilter sound against the parser: in a text that it lets pass there is no loop, no job, no function, and
 * every command is a plain name that is no trigger. No spelling of a trigger gets past it.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Word } from '../../src/shell/ast.ts';
import { parseScript } from '../../src/shell/parse.ts';
import { makePrefilter } from '../../src/shell/prefilter.ts';
import { bareText } from '../../src/shell/words.ts';
import { openGrammar } from '../shell/open-grammar.ts';
import { visits } from '../shell/walk-spans.ts';
import { anyText, validScript } from './shell-text.ts';

const grammar = await openGrammar();
const TRIGGERS = ['sleep', 'timeout', 'env', 'sudo', 'test'];
const mayNeedJudging = makePrefilter({ words: TRIGGERS, wrappers: ['env', 'sudo'] });
const runs = process.env.LIFETIME_WATCH_LANE === 'deep' ? 100_000 : 2_000;

const HARMLESS = new Set([
  'simple',
  'declaration',
  'pipeline',
  'and-or',
  'if',
  'group',
  'subshell',
  'test',
  'arithmetic',
]);
const COMMANDS = new Set([
  ...HARMLESS,
  'while',
  'for-in',
  'for-arith',
  'repeat',
  'select',
  'case',
  'function',
  'anonymous-function',
  'always',
  'coproc',
]);

it('lets no text pass in which something could have to be judged', () => {
  fc.assert(
    fc.property(
      fc.oneof(anyText, validScript),
      fc.constantFrom('bash' as const, 'zsh' as const, 'sh' as const),
      (text, shell) => {
        if (mayNeedJudging(text)) return;
        const script = parseScript(text, shell, grammar);
        // in a text that no shell takes, a dynamic name can be a remainder that never runs
        const dynamic = script.status === 'complete' ? 'sleep' : '';
        for (const { node } of visits(script)) {
          expect(node.background ?? 'no').toBe('no');
          // arithmetic and tests have kinds of their own names, which are no commands
          if (typeof node.kind !== 'string' || !('redirects' in node) || !COMMANDS.has(node.kind)) continue;
          expect(HARMLESS).toContain(node.kind);
          const [name] = node.kind === 'simple' ? (node.words as readonly Word[]) : [];
          if (name !== undefined) expect(TRIGGERS).not.toContain(bareText(name) ?? dynamic);
        }
      },
    ),
    { numRuns: runs },
  );
});

const place = fc.constantFrom(
  '',
  ' ',
  'a; ',
  'a | ',
  'a|',
  'a && ',
  'a &&\n',
  'a ||\\\n',
  '$(',
  '"$(',
  '`',
  '<(',
  '! ',
  'A=1 ',
  "A='x' ",
  'A=$x ',
  '> f ',
  '2>&1 ',
  'time ',
  'time -p ',
  '{ ',
  '(',
  '( (',
  'if ',
  'if a; then ',
  'if a; then b; else ',
  'a\n',
  '[[ a ]] && ',
  '# a\n',
  "'a';",
);
const spelledLetter = (letter: string) =>
  fc.constantFrom(
    letter,
    letter,
    `'${letter}'`,
    `"${letter}"`,
    `\\${letter}`,
    `''${letter}`,
    `""${letter}`,
    `\\\n${letter}`,
  );
const spelledSleep = fc.tuple(...[...'sleep'].map(spelledLetter)).map((letters) => letters.join(''));

it('lets no spelling of a trigger pass', () => {
  fc.assert(
    fc.property(
      place,
      spelledSleep,
      fc.constantFrom(' 600', '', '\t600', ' 600)', ' 600; b'),
      (before, name, after) => {
        expect(mayNeedJudging(`${before}${name}${after}`)).toBe(true);
      },
    ),
    { numRuns: runs },
  );
});
