/** What the journey of a hook needs of the world: small ports, so that each can fail and the host still gets its way. */
import type { Decision } from '../delegation/decide.ts';
import type { ExpiryRule } from '../delegation/expiry.ts';
import type { DelegationFact } from '../delegation/fact.ts';
import type { HookSubject } from '../hosts/host.ts';
import type { EntryBody, RecordedIdentity } from '../ledger/entry.ts';
import type { Analysis } from '../policy/finding.ts';
import type { EffectivePolicy } from '../policy/load-policy.ts';

export type ShellCall = Extract<HookSubject, { kind: 'command' }>;
/** A launch, the supervisor's limit, and what silence after it means. */
export type ReserveFact = Extract<DelegationFact, { kind: 'reserve' }> & { readonly expiry: Omit<ExpiryRule, 'nowMs'> };

/** Which ledger an entry belongs to. */
export type SessionKey = { readonly id: string; readonly host: string };

/** The agent process above the hook. */
export type AgentAbove = { readonly identity: RecordedIdentity; readonly sid: number | null };

export type HookLedger = {
  /** Appends in one go, secrets masked; throws a KnownError when the state cannot be written. */
  append(session: SessionKey, bodies: readonly EntryBody[]): void;
  /** Asks for places; an account that cannot be kept is an answer too. */
  reserve(session: SessionKey, fact: ReserveFact): Decision;
  /** Whether this session has entries already. */
  isKnown(session: SessionKey): boolean;
  /** the fingerprint of the supervisor's policy that was recorded last; null: none */
  policyOf(session: SessionKey): string | null;
  /** The latest session of this host that this agent process runs; null when none is recorded. */
  sessionRunBy(host: string, agent: RecordedIdentity): string | null;
  /** Ids of background tasks that the agent was reminded of. */
  remindedOf(session: SessionKey): ReadonlySet<string>;
};

/** The folder that relative script files are read from, and the policy's expected long-lived commands. */
export type AnalysisContext = { readonly cwd: string | null; readonly longLived: readonly string[] };

export type HookPorts = {
  /** the environment of the hook process: the one that launched the agent */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ledger: HookLedger;
  /** Throws a KnownError when the supervisor's file cannot be read. */
  readonly policy: (cwd: string | null) => EffectivePolicy;
  /** False: the analysis would find nothing. Costs next to nothing and loads nothing. */
  readonly mayNeedJudging: (call: ShellCall) => boolean;
  readonly analyze: (call: ShellCall, where: AnalysisContext) => Promise<Analysis>;
  /** The nearest agent above the hook process; null when there is none that we recognise. */
  readonly agentAbove: () => Promise<AgentAbove | null>;
  /** When a session starts: ledgers that are over and old go, at most once a day. */
  readonly tidy: (cwd: string | null) => Promise<void>;
  /** One line for people, on standard error. */
  readonly complain: (line: string) => void;
  /** Says where the time goes. */
  readonly mark: (step: string) => void;
};
