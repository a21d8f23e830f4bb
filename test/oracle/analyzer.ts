/** The analysis under test, loaded once, with the dialect that a shell stands for. */
import { analyzeCommand } from '../../src/lifetime/analyze.ts';
import { describeCommand } from '../../src/lifetime/programs/describe-command.ts';
import { parseScript } from '../../src/shell/parse.ts';
import { loadGrammar } from '../../src/system/grammar.ts';
import type { Analyze } from './oracle.ts';
import { DIALECT_OF } from './shells.ts';

export async function loadAnalyzer(): Promise<Analyze> {
  const loaded = await loadGrammar();
  if (!loaded.ok) throw new Error(loaded.problem);
  const ports = {
    parse: (text: string, dialect: (typeof DIALECT_OF)[keyof typeof DIALECT_OF]) =>
      parseScript(text, dialect, loaded.grammar),
    describe: describeCommand,
  };
  return (text, shell) => analyzeCommand({ text, shell: DIALECT_OF[shell], background: false }, ports);
}
