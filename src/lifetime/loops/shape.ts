/** What all kinds of loops have in common. */
import type { Span } from '../../policy/finding.ts';
import type { Statement } from '../../shell/ast.ts';
import type { Scene } from '../scene.ts';
import type { Jump, States } from '../state/flow.ts';
import type { State } from '../state/state.ts';

/** One look at the condition of a loop. */
export type Entry = { readonly inside: States; readonly outside: States; readonly jumps: readonly Jump[] };

export type Loop = {
  readonly span: Span;
  readonly body: readonly Statement[];
  /** `pass` counts from 0; undefined stands for any pass */
  readonly enter: (scene: Scene, state: State, pass: number | undefined) => Entry;
  /** what happens between two passes */
  readonly next: (scene: Scene, state: State) => State;
  /** how often the body runs at most, where a list says so; `unknown` a list of unknown length */
  readonly listed: number | 'unknown' | undefined;
  /** the names that the list or the head of the loop sets */
  readonly variables: readonly string[];
  /** the condition, as a person would name it; undefined when there is none */
  readonly condition: { readonly text: string; readonly until: boolean } | undefined;
  /** what the condition consists of, for finding the names that it changes */
  readonly conditionParts: readonly Statement[];
};

/** All the ways through one pass. */
export type Pass = {
  readonly head: State;
  /** to the next pass */
  readonly back: States;
  /** the condition was false */
  readonly outside: States;
  readonly broke: States;
  /** out of more than this loop */
  readonly jumps: readonly Jump[];
};
