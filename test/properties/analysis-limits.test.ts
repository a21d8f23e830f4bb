/**
 * Proves that the analysis as it is shipped answers texts of up to a megabyte within a second, with what it understood of
 * them, and that its memory stays flat. That its answers are right is shown elsewhere.
 */
import { describe, expect, it } from 'vitest';
import { openAnalyzer } from '../../src/flow/analyzer.ts';
import type { Dialect } from '../../src/shell/ast.ts';
import { HOSTILE } from './hostile-texts.ts';
import { growthOver } from './memory-growth.ts';

const analyzer = await openAnalyzer({ cwd: null });
const DIALECTS: readonly Dialect[] = process.env.LIFETIME_WATCH_LANE === 'deep' ? ['bash', 'zsh', 'sh'] : ['bash'];
/** of processor time: wall time would measure the neighbours */
const MOST_MS = 1_000;

describe.each(HOSTILE)('%s', (_, text) => {
  it.each(DIALECTS)('are analysed in time under %s', (shell) => {
    const before = process.cpuUsage();
    const { status } = analyzer.analyze({ text, shell });
    const used = process.cpuUsage(before);
    expect(['complete', 'partial']).toContain(status);
    expect((used.user + used.system) / 1_000).toBeLessThan(MOST_MS);
  });
});

const LOOP = 'until nc -z h 1; do sleep 1; done\n';

describe('what stands before the part that is given up is analysed', () => {
  it.each([
    ['deep nesting', `${'{ '.repeat(10_000)}a${'; }'.repeat(10_000)}`, 'partial'],
    ['ten thousand here-documents', 'cat <<E\nx $y\nE\n'.repeat(10_000), 'partial'],
    ['separators in a row', 'a;'.repeat(100_000), 'partial'],
    ['a long list of arguments', `echo${' a'.repeat(60_000)}`, 'partial'],
    ['nothing hostile', 'ls', 'complete'],
  ])('%s', (_, text, status) => {
    const analysis = analyzer.analyze({ text: LOOP + text });
    expect(analysis.status).toBe(status);
    expect(analysis.findings.map(({ kind }) => kind)).toContain('unbounded-loop');
  });
});

it('memory stays flat', () => {
  expect(growthOver(4_000, analyzeOne)).toBeLessThan(2 ** 20);
});

/** No two of the texts are alike, so that whatever is kept of one adds up. */
function analyzeOne(number: number): void {
  const text = `n${number}=0; while [ $n${number} -lt 5 ]; do x=$(date +${number}); n${number}=$((n${number}+1)); sleep ${number}; done & tail -f ${number}.log | grep ${number}`;
  expect(analyzer.analyze({ text }).findings.length).toBeGreaterThan(0);
}
