/** Opens the screen on the process's own terminal and returns when it is closed again. */
import { Writable } from 'node:stream';
import { render } from 'ink';
import { App } from './app.tsx';
import type { UiEvent } from './event.ts';
import { openScreen } from './screen.ts';
import type { Setting, Size } from './state.ts';
import { guardTerminal } from './terminal-guard.ts';
import type { Theme } from './theme.ts';
import type { UiPorts } from './use-effects.ts';

export type ScreenOptions = {
  readonly ports: Omit<UiPorts, 'finish' | 'suspend'>;
  readonly setting: Setting;
  readonly theme: Theme;
  readonly screenReader: boolean;
};

/** @returns the exit code; rejects with the error that ended the screen, the terminal being restored already. */
export function runScreen({ ports, setting, theme, screenReader }: ScreenOptions): Promise<number> {
  const { stdin, stdout } = process;
  return new Promise((resolve, reject) => {
    const screen = screenReader ? null : openScreen(stdout);
    let ended = false;
    const restore = () => {
      screen?.close();
      if (stdin.isTTY) stdin.setRawMode(false);
    };
    const finish = (result: number | Error) => {
      if (ended) return;
      ended = true;
      instance.unmount();
      restore();
      stdout.removeListener('resize', resized);
      release();
      stdin.pause();
      if (typeof result === 'number') resolve(result);
      else reject(result);
    };
    let notify: (event: UiEvent) => void = () => {};
    const resized = () => {
      screen?.invalidate();
      notify({ kind: 'resize', size: terminalSize() });
    };
    const continued = () => {
      if (ended) return;
      if (stdin.isTTY) stdin.setRawMode(true);
      screen?.resume();
      resized();
    };
    const release = guardTerminal({ restore, finish, continued });
    const all: UiPorts = {
      ...ports,
      listen: (dispatch) => {
        notify = dispatch;
        return ports.listen(dispatch);
      },
      finish,
      suspend: () => suspendProcess(() => restoreForShell(screen), continued),
    };
    stdout.on('resize', resized);
    const instance = render(<App ports={all} setting={setting} size={terminalSize()} theme={theme} screen={screen} />, {
      stdin,
      stdout: screenReader ? stdout : nowhere(),
      debug: !screenReader,
      isScreenReaderEnabled: screenReader,
      exitOnCtrlC: false,
      patchConsole: false,
    });
    instance.waitUntilExit().then(() => finish(0), finish);
  });
}

function terminalSize(): Size {
  return { columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 };
}

function restoreForShell(screen: ReturnType<typeof openScreen> | null): void {
  screen?.suspend();
  if (process.stdin.isTTY) process.stdin.setRawMode(false);
}

/** Stops the own process group as the terminal driver does for Ctrl-Z in a program without a screen. */
function suspendProcess(leave: () => void, continued: () => void): void {
  leave();
  process.kill(0, 'SIGTSTP');
  // Nobody stops a group that no shell looks after: then nothing will continue us either.
  setTimeout(continued, 100);
}

/** Ink needs an output; with our own screen it has nothing to say there. */
function nowhere(): NodeJS.WriteStream {
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  return Object.assign(sink, { columns: 80, rows: 24 }) as unknown as NodeJS.WriteStream;
}
