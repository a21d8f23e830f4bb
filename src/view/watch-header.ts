/** The first lines of the watch screen: who is watched, how it stands, what the last scan says. */
import type { ScanReport } from '../lineage/scan-report.ts';
import type { Session } from '../lineage/session.ts';
import { type Cell, cell, type Line, lineWidth, spreadLine } from './cell.ts';
import { limitDuration, shortDuration } from './row-duration.ts';
import type { BoardRow } from './watch-board.ts';
import type { AccountView } from './watch-model.ts';

export type HeaderFacts = {
  /** null: no scan has ended yet */
  readonly report: ScanReport | null;
  readonly accounts: readonly AccountView[];
  readonly over: number;
  readonly near: number;
  /** why it is not armed although that was asked for; null otherwise */
  readonly unarmedBecause: string | null;
  readonly periodSeconds: number;
  /** the time of day of the last scan, formatted */
  readonly clock: string;
};

/** One line of `width` columns; the less important parts go first when it is narrow. */
export function headerLine(facts: HeaderFacts, width: number): Line {
  const { report } = facts;
  const sessions = report?.sessions.filter(({ state }) => state !== 'over').length ?? 0;
  const name: Line = [cell(' lifetime-watch ', 'selected')];
  const who: Line = [cell(count(sessions, 'session'))];
  const over: Line = [cell(`${facts.over} over`, facts.over > 0 ? 'alarm' : 'good')];
  const near: Line = facts.near > 0 ? [cell(`${facts.near} allowed`, 'dim')] : [];
  const bar = gaugeCells(facts.accounts);
  const gauge = bar.filter(({ text }) => !/[█░]/.test(text));
  const armed: Line = [armedCell(report, facts.unarmedBecause)];
  const clock: Line = [cell(`${facts.clock} `)];
  const [long, short] = scanCells(facts);
  const choices: readonly (readonly [readonly Line[], readonly Line[]])[] = [
    [
      [name, who, over, near, bar, armed],
      [long, clock],
    ],
    [
      [name, who, over, near, bar, armed],
      [short, clock],
    ],
    [
      [name, who, over, near, gauge, armed],
      [short, clock],
    ],
    [
      [name, who, over, gauge, armed],
      [short, clock],
    ],
    [[name, who, over, gauge, armed], [clock]],
    [[[cell(' ')], who, over, gauge, armed], [clock]],
    [[[cell(' ')], over, armed], [clock]],
  ];
  const lines = choices.map(([left, right]) => [joined(left), joined(right)] as const);
  const [left, right] = lines.find(([a, b]) => lineWidth(a) + lineWidth(b) + 2 <= width) ?? [joined([over, armed]), []];
  return spreadLine(left, right, width);
}

/** A line that must not be missed: a failed or partial scan, what it had to go without; null when all is well. */
export function bannerLine(report: ScanReport | null, ledgerProblem: string | null): Line | null {
  const problems = report === null ? '' : report.problems.slice(0, 3).join('; ');
  if (report?.status === 'failed') return [cell(' scan failed ', 'alarm'), cell(` ${problems}; the list below is old`)];
  if (report?.status === 'partial') return [cell(' scan incomplete ', 'warning'), cell(` ${problems}`)];
  const [warning] = report?.warnings ?? [];
  if (warning !== undefined) return [cell(' warning ', 'warning'), cell(` ${warning}`)];
  if (ledgerProblem !== null) return [cell(' ledger ', 'warning'), cell(` ${ledgerProblem}`)];
  return null;
}

