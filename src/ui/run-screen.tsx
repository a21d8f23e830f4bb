/** Opens the screen on the process's own terminal and returns when it is closed again. */
import { Writable } from 'node:stream';
import { type Instance, render } from 'ink';
import type { Watcher } from '../flow/watcher.ts';
import { identityKey } from '../lineage/identity.ts';
import { App } from './app.tsx';
import type { UiEvent } from './event.ts';
import { openScreen, type Screen } from './screen.ts';
import type { Setting, Size } from './state.ts';
import { guardTerminal } from './terminal-guard.ts';
import type { Theme } from './theme.ts';
import type { UiPorts } from './use-effects.ts';

export type ScreenOptions = {
  readonly watcher: Pick<Watcher, 'updates' | 'ledger' | 'actions' | 'listen'>;
  readonly setting: Setting;
  readonly theme: Theme;
  readonly screenReader: boolean;
  /** said at the beginning; empty: nothing */
  readonly notice: string;
  now(): number;
};

/** @returns the exit code; rejects with the error that ended the screen, the terminal being restored already. */
export function runScreen(options: ScreenOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const terminal = openTerminal(options.screenReader);
    let instance: Instance | null = null;
    let ended = false;
    const finish = (result: number | Error): void => {
      if (ended) return;
      ended = true;
      instance?.unmount();
      release();
      terminal.close();
      if (typeof result === 'number') resolve(result);
      else reject(result);
    };
    const release = guardTerminal({ restore: terminal.restore, finish, continued: terminal.takeBack });
    const ports: UiPorts = {
      ...watcherPorts(options),
      listen: (dispatch) => {
        terminal.onResize((size) => dispatch({ kind: 'resize', size }));
        return listenTo(options, dispatch);
      },
      finish,
      suspend: () => suspendProcess(terminal),
    };
    instance = mount(ports, options, terminal.screen);
    instance.waitUntilExit().then(() => finish(0), finish);
  });
}

function mount(ports: UiPorts, { setting, theme, screenReader }: ScreenOptions, screen: Screen | null): Instance {
  return render(<App ports={ports} setting={setting} size={terminalSize()} theme={theme} screen={screen} />, {
    stdin: process.stdin,
    stdout: screenReader ? process.stdout : nowhere(),
    debug: !screenReader,
    isScreenReaderEnabled: screenReader,
    exitOnCtrlC: false,
    patchConsole: false,
  });
}

function watcherPorts({
  watcher,
  setting,
  now,
}: ScreenOptions): Pick<UiPorts, 'actions' | 'updates' | 'ledger' | 'now'> {
  return {
    actions: watcher.actions,
    updates: (signal) => watcher.updates(setting.periodSeconds * 1000, signal),
    ledger: watcher.ledger,
    now,
  };
}

function listenTo({ watcher, notice, now }: ScreenOptions, dispatch: (event: UiEvent) => void): () => void {
  if (notice !== '') dispatch({ kind: 'notice', tone: 'warning', text: notice, nowMs: now() });
  return watcher.listen((news) => {
    if (news.kind === 'notice') dispatch({ kind: 'notice', tone: 'warning', text: news.text, nowMs: now() });
    else dispatch({ kind: 'step', key: identityKey(news.suspect.identity), step: news.step, nowMs: now() });
  });
}

type OwnTerminal = {
  readonly screen: Screen | null;
  onResize(listener: (size: Size) => void): void;
  /** leaves the screen and raw mode; safe at any time */
  restore(): void;
  /** lets the shell have the terminal */
  giveAway(): void;
  /** the shell has given it back */
  takeBack(): void;
  close(): void;
};

function openTerminal(screenReader: boolean): OwnTerminal {
  const { stdin, stdout } = process;
  const screen = screenReader ? null : openScreen(stdout);
  let closed = false;
  let listener: (size: Size) => void = () => {};
  const rawMode = (on: boolean): void => void (stdin.isTTY && stdin.setRawMode(on));
  const resized = (): void => {
    screen?.invalidate();
    listener(terminalSize());
  };
  const restore = (): void => {
    screen?.close();
    rawMode(false);
  };
  stdout.on('resize', resized);
  return {
    screen,
    restore,
    onResize: (next) => {
      listener = next;
    },
    giveAway: () => {
      screen?.suspend();
      rawMode(false);
    },
    takeBack: () => {
      if (closed) return;
      rawMode(true);
      screen?.resume();
      resized();
    },
    close: () => {
      closed = true;
      restore();
      stdout.removeListener('resize', resized);
      stdin.pause();
    },
  };
}

function terminalSize(): Size {
  return { columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 };
}

/** Stops the own process group as the terminal driver does for Ctrl-Z in a program without a screen. */
function suspendProcess(terminal: OwnTerminal): void {
  terminal.giveAway();
  process.kill(0, 'SIGTSTP');
  // Nobody stops a group that no shell looks after: then nothing will continue us either.
  setTimeout(terminal.takeBack, 100);
}

/** Ink needs an output; with our own screen it has nothing to say there. */
function nowhere(): NodeJS.WriteStream {
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  return Object.assign(sink, { columns: 80, rows: 24 }) as unknown as NodeJS.WriteStream;
}
