/** One host's words at both ends of the hook. One file a host implements `Host`; `hosts/registry` lists them. */
import type { DelegationFact } from '../delegation/fact.ts';
import type { Dialect } from '../shell/ast.ts';

/** What a payload says, in our words. A payload that is not ours to judge decodes to `ignore`. */
export type HookEvent = {
  /** the host's session id; null when it has none (then the agent's identity names the session) */
  readonly session: string | null;
  readonly cwd: string | null;
  /** the child that the event comes from; null: the main agent */
  readonly agent: string | null;
  readonly toolCall: string | null;
  readonly what: HookSubject;
  /** facts that this event gives about delegated work, in order */
  readonly facts: readonly DelegationFact[];
};

export type HookSubject =
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly background: boolean;
      readonly dialect: Dialect | null;
      readonly toolTimeoutSeconds: number | null;
      /** the command has already run: nothing can be refused any more, only said (hosts that nudge afterwards) */
      readonly when?: 'after';
    }
  /** asks for places; `facts` holds the `reserve` */
  | { readonly kind: 'launch' }
  | { readonly kind: 'session-start' }
  | { readonly kind: 'session-end'; readonly reason: string }
  /** the agent comes to rest with background tasks still alive */
  | {
      readonly kind: 'stop';
      /** the agent goes on because a hook held it at its last stop: it has been reminded already */
      readonly held: boolean;
      readonly backgroundTasks: readonly { readonly id: string; readonly command: string | null }[];
    }
  | { readonly kind: 'lifecycle' }
  | { readonly kind: 'ignore' };

/** What we say to the host. `silent` is an empty answer: never an explicit allow. */
export type HookAnswer =
  | { readonly kind: 'silent' }
  | { readonly kind: 'deny'; readonly reason: string }
  | { readonly kind: 'ask'; readonly reason: string }
  | { readonly kind: 'nudge'; readonly text: string };

/** What the host's process must print and return. */
export type EncodedAnswer = { readonly stdout: string; readonly stderr: string; readonly exitCode: number };

export type Host = {
  readonly id: string;
  readonly name: string;
  /** Null problem-free decode; a string names what is wrong with the payload (the hook then fails open and records it). */
  decode(payload: unknown): HookEvent | { readonly problem: string };
  encode(answer: HookAnswer, event: HookEvent): EncodedAnswer;
  /** environment variables that mark this host's tool shells; `session` carries the session id, `pid` the agent's pid */
  readonly markers: readonly { readonly variable: string; readonly carries: 'session' | 'pid' | 'presence' | 'call' }[];
  /** recognises the agent process itself */
  readonly process: { readonly comms: readonly string[]; readonly argvEndings: readonly string[] };
  readonly can: {
    readonly deny: boolean;
    readonly nudge: 'before' | 'after' | 'none';
    readonly ask: boolean;
    readonly backgroundFlag: boolean;
    readonly subagentEvents: boolean;
  };
  /** what happens to the command when the hook crashes / times out / answers garbage */
  readonly failMode: {
    readonly crash: 'runs' | 'blocks';
    readonly timeout: 'runs' | 'blocks' | 'waits';
    readonly garbage: 'runs' | 'blocks' | 'n/a';
  };
};
