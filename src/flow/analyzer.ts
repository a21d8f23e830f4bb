import { analyzeProcessScript, type Ports } from '../lifetime/analyze.ts';
import { describeCommand } from '../lifetime/programs/describe-command.ts';
import type { Analysis } from '../policy/finding.ts';
import type { ProcessLine } from '../shell/argv.ts';
import { forkPlaceOf } from '../shell/fork-place.ts';
import { outlineGrammar } from '../shell/outline-grammar.ts';
import { quoteWords } from '../shell/quote.ts';
import { scriptReader } from '../system/script-files.ts';
import { analyzeLine, type CommandAnalyzer } from './analyze-process.ts';
import { analyzeRequest, createLazyParser, loadRealGrammar, type RequestAnalyzer } from './analyze-request.ts';

export type AnalyzerOptions = {
  /** the folder that relative script files are read from; null: they are not read */
  readonly cwd?: string | null;
  /** for one-shot processes: compile the grammar once and quickly, see `preferQuickCompilation` */
  readonly oneShot?: boolean;
  /** when the grammar is loaded; by default at once, and then `complete` has nothing to do */
  readonly grammar?: 'at-once' | 'when-wanted';
};

/** The one analyzer, of commands and of running processes alike. */
export type Analyzer = CommandAnalyzer &
  RequestAnalyzer & {
    /** why the grammar could not be loaded: what wants it is then `unavailable`; null: all is well */
    readonly problem: string | null;
    /** the same analysis of what a process shows as its command line */
    analyzeLine(line: ProcessLine): Analysis;
  };

/** Gives out the analyzer, its grammar loaded. Never throws: without a grammar analyses that want it say so. */
export async function openAnalyzer(options: AnalyzerOptions = {}): Promise<Analyzer> {
  const parser = createLazyParser(outlineGrammar, () => loadRealGrammar({ oneShot: options.oneShot === true }));
  if (options.grammar !== 'when-wanted') await parser.load();
  const { parse, complete } = parser;
  const cwd = options.cwd ?? null;
  const readScript = scriptReader(cwd);
  const ports: Ports = { parse, readScript, describe: describeCommand };
  const commands: CommandAnalyzer = {
    script: (text, shell) => analyzeProcessScript({ text, shell }, ports),
    words: (words) => analyzeProcessScript({ text: quoteWords(words), shell: 'bash' }, ports),
    placeIn(source, span) {
      const text = 'text' in source ? source.text : readScript(source.file);
      return text === undefined ? null : forkPlaceOf(parse(text, source.dialect), span);
    },
  };
  return {
    ...commands,
    complete,
    get problem() {
      return parser.problem();
    },
    analyze: (request) => analyzeRequest(request, parse, cwd),
    analyzeLine: (line) => analyzeLine(line, commands).analysis,
  };
}
