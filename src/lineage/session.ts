import { formatIdentity, type Identity } from './identity.ts';

/** One run of a coding agent. `agent` is null when only its id is known (the agent's process was never seen). */
export type Session = {
  /** the host's session id, or `pid-<pid>-<start>` for an agent whose id is not known */
  readonly id: string;
  readonly host: string;
  readonly agent: Identity | null;
  readonly cwd: string | null;
  /** seconds since the agent started; null unknown */
  readonly ageSeconds: number | null;
  /** `over`: the agent process is gone (or its end was recorded) */
  readonly state: 'live' | 'over' | 'unknown';
};

/** A session as the ledger knows it. */
export type RecordedSession = {
  readonly id: string;
  readonly host: string;
  readonly agent: Identity | null;
  readonly cwd: string | null;
  /** its end was recorded */
  readonly ended: boolean;
};

/** Why a process is attributed to a session, strongest first. */
export type OwnerEvidence =
  | { readonly kind: 'descendant'; readonly of: Identity }
  /** null: of which agent is not known any more */
  | { readonly kind: 'was-descendant'; readonly of: Identity | null }
  | { readonly kind: 'marker'; readonly variable: string }
  | { readonly kind: 'session-id'; readonly sid: number }
  | { readonly kind: 'tool-shell'; readonly signature: string };

export type Owner = { readonly session: string; readonly host: string; readonly evidence: OwnerEvidence };

/** The id of a session whose host gave it none, or none that is its own. */
export function sessionIdOf(agent: Identity): string {
  return `pid-${formatIdentity(agent).replace('@', '-')}`;
}
