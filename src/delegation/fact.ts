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
  /**
   * Explicit evidence that a stopped child goes on under the same id. `action`, where known, is the call that resumed it:
   * the place that this call reserved becomes the child's, and the same call resumes it only once.
   */
  | { readonly kind: 'agent-resume'; readonly agent: string; readonly action?: string | null }
  /** the call ended: `joined` with its children done, `launched` with children going on, `not-started`, or `unknown` */
  | {
      readonly kind: 'settle';
      readonly action: string;
      readonly result: 'joined' | 'launched' | 'not-started' | 'unknown';
      readonly agents: readonly string[];
    }
  /** the kill's own result */
  | { readonly kind: 'agent-killed'; readonly agent: string }
  /**
   * An authoritative list of the background children that still run. `by`, where known, is the agent that came to rest
   * and brought it (null: the main agent): its own launches all came before, those of others may have come after.
   */
  | { readonly kind: 'live-list'; readonly agents: readonly string[]; readonly by?: string | null }
  /** the agent (null: the main one) came to rest: no call that it waited for is still going on */
  | { readonly kind: 'at-rest'; readonly agent: string | null }
  /** a reservation that never bound was given up, by policy */
  | { readonly kind: 'expire'; readonly action: string; readonly why: string }
  /** an unknown number of places is taken: a repair found a part of the file that it could not read */
  | { readonly kind: 'hold'; readonly action: string; readonly why: string }
  /** a supervisor's word */
  | { readonly kind: 'release'; readonly action: string; readonly why: string }
  | { readonly kind: 'budget'; readonly agents: number | null; readonly mode: 'watch' | 'guard' };
