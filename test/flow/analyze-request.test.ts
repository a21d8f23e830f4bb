/** Proves that a single command is analysed alike with and without the grammar, and with it where there is no other way. */
import { describe, expect, it } from 'vitest';
import { analyzeOnce, createLazyParser } from '../../src/flow/analyze-request.ts';
import { openAnalyzer } from '../../src/flow/analyzer.ts';
import { outlineGrammar } from '../../src/shell/outline-grammar.ts';
import { type LoadedGrammar, loadGrammar } from '../../src/system/grammar.ts';

const requests = [
  'while true; do sleep 5; done',
  'npm run dev & tail -f log',
  'if a; then b; fi',
  'pnpm vite',
  'f() { g; }; f |',
].map((text) => ({ text, cwd: null }));

it.each(requests)('$text', async (request) => {
  const wanted = (await openAnalyzer()).analyze(request);
  const asked: string[] = [];
  const none = {
    ...outlineGrammar,
    parse: (text: string) => {
      asked.push(text);
      return null;
    },
  };
  expect(await analyzeOnce(request, outlineGrammar)).toEqual(wanted);
  expect(await analyzeOnce(request, none)).toEqual(wanted);
  expect(wanted.status === 'complete' ? asked.length : 1).toBeGreaterThan(0);
});

describe('a grammar that is loaded when it is wanted', () => {
  const KNOWN = 'while true; do sleep 5; done';
  const UNKNOWN = 'for x in a; do sleep 5; done';
  /** Knows no `for`. */
  const outlines = {
    ...outlineGrammar,
    parse: (text: string) => (text.includes('for') ? null : outlineGrammar.parse(text)),
  };

  const counting = (grammar: () => Promise<LoadedGrammar>) => {
    let loads = 0;
    const parser = createLazyParser(outlines, () => {
      loads += 1;
      return grammar();
    });
    return { ...parser, loads: () => loads };
  };
  const real = () => loadGrammar();
  const broken = async (): Promise<LoadedGrammar> => ({ ok: false, problem: 'the file is gone' });

  it('is not loaded for an outline that needs none', async () => {
    const { parse, complete, loads } = counting(real);
    expect(parse(KNOWN, 'bash').status).toBe('complete');
    expect(await complete()).toBe(false);
    expect(loads()).toBe(0);
  });

  it('is loaded once, and then asked about the rest alone', async () => {
    const { parse, complete, loads } = counting(real);
    parse(UNKNOWN, 'bash');
    expect(await Promise.all([complete(), complete()])).toEqual([true, false]);
    expect(parse(UNKNOWN, 'bash').status).toBe('complete');
    expect(await complete()).toBe(false);
    expect(loads()).toBe(1);
  });

  it('serves all who wanted it while it was loaded', async () => {
    const { parse, complete } = counting(real);
    parse(UNKNOWN, 'bash');
    const first = complete();
    parse(UNKNOWN, 'zsh');
    expect(await Promise.all([first, complete()])).toEqual([true, true]);
  });

  it('that cannot be loaded leaves what needs none as it is', async () => {
    const { parse, complete, problem } = counting(broken);
    parse(UNKNOWN, 'bash');
    expect(problem()).toBeNull();
    expect(await complete()).toBe(true);
    expect(problem()).toBe('the file is gone');
    expect(parse(KNOWN, 'bash').status).toBe('complete');
    expect(parse(UNKNOWN, 'bash')).toMatchObject({ status: 'unavailable', problems: ['the file is gone'] });
  });
});
