import { analyzeCommand, analyzeProcessScript, type Ports } from '../lifetime/analyze.ts';
import { describeCommand } from '../lifetime/programs/describe-command.ts';
import type { Analysis } from '../policy/finding.ts';
import type { ProcessLine } from '../shell/argv.ts';
import type { Dialect } from '../shell/ast.ts';
import type { Grammar } from '../shell/grammar.ts';
import { outlineGrammar, outlinesFirst } from '../shell/outline-grammar.ts';
import { parseScript, unavailableScript } from '../shell/parse.ts';
import { quoteWords } from '../shell/quote.ts';
import { scriptReader } from '../system/script-files.ts';
import { analyzeLine, type CommandAnalyzer } from './analyze-process.ts';

export type AnalyzerOptions = {
  /** the folder that relative script files are read from; null: they are not read */
  readonly cwd?: string | null;
  /** for one-shot processes: compile the grammar once and quickly, see `preferQuickCompilation` */
  readonly oneShot?: boolean;
};

export type CommandRequest = {
  readonly text: string;
  readonly shell?: Dialect;
  /** the host was asked to run it in its background */
  readonly background?: boolean;
  /** the policy's expected long-lived commands */
  readonly longLived?: readonly string[];
  /** the folder that it runs in, where that is not the analyzer's own; null: not known */
  readonly cwd?: string | null;
};

/** The one analyzer, of commands and of running processes alike. */
export type Analyzer = CommandAnalyzer & {
  /** why the parser could not be loaded: every analysis is then `unavailable`; null: all is well */
  readonly problem: string | null;
  analyze(request: CommandRequest): Analysis;
  /** the same analysis of what a process shows as its command line */
  analyzeLine(line: ProcessLine): Analysis;
};

/** Loads the grammar and gives out the analyzer. Never throws: without a grammar analyses say so. */
export async function openAnalyzer(options: AnalyzerOptions = {}): Promise<Analyzer> {
  // Only when it is asked for: a hook does without, and a parser of 84 kB is long to read.
  const { loadGrammar, preferQuickCompilation } = await import('../system/grammar.ts');
  if (options.oneShot === true) preferQuickCompilation();
  const loaded = await loadGrammar();
  const cwd = options.cwd ?? null;
  if (!loaded.ok) {
    const { problem } = loaded;
    return analyzerWith((text, dialect) => unavailableScript(text, dialect, problem), { cwd, problem });
  }
  const grammar = outlinesFirst(loaded.grammar);
  return analyzerWith((text, dialect) => parseScript(text, dialect, grammar), { cwd, problem: null });
}

/**
 * The same analysis without loading the grammar, which takes longer than all the rest of a hook: outlines are read by
 * `shell/outline-grammar`. Null when there was one that it cannot read.
 */
export function analyzeWithoutGrammar(request: CommandRequest): Analysis | null {
  let readAll = true;
  const parse: Grammar['parse'] = (text) => {
    const tree = outlineGrammar.parse(text);
    readAll &&= tree !== null;
    return tree;
  };
  const grammar = { ...outlineGrammar, parse };
  const analyzer = analyzerWith((text, dialect) => parseScript(text, dialect, grammar), { cwd: null, problem: null });
  const analysis = analyzer.analyze(request);
  return readAll ? analysis : null;
}

function analyzerWith(
  parse: Ports['parse'],
  { cwd, problem }: Pick<Analyzer, 'problem'> & { cwd: string | null },
): Analyzer {
  const ports: Ports = { parse, readScript: scriptReader(cwd), describe: describeCommand };
  const commands: CommandAnalyzer = {
    script: (text, shell) => analyzeProcessScript({ text, shell }, ports),
    words: (words) => analyzeProcessScript({ text: quoteWords(words), shell: 'bash' }, ports),
  };
  return {
    ...commands,
    problem,
    analyze: ({ text, shell = 'bash', background = false, longLived = [], cwd: own }) =>
      analyzeCommand(
        { text, shell, background, longLived },
        own === undefined ? ports : { ...ports, readScript: scriptReader(own) },
      ),
    analyzeLine: (line) => analyzeLine(line, commands).analysis,
  };
}
