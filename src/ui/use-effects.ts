/** All effects of the screen, in one hook: scans and their ledger in, requests out, a clock only while something counts down. */
import { type Dispatch, useEffect, useRef } from 'react';
import type { WatchUpdate } from '../flow/watch.ts';
import type { WatchActions } from '../flow/watch-actions.ts';
import type { LedgerView } from '../view/watch-model.ts';
import type { UiEvent } from './event.ts';
import { type Said, sayTogether } from './said.ts';
import type { Request, State } from './state.ts';

export type UiPorts = {
  readonly actions: WatchActions;
  /** the scans, until the signal is raised */
  updates(signal: AbortSignal): AsyncIterable<WatchUpdate>;
  /** the ledger as it is now; the same object while nothing changed */
  ledger(): LedgerView;
  /** what happens outside: resizes, steps of automatic actions, notices; returns how to stop listening */
  listen(dispatch: (event: UiEvent) => void): () => void;
  now(): number;
  /** ends the screen with this exit code, or with the error that made it impossible to go on */
  finish(result: number | Error): void;
  /** gives the terminal back to the shell until the process is continued */
  suspend(): void;
};

/** Connects the state to the world. */
export function useEffects(state: State, dispatch: Dispatch<UiEvent>, ports: UiPorts): void {
  useEffect(() => {
    const controller = new AbortController();
    void pump(ports, dispatch, controller.signal);
    const stop = ports.listen(dispatch);
    return () => {
      controller.abort();
      stop();
    };
  }, [ports, dispatch]);

  const counting = countsDown(state);
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => dispatch({ kind: 'tick', nowMs: ports.now() }), 500);
    return () => clearInterval(timer);
  }, [counting, ports, dispatch]);

  const taken = useRef(0);
  useEffect(() => {
    const due = state.outbox.filter(({ number }) => number > taken.current);
    const last = due.at(-1);
    if (last === undefined) return;
    taken.current = last.number;
    void carryOutAll(
      due.map(({ request }) => request),
      ports,
      dispatch,
    );
    dispatch({ kind: 'taken', upTo: last.number });
  }, [state.outbox, ports, dispatch]);
}

/** Whether anything on the screen changes by time alone. */
function countsDown(state: State): boolean {
  if (state.notice !== null) return true;
  return [...state.tracks.values()].some(({ step, left }) => step?.kind === 'terminating' && left === null);
}

async function pump(ports: UiPorts, dispatch: Dispatch<UiEvent>, signal: AbortSignal): Promise<void> {
  try {
    for await (const update of ports.updates(signal)) {
      if (signal.aborted) return;
      dispatch({ kind: 'update', update });
      dispatch({ kind: 'ledger', ledger: ports.ledger() });
    }
  } catch (error) {
    ports.finish(asError(error));
  }
}

/** Carries out what was asked for at once, and tells what came of it in one message. */
async function carryOutAll(requests: readonly Request[], ports: UiPorts, dispatch: Dispatch<UiEvent>): Promise<void> {
  const said = await Promise.all(requests.map((request) => carryOut(request, ports, dispatch)));
  const notice = sayTogether(said.flatMap((each) => each ?? []));
  if (notice !== null) dispatch({ kind: 'notice', ...notice, nowMs: ports.now() });
}

/** Carries out one request; what goes wrong with it is told, it never ends the screen. */
async function carryOut(request: Request, ports: UiPorts, dispatch: Dispatch<UiEvent>): Promise<Said | null> {
  const pid = 'target' in request ? request.target.identity.pid : null;
  const report = (problem: string | null, done: string | null): Said | null => {
    if (problem !== null) return { pid, tone: 'alarm', text: problem };
    return done === null ? null : { pid, tone: 'good', text: done };
  };
  try {
    switch (request.kind) {
      case 'quit':
        ports.finish(request.exitCode);
        break;
      case 'suspend':
        ports.suspend();
        break;
      case 'reap':
        // The row shows the steps and the end; only what stood in the way needs more words.
        return report(await ports.actions.reap(request.target.identity), null);
      case 'explain': {
        const lines = await ports.actions.explain(request.target.identity);
        dispatch({ kind: 'explained', key: request.target.key, lines });
        break;
      }
      case 'pause':
      case 'resume':
        return report(await ports.actions[request.kind](request.target.identity), `${request.kind}d`);
      case 'grant': {
        const { target, seconds, why } = request;
        return report(await ports.actions.grant(target.identity, seconds, why), 'granted more time');
      }
    }
    return null;
  } catch (error) {
    return { pid, tone: 'alarm', text: asError(error).message };
  } finally {
    if (request.kind !== 'quit') dispatch({ kind: 'ledger', ledger: ports.ledger() });
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
