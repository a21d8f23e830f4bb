import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readSession } from '../../src/ledger/sessions.ts';
import { nodeFiles } from '../../src/system/files.ts';

export const front = fileURLToPath(new URL('../../dist/lifetime-watch-hook.sh', import.meta.url));
export const hook = fileURLToPath(new URL('../../dist/hook.cjs', import.meta.url));

export type Ended = { readonly stdout: string; readonly stderr: string; readonly code: number | null };
export type Run = {
  readonly argv: readonly string[];
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
};

/** Runs a program to its end; its environment is exactly `env` and a PATH. */
export function run({ argv, input = '', env = {} }: Run): Promise<Ended> {
  const [program = '', ...rest] = argv;
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, { env: { PATH: process.env.PATH ?? '', ...env } });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.stdin.on('error', () => {});
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString(), code }),
    );
    child.stdin.end(input);
  });
}

/** The entries of a session in a state folder. */
export function entriesOf(state: string, session = 's1') {
  return readSession(nodeFiles, `${state}/sessions`, session)?.added ?? [];
}

/** What Claude Code sends for a command. */
export function payload(command: string, more: object = {}, toolInput: object = {}): string {
  return JSON.stringify({
    session_id: 's1',
    cwd: '/',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, ...toolInput },
    tool_use_id: 'toolu_1',
    ...more,
  });
}

/** `deny`, `ask`, `nudge`, or null for no answer. */
export function verdictOf({ stdout }: Ended): string | null {
  if (stdout === '') return null;
  const { permissionDecision, additionalContext } = JSON.parse(stdout).hookSpecificOutput;
  return permissionDecision ?? (additionalContext === undefined ? null : 'nudge');
}
