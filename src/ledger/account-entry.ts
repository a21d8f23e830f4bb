/** PURE: which entries the account is made of. */
import type { AccountEntry } from '../delegation/account.ts';
import type { Entry, JournalFact } from './entry.ts';

const JOURNAL = {
  'session-start': true,
  verdict: true,
  bypass: true,
  'fail-open': true,
  'policy-change': true,
  flag: true,
  pause: true,
  resume: true,
  'reap-intent': true,
  'reap-outcome': true,
  grant: true,
} as const satisfies Record<Exclude<JournalFact['kind'], 'session-end'>, true>;

type JournalKind = keyof typeof JOURNAL;
type Folded = Exclude<Entry, { readonly kind: JournalKind }>;

/** The entry as a line of the account; null when it only belongs to the journal. */
export function toAccountEntry(entry: Entry): AccountEntry | null {
  return isFolded(entry) ? entry : null;
}

function isFolded(entry: Entry): entry is Folded {
  return !Object.hasOwn(JOURNAL, entry.kind);
}
