/**
 * What is known of delegated work, in words that no host owns: the hosts layer decodes into these facts, the ledger
 * stores them, `fold` turns them into reservations. An action id is the host's id of the launching tool call (or our own
 * where it has none); an agent id is the host's id of the child.
 */
export type DelegationFact =
  /** asks for `places`; granted iff active + places <= budget at that line */
  | {
      readonly kind: 'reserve';
      readonly action: string;
      /** null: the fan-out has no provable upper bound */
      readonly places: number | null;
      /** `call`: the call's own result is the completion (foreground). `children`: the children report (asynchronous). */
      readonly completion: 'call' | 'children' | 'unknown';
      readonly parent: string | null;
      readonly budget: number | null;
      readonly mode: 'watch' | 'guard';
    }
  /** the launch turned into this child */
  | { readonly kind: 'bind'; readonly action: string; readonly agent: string; readonly aliases: readonly string[] }
  /** a child was seen to start; says nothing about which action launched it */
  | { readonly kind: 'agent-start'; readonly agent: string }
  /** a child's stop: `confirmed` false when it was only an attempt that another hook may have blocked */
  | { readonly kind: 'agent-stop'; readonly agent: string; readonly confirmed: boolean }
  /** explicit evidence that a stopped child goes on under the same id */
  | { readonly kind: 'agent-resume'; readonly agent: string }
  /** the call ended: `joined` with its children done, `launched` with children going on, `not-started`, or `unknown` */
  | {
      readonly kind: 'settle';
      readonly action: string;
      readonly result: 'joined' | 'launched' | 'not-started' | 'unknown';
      readonly agents: readonly string[];
    }
  /** the kill's own result */
  | { readonly kind: 'agent-killed'; readonly agent: string }
  /** an authoritative list of the background children that still run */
  | { readonly kind: 'live-list'; readonly agents: readonly string[] }
  /** a reservation that never bound was given up, by policy */
  | { readonly kind: 'expire'; readonly action: string; readonly why: string }
  /** a supervisor's word */
  | { readonly kind: 'release'; readonly action: string; readonly why: string }
  | { readonly kind: 'budget'; readonly agents: number | null; readonly mode: 'watch' | 'guard' };
