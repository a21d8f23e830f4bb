/** The offenders of an audit for people: those alike in session, finding, action and command are one row with a count. */
import { formatIdentity } from '../lineage/identity.ts';
import { formatDuration } from '../policy/duration.ts';
import { formatEvidence, formatPlan, type OffenderRow, oneLine } from './audit-text.ts';
import { formatLimit } from './limit-text.ts';
import { printable } from './printable.ts';

export type RowsOptions = {
  /** a dry run: what would be ended */
  readonly showPlan: boolean;
  /** a row for each process */
  readonly each: boolean;
};

/** The lines of all offenders, in their order; alike is the same command with the same finding and action in one session. */
export function formatOffenders(rows: readonly OffenderRow[], { showPlan, each }: RowsOptions): string {
  const groups = new Map<string, OffenderRow[]>();
  for (const row of rows) {
    const { owner, decisive, command, action, identity } = row.suspect;
    const alike = [owner.session, decisive.kind, action, command, ...(each ? [formatIdentity(identity)] : [])];
    const key = alike.join('\0');
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [row]);
    else known.push(row);
  }
  return [...groups.values()].map((group) => formatGroup(group, showPlan)).join('');
}

/** The first line has what matters; what is said of some of them alone names those. */
function formatGroup(rows: readonly OffenderRow[], showPlan: boolean): string {
  const lines = [
    headOf(rows),
    ...(rows.length === 1 ? [] : [`    ${idsOf(rows)}`]),
    ...saidOf(rows, ({ suspect }) => {
      return `${suspect.decisive.kind}: ${suspect.decisive.reason}; limit ${formatLimit(suspect)}`;
    }),
    ...saidOf(rows, ({ suspect: { owner } }) => {
      return `${owner.host} session ${owner.session}: ${formatEvidence(owner.evidence)}`;
    }),
    ...saidOf(rows, ({ suspect }) => (suspect.held === undefined ? null : `not acted upon: ${suspect.held}`)),
    ...saidOf(rows, ({ outcome }) => (outcome === null ? null : `${outcome.outcome}: ${outcome.detail}`)),
    ...saidOf(rows, ({ deferred }) => (deferred === null ? null : `deferred: ${deferred}`)),
    ...(showPlan ? plansOf(rows) : []),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

/** One plan for all that would be ended, and why the others would not. */
function plansOf(rows: readonly OffenderRow[]): readonly string[] {
  const plans = rows.flatMap(({ plan }) => (plan?.kind === 'plan' ? [plan] : []));
  const [first] = plans;
  const members = plans.flatMap((plan) => plan.members);
  const leftOut = plans.flatMap((plan) => plan.leftOut);
  const ends = first === undefined ? [] : [`    ${formatPlan({ ...first, members, leftOut })}`];
  return [...ends, ...saidOf(rows, ({ plan }) => (plan?.kind === 'refused' ? formatPlan(plan) : null))];
}

function headOf(rows: readonly OffenderRow[]): string {
  const [first] = rows;
  if (first === undefined) return '';
  const { identity, action, command } = first.suspect;
  const ages = rows.map(({ suspect }) => suspect.ageSeconds);
  const [youngest, oldest] = [Math.min(...ages), Math.max(...ages)].map(formatDuration);
  const age = youngest === oldest ? oldest : `${youngest} to ${oldest}`;
  const name = rows.length === 1 ? formatIdentity(identity) : `${rows.length} alike`;
  return `${name}  ${action.padEnd(5)}  age ${age}, ${cpuOf(rows)}  ${oneLine(command)}`;
}

function cpuOf(rows: readonly OffenderRow[]): string {
  const known = rows.flatMap(({ suspect }) => suspect.cpuSeconds ?? []);
  if (known.length === 0) return 'CPU unknown';
  const sum = formatDuration(known.reduce((total, seconds) => total + seconds, 0));
  return rows.length === 1 ? `CPU ${sum}` : `CPU ${sum} in all`;
}

/** What is said of them, each text once; of which ones, unless it is all. */
function saidOf(rows: readonly OffenderRow[], say: (row: OffenderRow) => string | null): readonly string[] {
  const texts = new Map<string, OffenderRow[]>();
  for (const row of rows) {
    const text = say(row);
    if (text !== null) texts.set(text, [...(texts.get(text) ?? []), row]);
  }
  return [...texts].map(([text, of]) => (of.length === rows.length ? `    ${text}` : `    ${text} (${idsOf(of)})`));
}

function idsOf(rows: readonly OffenderRow[]): string {
  return rows.map(({ suspect }) => formatIdentity(suspect.identity)).join(' ');
}
