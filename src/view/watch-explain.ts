/** Why a process is on the list, whole: what it runs, what was found and how, who owns it, what would happen. */
import { formatIdentity } from '../lineage/identity.ts';
import type { ProcessRecord } from '../lineage/process-record.ts';
import type { Suspect } from '../lineage/scan-report.ts';
import type { Finding } from '../policy/finding.ts';
import type { ReapPlan, ReapRefusal } from '../policy/plan-reap.ts';
import { formatEvidence, formatPlan } from './audit-text.ts';
import { formatBound } from './bound.ts';
import { cpuDuration, cpuPercent, shortDuration } from './row-duration.ts';
import { standing } from './watch-details.ts';

export type ExplainedSuspect = {
  readonly suspect: Suspect;
  /** as the process table had it at the last scan; undefined: not in it */
  readonly record: ProcessRecord | undefined;
  /** the members of the tree, parents first, as far as they are known */
  readonly tree: readonly ProcessRecord[];
  /** with all gates, as of the last scan */
  readonly plan: ReapPlan | ReapRefusal;
};

/** Lines of plain text, not wrapped and not neutralised. */
export function explainLines({ suspect, record, tree, plan }: ExplainedSuspect): readonly string[] {
  const others = suspect.findings.filter((finding) => finding !== suspect.decisive);
  return [
    `process    ${formatIdentity(suspect.identity)}, parent ${suspect.ppid ?? 'unknown'}, state ${suspect.processState}`,
    `argv       ${argvOf(record)}`,
    `runs       ${suspect.command}`,
    `age        ${shortDuration(suspect.ageSeconds)}, CPU ${cpuDuration(suspect.cpuSeconds)} with its children, ${cpuPercent(suspect.cpuShare)} % of a core now`,
    '',
    ...findingLines(suspect.decisive, 'found'),
    ...others.flatMap((finding) => findingLines(finding, 'also')),
    '',
    `owner      ${suspect.owner.host} session ${suspect.owner.session}`,
    `evidence   ${formatEvidence(suspect.owner.evidence)}`,
    `limit      ${standing(suspect)}`,
    `action     ${actionOf(suspect)}`,
    '',
    'tree',
    ...tree.map((member) => `  ${formatIdentity(member.identity).padEnd(18)} ${member.state}  ${argvOf(member)}`),
    `a reap     ${formatPlan(plan)}`,
  ];
}

/** What policy does about it now, and what it would do otherwise. */
export function actionOf({ action, armedAction, held }: Suspect): string {
  if (held !== undefined) return `${action}, not ${armedAction}: ${held}`;
  return action === armedAction ? action : `${action}; ${armedAction} once armed`;
}

/** A finding as a block of lines, the first one labelled. */
export function findingLines(finding: Finding, label: string): readonly string[] {
  return [
    `${label.padEnd(10)} ${finding.kind} [${finding.rule}]: ${finding.reason}`,
    `           bound: ${formatBound(finding.bound)}`,
    ...finding.derivation.map((step) => `           - ${step}`),
    ...(finding.remedy === '' ? [] : finding.remedy.split('\n').map((line) => `           instead: ${line}`)),
  ];
}

/** The command line with its words kept apart. */
export function argvOf(record: ProcessRecord | undefined): string {
  if (record === undefined) return 'not read';
  return record.argv?.map(quoted).join(' ') ?? record.argvText ?? `[${record.comm}]`;
}

/** Shows where words begin and end; not meant to be run. */
function quoted(word: string): string {
  return word === '' || /[\s'"]/.test(word) ? JSON.stringify(word) : word;
}
