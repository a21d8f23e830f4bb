import type { Finding } from '../policy/finding.ts';
import { ancestorsOf, type Forest } from './forest.ts';
import { isNamedIn } from './named-child.ts';
import { type AnalyzeProcess, type ProcessAnalysis, sharesCommandLine } from './process-analysis.ts';
import { wholeBound } from './process-findings.ts';
import type { ProcessRecord } from './process-record.ts';
import type { Owner } from './session.ts';

type Sources = {
  readonly forest: Forest;
  readonly owners: ReadonlyMap<number, Owner>;
  readonly analyze: AnalyzeProcess;
  /** seconds that a bound may be overrun */
  readonly grace: number;
};

/** A process above, of the same owner, that is bounded as a whole and still within its bound will end this one. */
export function isCovered(
  { record, finding }: { readonly record: ProcessRecord; readonly finding: Finding },
  { forest, owners, analyze, grace }: Sources,
): boolean {
  if (finding.bound.kind === 'within') return false;
  const session = owners.get(record.identity.pid)?.session;
  let below = record;
  for (const above of ancestorsOf(forest, record)) {
    if (owners.get(above.identity.pid)?.session !== session) return false;
    const parsed = analyze(above);
    const seconds = boundOver(parsed, below === record);
    const isWithin = seconds !== null && above.ageSeconds !== null && above.ageSeconds <= seconds + grace;
    if (isWithin && ends({ above, parsed }, below, record)) return true;
    below = above;
  }
  return false;
}

/** What a shell leaves behind when a clock ends it is nobody's child any more: its own child has the whole time. */
function boundOver({ form, analysis, clock }: ProcessAnalysis, isOwnChild: boolean): number | null {
  if (form === 'none' || form === 'hidden') return null;
  const { call } = analysis;
  return clock !== undefined && isOwnChild && call.kind === 'within' ? call.seconds : wholeBound(analysis);
}

/**
 * Whether the end of one process means that of another below it. A clock ends its child and its group; the bound of anything else is
 * about what its command line starts, and a program may have children from before: `loop & exec sleep 100` leaves the loop
 * below a sleep, and zsh makes such a program of the last command by itself.
 */
function ends(
  { above, parsed: { clock, command } }: { readonly above: ProcessRecord; readonly parsed: ProcessAnalysis },
  below: ProcessRecord,
  record: ProcessRecord,
): boolean {
  if (clock !== undefined && below === record) return true;
  if (clock === 'group') return above.pgid === record.pgid || above.pgid === null || record.pgid === null;
  return sharesCommandLine(above, below) || isNamedIn(command, below);
}
