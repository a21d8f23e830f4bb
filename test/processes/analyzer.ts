/** The real analysis, loaded once. */
import { processAnalyzer } from '../../src/flow/analyze-process.ts';
import { analyzeProcessScript } from '../../src/lifetime/analyze.ts';
import { describeCommand } from '../../src/lifetime/programs/describe-command.ts';
import { parseScript } from '../../src/shell/parse.ts';
import { quoteWords } from '../../src/shell/quote.ts';
import { loadGrammar } from '../../src/system/grammar.ts';

const loaded = await loadGrammar();
if (!loaded.ok) throw new Error(loaded.problem);
const { grammar } = loaded;
const ports = {
  parse: (text: string, dialect: 'bash' | 'sh' | 'zsh') => parseScript(text, dialect, grammar),
  describe: describeCommand,
};

export const analyze = processAnalyzer({
  script: (text, shell) => analyzeProcessScript({ text, shell }, ports),
  words: (words) => analyzeProcessScript({ text: quoteWords(words), shell: 'bash' }, ports),
});
