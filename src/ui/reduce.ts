/** The one reducer: an event and a state give the next state. No effects, no clock. */
import { assertNever } from '../errors.ts';
import type { UiEvent } from './event.ts';
import { reduceKeys } from './reduce-keys.ts';
import { reduceUpdate, withoutOld, withStep } from './reduce-update.ts';
import { settle } from './settle.ts';
import type { Size, State } from './state.ts';

/** The next state; the same object when nothing changed, so that nothing is drawn. */
export function reduce(state: State, event: UiEvent): State {
  const next = step(state, event);
  return next === state ? state : settle(state, next);
}

function step(state: State, event: UiEvent): State {
  switch (event.kind) {
    case 'update':
      return reduceUpdate(state, event.update);
    case 'ledger':
      return event.ledger === state.ledger ? state : { ...state, ledger: event.ledger };
    case 'tick':
      return withoutOld({ ...state, nowMs: event.nowMs });
    case 'resize':
      return isSameSize(state.size, event.size) ? state : { ...state, size: event.size };
    case 'step':
      return withStep({ ...state, nowMs: event.nowMs }, event.key, event.step);
    case 'explained':
      return state.mode.kind === 'explain' && state.mode.target.key === event.key
        ? { ...state, mode: { ...state.mode, lines: event.lines } }
        : state;
    case 'notice':
      return {
        ...state,
        nowMs: event.nowMs,
        notice: { text: event.text, tone: event.tone, untilMs: event.nowMs + 8000 },
      };
    case 'taken':
      return withoutTaken(state, event.upTo);
    case 'keys':
      return withoutAnswered(state, reduceKeys({ ...state, nowMs: event.nowMs }, event.names));
    default:
      return assertNever(event);
  }
}

/** A message about what was done before says nothing of what is done now, and it would hide the keys of it. */
function withoutAnswered(before: State, next: State): State {
  const goesOn = next.mode.kind !== before.mode.kind || next.nextNumber !== before.nextNumber;
  return goesOn && next.notice === before.notice && next.notice !== null ? { ...next, notice: null } : next;
}

function withoutTaken(state: State, upTo: number): State {
  const outbox = state.outbox.filter(({ number }) => number > upTo);
  return outbox.length === state.outbox.length ? state : { ...state, outbox };
}

function isSameSize(a: Size, b: Size): boolean {
  return a.columns === b.columns && a.rows === b.rows;
}
