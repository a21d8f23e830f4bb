/** What can happen to the screen. */
import type { WatchUpdate } from '../flow/watch.ts';
import type { ActionStep, LedgerView } from '../view/watch-model.ts';
import type { Notice, Size } from './state.ts';

export type UiEvent =
  | { readonly kind: 'update'; readonly update: WatchUpdate }
  | { readonly kind: 'ledger'; readonly ledger: LedgerView }
  | { readonly kind: 'tick'; readonly nowMs: number }
  | { readonly kind: 'resize'; readonly size: Size }
  | { readonly kind: 'step'; readonly key: string; readonly step: ActionStep; readonly nowMs: number }
  | { readonly kind: 'explained'; readonly key: string; readonly lines: readonly string[] }
  | { readonly kind: 'notice'; readonly tone: Notice['tone']; readonly text: string; readonly nowMs: number }
  /** the requests up to this number have been taken by the effects */
  | { readonly kind: 'taken'; readonly upTo: number }
  /** names of keys, as they came in one chunk of input */
  | { readonly kind: 'keys'; readonly names: readonly string[]; readonly nowMs: number };
