import { assertNever } from '../errors.ts';
import { describeCommand } from '../lifetime/programs/describe-command.ts';
import type { AnalyzeProcess, ProcessAnalysis } from '../lineage/process-analysis.ts';
import type { ProcessRecord } from '../lineage/process-record.ts';
import { relativeScript } from '../lineage/program-path.ts';
import type { Analysis, Finding, Span } from '../policy/finding.ts';
import { type ProcessLine, type Recovered, recoverScript } from '../shell/argv.ts';
import type { WrappingHost } from '../shell/argv-hosts.ts';
import { baseName } from '../shell/argv-leave.ts';
import { dialectOf } from '../shell/argv-shell.ts';
import type { Dialect } from '../shell/ast.ts';
import type { ForkPlace } from '../shell/fork-place.ts';

/** The two forms of what a process runs, analysed. */
export type CommandAnalyzer = {
  /** shell text; `words` are `$0`, `$1` ... */
  script(text: string, dialect: Dialect, words: readonly string[]): Analysis;
  /** one command, its words exactly as the program got them; `text` when ps joined them */
  words(words: readonly string[], text: string | null): Analysis;
  /** which forks run a stretch of a text, or of a script file; null: not known */
  placeIn(source: PlacedText, span: Span): ForkPlace | null;
};

/** A text that a shell was given, or the script file that it reads it from. */
export type PlacedText = { readonly dialect: Dialect } & ({ readonly text: string } | { readonly file: string });

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
      const { text, dialect, words, host } = recovered;
      const analysis = withoutArguments(analyzer.script(text, dialect, words), words);
      const placeOf = askedOnce(({ file, span }) => {
        const place = file === undefined ? analyzer.placeIn({ text, dialect }, span) : null;
        return place && { ...place, most: place.most + wrapperForks(host) };
      });
      return { command: text, form: formOf(analysis), words: plainWords(text), analysis, placeOf };
    }
    case 'program':
    case 'text': {
      const { words } = recovered;
      const located = locateScript(words, cwd);
      const analysis = analyzer.words(located, recovered.kind === 'text' ? recovered.text : null);
      const dialect = dialectOf(baseName(words[0] ?? ''));
      if (dialect === undefined) return { command: whole, form: 'program', words, analysis, ...clockOf(words) };
      if (dialect === 'other') return { command: whole, form: formOf(analysis), words, analysis };
      // What the script reads in turn may be read in a fork of its own.
      const placeOf = askedOnce(({ file, span }) =>
        file !== undefined && located.includes(file) ? analyzer.placeIn({ file, dialect }, span) : null,
      );
      return { command: whole, form: formOf(analysis), words, analysis, placeOf };
    }
    case 'hidden':
      return { command: whole, form: 'hidden', words: [], analysis: UNSEEN };
    case 'leave':
      return { command: whole, form: 'none', words: [], analysis: NOTHING };
    default:
      return assertNever(recovered);
  }
}

/** How many forks the wrapper of a host may make before the command; what runs it in ways that are not known, any number. */
function wrapperForks(host: WrappingHost | undefined): number {
  if (host === undefined || host === 'claude-code' || host === 'hermes') return 0;
  return host === 'gemini-cli' ? 1 : Number.POSITIVE_INFINITY;
}

/** What a program stops when its time is up. */
function clockOf(words: readonly string[]): Pick<ProcessAnalysis, 'clock'> {
  const operands = words.map((value) => ({ value }));
  const described = describeCommand(operands, { dialect: 'bash' });
  if (described.kind !== 'wrapper') return {};
  const { within, withinUnknown, childOnly } = described.effect;
  if (within === undefined && withinUnknown !== true) return {};
  return { clock: childOnly === true ? 'child' : 'group' };
}

type PlaceOf = (finding: Finding) => ForkPlace | null;

/** A scan asks for the same findings again and again, and the text is parsed for each. */
function askedOnce(placeOf: PlaceOf): PlaceOf {
  const known = new WeakMap<Finding, ForkPlace | null>();
  return (finding) => {
    let place = known.get(finding);
    if (place === undefined) {
      place = placeOf(finding);
      known.set(finding, place);
    }
    return place;
  };
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
