/** Proves that hostile texts of up to a megabyte are answered quickly and honestly, and that memory stays flat. */
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../src/shell/ast.ts';
import { parseScript } from '../../src/shell/parse.ts';
import { makePrefilter } from '../../src/shell/prefilter.ts';
import { openGrammar } from '../shell/open-grammar.ts';

const grammar = await openGrammar();
const DIALECTS: readonly Dialect[] = process.env.LIFETIME_WATCH_LANE === 'deep' ? ['bash', 'zsh', 'sh'] : ['bash'];
/** of processor time: wall time would measure the neighbours */
const MOST_MS = 1_000;

const hostile: readonly (readonly [string, string])[] = [
  ['separators', 'a;'.repeat(100_000)],
  ['a megabyte of separators', 'a;'.repeat(500_000)],
  ['one long word', 'x'.repeat(1_000_000)],
  ['parentheses', '('.repeat(50_000)],
  ['arithmetic that never closes', '(('.repeat(50_000)],
  ['arithmetic in arithmetic', `echo $((${'('.repeat(50_000)}1${')'.repeat(50_000)}))`],
  ['a long sum', `echo $((${'1+'.repeat(100_000)}1))`],
  ['substitutions', '$('.repeat(50_000)],
  ['quoted substitutions', '"$('.repeat(30_000)],
  ['expansions', '${a:-'.repeat(30_000)],
  ['subscripts', 'a['.repeat(50_000)],
  ['subscripted substitutions', 'a[$('.repeat(40_000)],
  ['braces', '{'.repeat(100_000)],
  ['brace lists', '{a,'.repeat(50_000)],
  ['quotes', "'".repeat(100_001)],
  ['backticks', '`\\`'.repeat(50_000)],
  ['here-documents', 'cat <<E\nx $y\nE\n'.repeat(10_000)],
  ['here-documents on one line', `cat${' <<E'.repeat(10_000)}\n${'E\n'.repeat(10_000)}`],
  ['loops', 'while a; do '.repeat(20_000)],
  ['heads of loops', 'for x (a) '.repeat(20_000)],
  ['functions', 'f() '.repeat(50_000)],
  ['negations', '! '.repeat(100_000)],
  ['a long list', `${'a && '.repeat(40_000)}a`],
  ['a long pipeline', `${'a | '.repeat(40_000)}a`],
  ['arguments', `echo${' a'.repeat(120_000)}`],
  ['patterns', '@('.repeat(80_000)],
  ['tests', `[[ ${'( '.repeat(50_000)}a${' )'.repeat(50_000)} ]]`],
  ['closing words', 'esac '.repeat(50_000)],
];

describe.each(hostile)('%s', (_, text) => {
  it.each(DIALECTS)('are answered under %s', (dialect) => {
    const before = process.cpuUsage();
    const { status } = parseScript(text, dialect, grammar);
    const used = process.cpuUsage(before);
    expect(['complete', 'partial']).toContain(status);
    expect((used.user + used.system) / 1_000).toBeLessThan(MOST_MS);
    expect(grammar.liveTrees()).toBe(0);
  });

  it('does not hold up the prefilter', () => {
    const before = process.cpuUsage();
    makePrefilter({ words: ['sleep'], wrappers: [] })(text);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(MOST_MS);
  });
});

describe('depth', () => {
  const nested = (depth: number): string => `${'{ '.repeat(depth)}a${'; }'.repeat(depth)}`;

  it('understands what people nest', () => {
    expect(parseScript(nested(40), 'bash', grammar).status).toBe('complete');
  });

  it('gives up, and says so, beyond', () => {
    const script = parseScript(nested(500), 'bash', grammar);
    expect(script.status).toBe('partial');
    expect(script.problems).toContain('nested too deeply');
  });

  it('keeps what stands before the part that it gives up', () => {
    const script = parseScript(`while :; do a; done\n${nested(500)}`, 'bash', grammar);
    expect(script.body.map(({ command }) => command.kind)).toEqual(['while', 'unknown']);
  });
});

describe('memory', () => {
  it('stays flat over many parses', () => {
    const text = 'n=0; while [ $n -lt 5 ]; do echo "$(date) ${n}"; n=$((n+1)); sleep 1; done | tee log &';
    const parseMany = (count: number) => {
      for (let index = 0; index < count; index += 1) parseScript(text, 'bash', grammar);
    };
    parseMany(500);
    const before = process.memoryUsage();
    parseMany(4_000);
    const after = process.memoryUsage();
    // the memory of WASM, where undeleted trees would pile up (measured elsewhere: 15 KB each, so 60 MB)
    expect(after.arrayBuffers + after.external - before.arrayBuffers - before.external).toBeLessThan(8 * 2 ** 20);
    expect(grammar.liveTrees()).toBe(0);
  });
});
