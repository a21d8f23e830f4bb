/** Tiny constructors of analyses, so that a test says what a command line means without a parser. */
import type { ProcessAnalysis } from '../../src/lineage/process-analysis.ts';
import type { ProcessRecord } from '../../src/lineage/process-record.ts';
import type { Analysis, Bound, Finding } from '../../src/policy/finding.ts';
import { forkPlaceOf } from '../../src/shell/fork-place.ts';
import { outlineGrammar } from '../../src/shell/outline-grammar.ts';
import { parseScript } from '../../src/shell/parse.ts';

const nothing: Analysis = { status: 'complete', problems: [], call: { kind: 'finite' }, leftovers: [], findings: [] };

export function finding(kind: Finding['kind'], text: string, more: Partial<Finding> = {}): Finding {
  return {
    kind,
    rule: 'LW000',
    span: { start: 0, end: text.length },
    text,
    bound: { kind: 'endless' },
    place: 'foreground',
    role: 'unknown',
    reason: 'so it is',
    derivation: [],
    remedy: '',
    ...more,
  };
}

/** The text with what is found at `culprit` in it. */
function found(command: string, culprit: string, kind: Finding['kind'], more: Partial<Finding> = {}): ProcessAnalysis {
  const start = Math.max(0, command.indexOf(culprit));
  const span = { start, end: start + culprit.length };
  const bound: Bound = more.bound ?? { kind: 'endless' };
  return {
    command,
    form: 'script',
    words: [],
    analysis: { ...nothing, call: bound, findings: [finding(kind, culprit, { span, ...more })] },
  };
}

/** A shell that runs a loop in its foreground. */
export function loops(command: string, culprit = command): ProcessAnalysis {
  return found(command, culprit, 'unbounded-loop');
}

/** A shell that puts a loop in the background and goes on. */
export function leavesLoop(command: string, culprit: string): ProcessAnalysis {
  const whole = found(command, culprit, 'unbounded-loop', { place: 'leftover' });
  const [first] = whole.analysis.findings;
  const span = first?.span ?? { start: 0, end: 0 };
  const leftovers = [{ span, text: culprit, bound: { kind: 'endless' as const }, role: 'loop' as const }];
  return { ...whole, analysis: { ...whole.analysis, call: { kind: 'finite' }, leftovers } };
}

export function endless(command: string): ProcessAnalysis {
  return { ...found(command, command, 'endless-command'), form: 'program', words: command.split(' ') };
}

export function within(command: string, seconds: number, kind?: Finding['kind']): ProcessAnalysis {
  const bound: Bound = { kind: 'within', seconds };
  const findings = kind === undefined ? [] : [finding(kind, command, { bound })];
  return { command, form: 'program', words: command.split(' '), analysis: { ...nothing, call: bound, findings } };
}

export function finite(command: string): ProcessAnalysis {
  return { command, form: 'program', words: command.split(' '), analysis: nothing };
}

export function hidden(command: string): ProcessAnalysis {
  return { command, form: 'hidden', words: [], analysis: { ...nothing, status: 'unavailable' } };
}

/** The same of a shell whose text tells which of its forks runs what. */
export function placed(analysis: ProcessAnalysis): ProcessAnalysis {
  const script = parseScript(analysis.command, 'bash', outlineGrammar);
  return { ...analysis, placeOf: ({ span }) => forkPlaceOf(script, span) };
}

/** Looks command lines up by their arguments joined by blanks; what is not listed is finite. */
export function lookUp(...known: readonly ProcessAnalysis[]): (record: ProcessRecord) => ProcessAnalysis {
  return ({ argv }) => {
    const line = (argv ?? []).join(' ').replace(/^(?:ba)?sh -c /, '');
    return known.find(({ command }) => command === line) ?? finite(line);
  };
}