/** `agents ██░░ 2/4`; no cells when no session has a budget. */
export function gaugeCells(accounts: readonly AccountView[]): readonly Cell[] {
  const limited = accounts.filter(({ budget }) => budget !== null);
  if (limited.length === 0) {
    const active = accounts.reduce((sum, account) => sum + account.active, 0);
    return active > 0 ? [cell(`agents ${active}`)] : [];
  }
  const active = limited.reduce((sum, account) => sum + account.active, 0);
  const budget = limited.reduce((sum, account) => sum + (account.budget ?? 0), 0);
  const blocks = Math.min(8, Math.max(1, budget));
  const filled = budget === 0 ? blocks : Math.min(blocks, Math.round((active / budget) * blocks));
  const tone = active > budget ? 'alarm' : active === budget ? 'warning' : 'good';
  return [
    cell('agents '),
    cell('█'.repeat(filled), tone),
    cell(`${'░'.repeat(blocks - filled)} `, 'dim'),
    cell(`${active}/${budget}`, active >= budget ? tone : 'plain'),
  ];
}

/** One session as the head of its group, cut to `width` by the caller. */
export function sessionLine(row: Extract<BoardRow, { kind: 'session' }>, account: AccountView | undefined): Line {
  const { session } = row;
  const facts = [
    session.agent === null ? 'agent not seen' : `pid ${session.agent.pid}`,
    session.ageSeconds === null ? null : `up ${shortDuration(session.ageSeconds)}`,
    session.state === 'over' ? 'over' : null,
  ].filter((fact) => fact !== null);
  const budget = account === undefined ? [] : gaugeCells([account]);
  return [
    cell('● ', session.state === 'live' ? 'good' : 'dim'),
    cell(session.host, 'strong'),
    cell(isNamedByPid(session) ? '' : ` ${shortId(session.id)}`, 'accent'),
    cell(row.over > 0 ? `  ${row.over} over` : '', 'alarm'),
    cell(row.near > 0 ? `  ${row.near} allowed` : '', 'dim'),
    cell(row.over + row.near === 0 ? '  nothing running away' : '', 'dim'),
    cell(`  ${facts.join(' · ')}`),
    ...(budget.length > 0 ? [cell('  '), ...budget] : []),
    ...(session.cwd === null ? [] : [cell(`  ${session.cwd}`, 'dim')]),
  ];
}

/** Whether the id says no more than the pid, which the line has anyway. */
function isNamedByPid({ id, agent }: Session): boolean {
  return agent !== null && id.startsWith(`pid-${agent.pid}-`);
}

/** The first characters of a long session id; ids that name a process stay whole. */
export function shortId(id: string): string {
  return id.startsWith('pid-') || id.length <= 12 ? id : id.slice(0, 8);
}

/** What an empty list says, in lines. */
export function emptyBoard(report: ScanReport | null, filtered: boolean, periodSeconds: number): readonly string[] {
  if (report === null) return ['Looking at the process table ...'];
  if (filtered) return ['Nothing matches the filter. Esc clears it.'];
  const live: readonly Session[] = report.sessions.filter(({ state }) => state !== 'over');
  if (live.length === 0) {
    return [
      'No coding agent is running.',
      `Still watching every ${limitDuration(periodSeconds)}; one that starts appears here by itself.`,
      'To see what a flag looks like: lifetime-watch demo',
    ];
  }
  return [`Nothing is past policy in ${count(live.length, 'session')}.`];
}

/** `1 session`, `2 sessions`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function armedCell(report: ScanReport | null, because: string | null): Cell {
  if (because !== null) return cell('not armed', 'warning');
  return report?.armed === true ? cell('ARMED', 'alarm') : cell('unarmed');
}

/** What the last scan took: whole, and short. */
function scanCells({ report, periodSeconds }: HeaderFacts): readonly [Line, Line] {
  if (report === null) return [[], []];
  const took = Math.round(report.tookMilliseconds);
  const period = limitDuration(periodSeconds);
  const hidden = report.unread === undefined ? '' : ` (${report.unread} not seen)`;
  const long = `${report.scanned} processes${hidden} in ${took} ms, every ${period}`;
  return [[cell(long, 'dim')], [cell(`${took} ms/${period}`, 'dim')]];
}

function joined(parts: readonly Line[]): Line {
  return parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : [cell('  '), ...part]));
}
