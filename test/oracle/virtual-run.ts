/** Runs one script in a real shell with virtual time, in a session of its own, and says whether and when it ended. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../find-program.ts';
import { type Behaviour, type Budget, PROBES, preludeFor } from './prelude.ts';
import { SHELLS, type Shell } from './shells.ts';

export type Outcome =
  /**
   * `seconds`: what its sleeps add up to. `status`: its exit status, or null when a signal ended it. `asked`: something in it may
   * have depended on how the probes answer
   */
  | { readonly kind: 'ends'; readonly seconds: number; readonly status: number | null; readonly asked: boolean }
  /** `why`: the limit that it ran into; `guard` is wall-clock time and says less than the others */
  | { readonly kind: 'goes-on'; readonly why: 'calls' | 'steps' | 'forever' | 'recursion' | 'cpu' | 'guard' }
  /** the shell does not accept the text */
  | { readonly kind: 'invalid'; readonly message: string };

export type VirtualMachine = {
  run(shell: Shell, text: string, behaviour: Behaviour): Promise<Outcome>;
  close(): void;
};

export const USUAL_BUDGET: Budget = { calls: 400, steps: 8000, cpu: 1 };

/** Sets up the preludes in a folder of its own; `close` removes it. `guard` is in seconds of wall-clock time. */
export function openVirtualMachine(budget: Budget, guard = 10): VirtualMachine {
  const memory = '/dev/shm';
  const root = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'lw-oracle-'));
  for (const shell of SHELLS) writeFileSync(join(root, `prelude.${shell}`), preludeFor(shell, budget));
  writeFileSync(join(root, '.zshenv'), preludeFor('zsh', budget));
  mkdirSync(join(root, 'bin'));
  for (const name of [...PROBES, 'sleep', 'date']) {
    const program = `#!/bin/sh\n. "$LW_PRELUDE/prelude.dash"\n${name} "$@"\n`;
    writeFileSync(join(root, 'bin', name), program, { mode: 0o755 });
  }
  let next = 0;
  return {
    async run(shell, text, behaviour) {
      const folder = join(root, String(next++));
      prepareFolder(folder, behaviour);
      const ended = await launch({ shell, text, behaviour, root, folder, guard });
      const outcome = readOutcome({ folder, text }, ended);
      rmSync(folder, { recursive: true, force: true });
      if (
        outcome.kind !== 'ends' ||
        outcome.status === 0 ||
        !/syntax error|parse error|unexpected EOF|ambiguous/i.test(ended.errors)
      )
        return outcome;
      return (await isAccepted(shell, text)) ? outcome : { kind: 'invalid', message: ended.errors.trim() };
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

type Launch = {
  readonly shell: Shell;
  readonly text: string;
  readonly behaviour: Behaviour;
  readonly root: string;
  readonly folder: string;
  readonly guard: number;
};

type Ended = {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly guarded: boolean;
  readonly errors: string;
};

const START_READY: ReadonlySet<Behaviour> = new Set([
  'always',
  'until-third',
  'only-process',
  'not-net',
  'not-text',
  'not-other',
]);

/** The files that scripts read: three lines, no lines, and the one that probes wait for. */
function prepareFolder(folder: string, behaviour: Behaviour): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'state'), '0 0\n');
  writeFileSync(join(folder, 'list.txt'), 'one\ntwo\nthree\n');
  writeFileSync(join(folder, 'empty.txt'), '');
  if (START_READY.has(behaviour)) writeFileSync(join(folder, 'ready'), '');
}

function launch({ shell, text, behaviour, root, folder, guard }: Launch): Promise<Ended> {
  const program = findProgram(shell);
  if (program === undefined) throw new Error(`${shell} is not installed`);
  const script = shell === 'dash' ? `. "$LW_PRELUDE/prelude.dash"\n${text}` : text;
  const errors = openSync(join(folder, 'errors'), 'w');
  const child = spawn(program, ['-c', script], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', errors],
    env: {
      PATH: `${join(root, 'bin')}:${process.env.PATH}`,
      LC_ALL: 'C',
      BASH_ENV: join(root, 'prelude.bash'),
      ZDOTDIR: root,
      LW_PRELUDE: root,
      LW_V: folder,
      LW_MODE: behaviour,
      LW_SYNC: /SECONDS/.test(text) ? '1' : '',
    },
  });
  closeSync(errors);
  return new Promise((resolve, reject) => {
    let guarded = false;
    const timer = setTimeout(() => {
      guarded = true;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, guard * 1000);
    child.on('error', reject);
    child.on('exit', (status, signal) => {
      clearTimeout(timer);
      const written = readFileSync(join(folder, 'errors'), 'utf8').slice(0, 4000);
      resolve({ status, signal, guarded, errors: written });
    });
  });
}

function readOutcome(
  { folder, text }: Pick<Launch, 'folder' | 'text'>,
  { status, signal, guarded, errors }: Ended,
): Outcome {
  if (guarded) return { kind: 'goes-on', why: 'guard' };
  const verdict = readIfThere(join(folder, 'verdict')).trim();
  if (verdict === 'calls' || verdict === 'steps' || verdict === 'forever') return { kind: 'goes-on', why: verdict };
  // dash gives up at 1,000 levels and zsh at 500; bash goes on until its stack overflows
  if (/maximum (function recursion|nested function)/i.test(errors)) return { kind: 'goes-on', why: 'recursion' };
  // a subshell that ran out of CPU time leaves 128 + its signal (24 or 9) as the status of the whole
  if (signal === 'SIGXCPU' || signal === 'SIGKILL' || status === 152 || status === 137)
    return { kind: 'goes-on', why: 'cpu' };
  const [, milliseconds = '0'] = readIfThere(join(folder, 'state')).trim().split(' ');
  // the file `ready` is looked at without any stand-in
  const asked = existsSync(join(folder, 'asked')) || /-\w ready\b/.test(text);
  return { kind: 'ends', seconds: Number(milliseconds) / 1000, status, asked };
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function isAccepted(shell: Shell, text: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(findProgram(shell) ?? shell, ['-n', '-c', text], {
      stdio: 'ignore',
      env: { PATH: process.env.PATH },
    });
    child.on('error', reject);
    child.on('exit', (status) => resolve(status === 0));
  });
}
