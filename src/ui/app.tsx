/** The one component: state, keys and effects. The full screen is painted by `Screen`, a screen reader's by Ink. */
import { useInput } from 'ink';
import { type ReactNode, useLayoutEffect, useReducer } from 'react';
import { keysOf } from './key-name.ts';
import { composeFrame } from './panels/frame.ts';
import { ReaderView } from './panels/reader.tsx';
import { reduce } from './reduce.ts';
import type { Screen } from './screen.ts';
import { initialState, type Setting, type Size, type State } from './state.ts';
import { paintLine, type Theme } from './theme.ts';
import { type UiPorts, useEffects } from './use-effects.ts';

export type AppProps = {
  readonly ports: UiPorts;
  readonly setting: Setting;
  readonly size: Size;
  readonly theme: Theme;
  /** null: a screen reader reads what Ink prints */
  readonly screen: Screen | null;
};

export function App({ ports, setting, size, theme, screen }: AppProps): ReactNode {
  const [state, dispatch] = useReducer(reduce, null, () => initialState(setting, size, ports.now()));
  useEffects(state, dispatch, ports);
  useInput((input, key) => dispatch({ kind: 'keys', names: keysOf(input, key), nowMs: ports.now() }));
  useLayoutEffect(() => {
    if (screen !== null) drawState(screen, state, theme);
  }, [screen, state, theme]);
  return screen === null ? <ReaderView state={state} /> : null;
}

/** Paints a state on the screen. */
export function drawState(screen: Screen, state: State, theme: Theme): void {
  const { columns } = state.size;
  const lines = composeFrame(state).map(({ cells, highlighted }) =>
    paintLine(cells, theme, columns, highlighted ?? false),
  );
  screen.draw({ lines, columns });
}
