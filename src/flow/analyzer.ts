import { analyzeProcessScript, type Ports } from '../lifetime/analyze.ts';
import { describeCommand } from '../lifetime/programs/describe-command.ts';
import type { Analysis } from '../policy/finding.ts';
import type { ProcessLine } from '../shell/argv.ts';
import { quoteWords } from '../shell/quote.ts';
import { scriptReader } from '../system/script-files.ts';
import { analyzeLine, type CommandAnalyzer } from './analyze-process.ts';
import { analyzeRequest, type CommandRequest, openParser } from './analyze-request.ts';

export type AnalyzerOptions = {
  /** the folder that relative script files are read from; null: they are not read */
  readonly cwd?: string | null;
  /** for one-shot processes: compile the grammar once and quickly, see `preferQuickCompilation` */
  readonly oneShot?: boolean;
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
  const { parse, problem } = await openParser({ oneShot: options.oneShot === true });
  const cwd = options.cwd ?? null;
  const ports: Ports = { parse, readScript: scriptReader(cwd), describe: describeCommand };
  const commands: CommandAnalyzer = {
    script: (text, shell) => analyzeProcessScript({ text, shell }, ports),
    words: (words) => analyzeProcessScript({ text: quoteWords(words), shell: 'bash' }, ports),
  };
  return {
    ...commands,
    problem,
    analyze: (request) => analyzeRequest(request, parse, cwd),
    analyzeLine: (line) => analyzeLine(line, commands).analysis,
  };
}
