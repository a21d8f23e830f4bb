/** PURE: what the journal of a session says as a whole: its agents, whether it is over, grants in force, reaps under way. */
import type { Entry, JournalFact, RecordedIdentity } from './entry.ts';

export type RecordedStart = Omit<Extract<JournalFact, { kind: 'session-start' }>, 'kind'> & { readonly at: string };
export type RecordedGrant = Omit<Extract<JournalFact, { kind: 'grant' }>, 'kind'> & { readonly at: string };
export type RecordedIntent = Omit<Extract<JournalFact, { kind: 'reap-intent' }>, 'kind'> & {
  readonly id: string;
  readonly at: string;
};

export type Journal = {
  /** null: nothing was recorded yet */
  readonly session: string | null;
  readonly host: string | null;
  /** every agent process that ran this session, the latest last */
  readonly starts: readonly RecordedStart[];
  /** an end was recorded, and no start after it */
  readonly over: boolean;
  /** the ISO time of the last entry */
  readonly lastAt: string | null;
  /** the last grant for each process, some expired ones included */
  readonly grants: readonly RecordedGrant[];
  /** intents without an outcome: whoever recorded them died, or is at it */
  readonly openIntents: readonly RecordedIntent[];
  /** the last fingerprint of the supervisor's policy; null: none was recorded */
  readonly policy: string | null;
  /** the tool calls or tasks that the agent was nudged about, the latest last */
  readonly nudged: readonly string[];
  /** entries by kind; verdicts by `deny`, `nudge`, `ask` */
  readonly counts: Readonly<Record<string, number>>;
};

/** The same journal while a fold writes into it. */
export type JournalDraft = { -readonly [K in keyof Journal]: Journal[K] } & { counts: Record<string, number> };

const MOST_STARTS = 20;
/** From here on those that have run out are let go. */
const MOST_GRANTS = 200;
const MOST_NUDGED = 200;

export function emptyJournal(): JournalDraft {
  return {
    session: null,
    host: null,
    starts: [],
    over: false,
    lastAt: null,
    grants: [],
    openIntents: [],
    policy: null,
    nudged: [],
    counts: {},
  };
}

/** Writes one entry into a journal that the caller owns. */
export function applyToJournal(draft: JournalDraft, entry: Entry): void {
  draft.session ??= entry.session;
  draft.host ??= entry.host;
  draft.lastAt = entry.at;
  const counted = entry.kind === 'verdict' ? entry.verdict : entry.kind;
  draft.counts[counted] = (draft.counts[counted] ?? 0) + 1;
  switch (entry.kind) {
    case 'session-start': {
      const { agent, cwd, sid, at } = entry;
      const others = draft.starts.filter((start) => !isSameAgent(start.agent, agent));
      draft.starts = [...others, { agent, cwd, sid, at }].slice(-MOST_STARTS);
      draft.host = entry.host;
      draft.over = false;
      draft.policy = entry.policy ?? draft.policy;
      break;
    }
    case 'policy-change':
      draft.policy = entry.after;
      break;
    case 'session-end':
      draft.over = true;
      break;
    case 'verdict':
      if (entry.verdict !== 'nudge' || entry.toolCall === null) break;
      draft.nudged = [...draft.nudged, entry.toolCall].slice(-MOST_NUDGED);
      break;
    case 'grant': {
      const { process, untilMs, why, at } = entry;
      const others = draft.grants.filter((grant) => !isSameAgent(grant.process, process));
      draft.grants = [...others, { process, untilMs, why, at }];
      // Only what has run out makes room: a grant in force is never dropped for a later one.
      if (draft.grants.length > MOST_GRANTS)
        draft.grants = draft.grants.filter((grant) => grant.untilMs > Date.parse(at));
      break;
    }
    case 'reap-intent': {
      const { id, at, plan, process, tree, command, reason } = entry;
      draft.openIntents = [...draft.openIntents, { id, at, plan, process, tree, command, reason }];
      break;
    }
    case 'reap-outcome':
      draft.openIntents = draft.openIntents.filter(({ id, plan }) => plan !== entry.plan && id !== entry.plan);
      break;
    default:
      break;
  }
}

function isSameAgent(a: RecordedIdentity | null, b: RecordedIdentity | null): boolean {
  return a?.pid === b?.pid && a?.startTicks === b?.startTicks && a?.bootId === b?.bootId;
}

export function journalToJson(journal: Journal): object {
  return journal;
}

/** Null when the value has another form. The caller vouches for its origin by checksum. */
export function journalFromJson(value: unknown): JournalDraft | null {
  if (typeof value !== 'object' || value === null) return null;
  const { starts, grants, openIntents, nudged, counts } = value as Partial<Journal>;
  const whole = [starts, grants, openIntents, nudged].every(Array.isArray) && typeof counts === 'object';
  return whole ? { ...emptyJournal(), ...(value as Journal) } : null;
}
