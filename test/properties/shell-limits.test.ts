/** Proves that hostile texts of up to a megabyte are answered quickly and honestly, and that memory stays flat. */
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../src/shell/ast.ts';
import { parseScript } from '../../src/shell/parse.ts';
import { makePrefilter } from '../../src/shell/prefilter.ts';
import { openGrammar } from '../shell/open-grammar.ts';
import { HOSTILE } from './hostile-texts.ts';

const grammar = await openGrammar();
const DIALECTS: readonly Dialect[] = process.env.LIFETIME_WATCH_LANE === 'deep' ? ['bash', 'zsh', 'sh'] : ['bash'];
/** of processor time: wall time would measure the neighbours */
const MOST_MS = 1_000;

describe.each(HOSTILE)('%s', (_, text) => {
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
