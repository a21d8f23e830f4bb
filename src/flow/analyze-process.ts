import { assertNever } from '../errors.ts';
import type { AnalyzeProcess, ProcessAnalysis } from '../lineage/process-analysis.ts';
import type { ProcessRecord } from '../lineage/process-record.ts';
import { relativeScript } from '../lineage/program-path.ts';
import type { Analysis } from '../policy/finding.ts';
import { type ProcessLine, type Recovered, recoverScript } from '../shell/argv.ts';
import { baseName } from '../shell/argv-leave.ts';
import { dialectOf } from '../shell/argv-shell.ts';
import type { Dialect } from '../shell/ast.ts';

/** The two forms of what a process runs, analysed. */
export type CommandAnalyzer = {
  /** shell text; `words` are `$0`, `$1` ... */
  script(text: string, dialect: Dialect, words: readonly string[]): Analysis;
  /** one command, its words exactly as the program got them; `text` when ps joined them */
  words(words: readonly string[], text: string | null): Analysis;
};

/** The analysis of running processes: their command line back to what they run, and that through the one analyzer. */
export function processAnalyzer(analyzer: CommandAnalyzer): AnalyzeProcess {
  return (record) => {
    const line = lineOf(record);
    if (line === null) return { command: '', form: 'none', words: [], analysis: NOTHING };
    return analyzeRecovered(recoverScript(line), { whole: shown(line), cwd: record.cwd }, analyzer);
  };
}

/** The same of a command line alone. */
export function analyzeLine(line: ProcessLine, analyzer: CommandAnalyzer): ProcessAnalysis {
  return analyzeRecovered(recoverScript(line), { whole: shown(line), cwd: undefined }, analyzer);
}

const NOTHING: Analysis = { status: 'complete', problems: [], call: { kind: 'finite' }, leftovers: [], findings: [] };
const UNSEEN: Analysis = { ...NOTHING, status: 'unavailable', problems: ['the command is hidden'] };

type Shown = { readonly whole: string; readonly cwd: string | undefined };

function analyzeRecovered(recovered: Recovered, { whole, cwd }: Shown, analyzer: CommandAnalyzer): ProcessAnalysis {
  switch (recovered.kind) {
    case 'script': {
      const { text, dialect, words } = recovered;
      const analysis = withoutArguments(analyzer.script(text, dialect, words), words);
      return { command: text, form: formOf(analysis), words: plainWords(text), analysis };
    }
    case 'program':
    case 'text': {
      const { words } = recovered;
      const analysis = analyzer.words(locateScript(words, cwd), recovered.kind === 'text' ? recovered.text : null);
      const isShell = dialectOf(baseName(words[0] ?? '')) !== undefined;
      return { command: whole, form: isShell ? formOf(analysis) : 'program', words, analysis };
    }
    case 'hidden':
      return { command: whole, form: 'hidden', words: [], analysis: UNSEEN };
    case 'leave':
      return { command: whole, form: 'none', words: [], analysis: NOTHING };
    default:
      return assertNever(recovered);
  }
}

/** A script that a shell was given by a relative path, by its whole path; everything else as it is. */
function locateScript(words: readonly string[], cwd: string | undefined): readonly string[] {
  const file = cwd === undefined ? undefined : relativeScript(words);
  return file === undefined ? words : words.map((word, index) => (index === file ? `${cwd}/${word}` : word));
}

/** `bash -c 'eval "$1"' name command`: what the words are used for is not in the text, so no number of seconds bounds it. */
function withoutArguments(analysis: Analysis, words: readonly string[]): Analysis {
  return words.length > 1 && analysis.call.kind === 'within' ? { ...analysis, call: { kind: 'finite' } } : analysis;
}

/** A shell's text that was not understood and shows no finding is as good as hidden: children, age and CPU judge it. */
function formOf({ status, findings }: Analysis): ProcessAnalysis['form'] {
  return status !== 'complete' && findings.length === 0 ? 'hidden' : 'script';
}

/** The words of a text that is one plain command; none for anything that a shell would have to interpret. */
function plainWords(text: string): readonly string[] {
  return /[;&|<>()$`\n"'\\*?[\]{}#~!]/.test(text) ? [] : text.trim().split(/\s+/);
}

function lineOf({ argv, argvText }: ProcessRecord): ProcessLine | null {
  if (argv !== null && argv.length > 0) return { argv };
  return argvText === null || argvText === '' ? null : { text: argvText };
}

function shown(line: ProcessLine): string {
  return 'argv' in line ? line.argv.join(' ') : line.text;
}
