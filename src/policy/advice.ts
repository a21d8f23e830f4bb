import type { Finding, FindingKind } from './finding.ts';

const COUNT = 'Or count the passes: raise a number on every pass and leave the loop when it is greater than <n>.';
const WAIT =
  "To wait for something that you started, run it in the foreground with a timeout, or let the host's own completion notice tell you.";
const SHORTER =
  'One wait may last two minutes unless the policy says otherwise: wait no longer, look, and wait again if you must.';
const NOTICE =
  "For work that must go on beside you, put a timeout in front of it, use the host's background flag, and let its completion notice tell you.";

/** Other bounded ways than the remedy, which spells this very command: one sentence each. */
const ADVICE: Readonly<Partial<Record<FindingKind, readonly string[]>>> = {
  'unbounded-loop': [COUNT, WAIT],
  'endless-command': [WAIT],
  'unbounded-background': [NOTICE],
  'long-sleep': [SHORTER, WAIT],
  'long-poll': [WAIT],
};

/** What else an agent could do, in words; a bound's number is always left to choose. */
export function adviceFor(finding: Finding): readonly string[] {
  const kind = finding.kind === 'ineffective-bound' ? (finding.prevents ?? finding.kind) : finding.kind;
  return ADVICE[kind] ?? [];
}
