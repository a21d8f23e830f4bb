/**
 * Proves of any text: parsing never throws, is deterministic, frees its trees, keeps spans inside the text and inside
 * their parents; of valid scripts: they are understood completely, with real bash and dash as judges of validity.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Word } from '../../src/shell/ast.ts';
import { parseScript } from '../../src/shell/parse.ts';
import { openGrammar } from '../shell/open-grammar.ts';
import { printScript, printWord } from '../shell/print-tree.ts';
import { visits } from '../shell/walk-spans.ts';
import { anyText, validScript } from './shell-text.ts';

const grammar = await openGrammar();
const DEEP = process.env.LIFETIME_WATCH_LANE === 'deep';
const RUNS = { numRuns: DEEP ? 50_000 : 1_500 };
const dialect = fc.constantFrom('bash' as const, 'zsh' as const, 'sh' as const);

describe('any text', () => {
  it('parses without throwing, with trees freed and honest spans', () => {
    fc.assert(
      fc.property(anyText, dialect, (text, shell) => {
        const script = parseScript(text, shell, grammar);
        expect(grammar.liveTrees()).toBe(0);
        expect(script.status === 'complete').toBe(script.problems.length === 0);
        for (const { node, parent } of visits(script)) {
          expect(node.span.start).toBeLessThanOrEqual(node.span.end);
          expect(node.span.start).toBeGreaterThanOrEqual(parent.start);
          expect(node.span.end).toBeLessThanOrEqual(parent.end);
        }
      }),
      RUNS,
    );
  });

  it('parses the same text to the same tree', () => {
    fc.assert(
      fc.property(anyText, dialect, (text, shell) => {
        expect(parseScript(text, shell, grammar)).toEqual(parseScript(text, shell, grammar));
      }),
      { numRuns: RUNS.numRuns / 5 },
    );
  });

  it('says so when something is unknown', () => {
    fc.assert(
      fc.property(anyText, dialect, (text, shell) => {
        const script = parseScript(text, shell, grammar);
        const unknown = visits(script).some(({ node }) => node.kind === 'unknown' && !isElementTarget(node));
        if (unknown) expect(script.status).toBe('partial');
      }),
      RUNS,
    );
  });
});

/** `a[i]++` is valid; the tree has no place for it, so that arithmetic alone may be unknown in a complete script. */
function isElementTarget(node: Readonly<Record<string, unknown>>): boolean {
  return !('redirects' in node) && !('quoted' in node);
}

describe('valid scripts', () => {
  it('have words whose spans hold exactly their text', () => {
    fc.assert(
      fc.property(validScript, (text) => {
        for (const { node } of visits(parseScript(text, 'bash', grammar))) {
          for (const word of node.kind === 'simple' ? (node.words as readonly Word[]) : []) {
            const alone = `echo ${text.slice(word.span.start, word.span.end)}`;
            expect(printScript(parseScript(alone, 'bash', grammar))).toBe(`(echo ${printWord(word)})`);
          }
        }
      }),
      { numRuns: DEEP ? 5_000 : 200 },
    );
  });

  it.each(['bash', 'dash'])('are complete when %s accepts them', (shell) => {
    const scripts = fc.sample(validScript, { numRuns: DEEP ? 5_000 : 250, seed: 20_261_130 });
    const accepted = acceptedBy(shell, scripts);
    const missed = scripts.filter(
      (text, index) =>
        accepted.has(index) && parseScript(text, shell === 'dash' ? 'sh' : 'bash', grammar).status !== 'complete',
    );
    // a separator right behind a here-document is invalid, which the generator does not avoid
    expect(accepted.size).toBeGreaterThan(scripts.length * 0.8);
    expect(missed).toEqual([]);
  });
});

/** The indices of the scripts that `shell -n` accepts. */
function acceptedBy(shell: string, scripts: readonly string[]): ReadonlySet<number> {
  const folder = mkdtempSync(join(tmpdir(), 'lifetime-watch-oracle-'));
  try {
    for (const [index, text] of scripts.entries()) writeFileSync(join(folder, String(index)), text);
    const loop = `i=0; while [ $i -lt ${scripts.length} ]; do "$1" -n ./$i 2>/dev/null && echo $i; i=$((i+1)); done; true`;
    const output = execFileSync('sh', ['-c', loop, 'sh', shell], { cwd: folder, encoding: 'utf8' });
    return new Set(output.trim().split('\n').map(Number));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
