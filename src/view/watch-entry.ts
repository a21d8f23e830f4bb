/** One ledger entry as a line: time, kind, what it says. */
import type { DelegationFact } from '../delegation/fact.ts';
import { assertNever } from '../errors.ts';
import type { Entry, RecordedIdentity } from '../ledger/entry.ts';
import { cell, type Line, type Tone } from './cell.ts';
import { clockTime, limitDuration } from './row-duration.ts';
import { shortId } from './watch-header.ts';

type Said = { readonly word: string; readonly tone: Tone; readonly text: string };

/** The line of one entry, uncut, with its session where that is wanted. `offsetMinutes` as `Date#getTimezoneOffset` gives it. */
export function entryLine(entry: Entry, offsetMinutes: number, withSession = false): Line {
  const { word, tone, text } = say(entry);
  const at = Date.parse(entry.at);
  const time = Number.isNaN(at) ? '--:--:--' : clockTime(at, offsetMinutes);
  const session = withSession ? [cell(`${shortId(entry.session)} `, 'accent')] : [];
  return [cell(`${time} `, 'dim'), ...session, cell(`${word.padEnd(8)} `, tone), cell(text)];
}

function say(entry: Entry): Said {
  switch (entry.kind) {
    case 'session-start':
      return said('session', 'good', `${entry.host} started${entry.cwd === null ? '' : ` in ${entry.cwd}`}`);
    case 'session-end':
      return said('session', 'dim', `${entry.host} ended: ${entry.reason}`);
    case 'verdict':
      return said(
        entry.verdict,
        entry.verdict === 'deny' ? 'alarm' : 'warning',
        `${entry.findings.map(({ kind }) => kind).join(', ')}  ${entry.command}`,
      );
    case 'bypass':
      return said('bypass', 'alarm', `${entry.variable} let pass what would be ${entry.verdict}  ${entry.command}`);
    case 'fail-open':
      return said('fail-open', 'alarm', entry.reason);
    case 'policy-change':
      return said('policy', 'warning', `changed during the session: ${entry.before} -> ${entry.after}`);
    case 'flag':
      return said('flag', 'warning', `${named(entry.process)} ${entry.finding}  ${entry.command}`);
    case 'pause':
    case 'resume':
      return said(entry.kind, 'accent', `${named(entry.process)}: ${entry.by}  ${entry.command}`);
    case 'reap-intent':
      return said('reap', 'alarm', `${named(entry.process)}${below(entry.tree.length - 1)}: ${entry.reason}`);
    case 'reap-outcome':
      return said(
        entry.outcome,
        entry.outcome === 'gone' ? 'good' : 'alarm',
        entry.detail === '' ? `after ${entry.plan}` : entry.detail,
      );
    case 'grant':
      return said('grant', 'accent', `${named(entry.process)} for ${grantedFor(entry)}: ${entry.why}`);
    default:
      return sayDelegation(entry);
  }
}

type DelegationEntry = Extract<Entry, { kind: DelegationFact['kind'] }>;

function sayDelegation(entry: DelegationEntry): Said {
  switch (entry.kind) {
    case 'reserve':
      return said(
        'reserve',
        'plain',
        `${entry.places ?? 'unbounded'} for ${entry.action}, budget ${entry.budget ?? 'none'}`,
      );
    case 'bind':
      return said('bind', 'plain', `${entry.agent} takes a place of ${entry.action}`);
    case 'agent-start':
      return said('start', 'plain', entry.agent);
    case 'agent-stop':
      return said('stop', 'plain', entry.confirmed ? entry.agent : `${entry.agent}, not confirmed`);
    case 'agent-resume':
      return said('resume', 'plain', entry.agent);
    case 'settle':
      return said('settle', entry.result === 'unknown' ? 'warning' : 'plain', `${entry.action}: ${entry.result}`);
    case 'agent-killed':
      return said('killed', 'plain', entry.agent);
    case 'live-list':
      return said('live', 'plain', entry.agents.length === 0 ? 'no child runs' : entry.agents.join(', '));
    case 'at-rest':
      return said('at rest', 'plain', entry.agent ?? 'the main agent');
    case 'expire':
    case 'hold':
    case 'release':
      return said(entry.kind, 'warning', `${entry.action}: ${entry.why}`);
    case 'budget':
      return said('budget', 'accent', `${entry.agents ?? 'unlimited'}, ${entry.mode}`);
    default:
      return assertNever(entry);
  }
}

function said(word: string, tone: Tone, text: string): Said {
  return { word, tone, text };
}

function below(count: number): string {
  return count > 0 ? ` and ${count} below` : '';
}

/** How long, counted from when it was granted: an hour of the clock alone would not name the day. */
function grantedFor({ at, untilMs }: Extract<Entry, { kind: 'grant' }>): string {
  const seconds = (untilMs - Date.parse(at)) / 1000;
  return Number.isNaN(seconds) ? 'an unknown time' : limitDuration(seconds);
}

function named(process: RecordedIdentity): string {
  return `${process.pid}@${process.startTicks ?? '?'}`;
}
