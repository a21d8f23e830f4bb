/** What is said of a command before it runs, from the mildest to the strictest. */
export const VERDICTS = ['allow', 'nudge', 'ask', 'deny'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The stricter of two verdicts. */
export function stricterVerdict(a: Verdict, b: Verdict): Verdict {
  return VERDICTS.indexOf(a) >= VERDICTS.indexOf(b) ? a : b;
}

/** What is done about a process, from the mildest to the strictest. */
export const ACTIONS = ['leave', 'flag', 'pause', 'reap'] as const;
export type Action = (typeof ACTIONS)[number];

/** The stronger of two actions. */
export function strongerAction(a: Action, b: Action): Action {
  return ACTIONS.indexOf(a) >= ACTIONS.indexOf(b) ? a : b;
}
