/** One run of a real host without a terminal: a home of its own, our hook installed by our own command, a scripted model. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../e2e/hook-program.ts';
import { type HostProgram, installHost } from './host-programs.ts';
import { type ModelServer, startModelServer } from './model-server.ts';
import { createScript, type Script } from './script.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const cli = join(root, 'dist/cli.js');

export type HostRun = {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** what the models were shown of the tools' answers */
  readonly seen: Script['seen'];
  readonly output: string;
  readonly code: number | null;
  readonly requests: ModelServer['requests'];
};

export type RunRequest = {
  readonly host: HostProgram;
  readonly steps: Parameters<typeof createScript>[0];
  readonly env?: Readonly<Record<string, string>>;
  /** our plugin instead of what our own `install` writes */
  readonly plugin?: { readonly args: readonly string[]; readonly files: Readonly<Record<string, string>> };
  /** called again and again while the host works */
  readonly meanwhile?: (run: Pick<HostRun, 'home' | 'env'>) => Promise<void>;
};

const LIMIT_MS = 200_000;

/** The caller removes `home`. */
export async function runHost({ host, steps, env: more = {}, plugin, meanwhile }: RunRequest): Promise<HostRun> {
  const modules = installHost(host);
  const home = mkdtempSync(join(tmpdir(), `lifetime-watch-${host.id}-`));
  const project = join(home, 'project');
  const bin = join(home, 'bin');
  const script = createScript(steps);
  const server = await startModelServer(script);
  const env = {
    HOME: home,
    PATH: `${bin}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    SHELL: '/bin/bash',
    TERM: 'dumb',
    LANG: 'C.UTF-8',
    HTTP_PROXY: 'http://127.0.0.1:9',
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: '127.0.0.1,localhost',
    LIFETIME_WATCH_STATE_DIR: join(home, 'state'),
    ...host.env(server.url),
    ...more,
  };
  try {
    mkdirSync(project);
    mkdirSync(bin);
    symlinkSync(cli, join(bin, 'lifetime-watch'));
    for (const [file, text] of Object.entries({ ...host.files(server.url, project), ...plugin?.files })) {
      mkdirSync(dirname(join(home, file)), { recursive: true });
      writeFileSync(join(home, file), text);
    }
    if (plugin === undefined) await install(host.id, env);
    const argv = [...host.argv(modules), ...(plugin?.args ?? [])];
    const ended = await start(argv, { cwd: project, env }, async () => meanwhile?.({ home, env }));
    return { home, env, seen: script.seen, requests: server.requests, ...ended };
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  } finally {
    await server.close();
  }
}

async function install(id: string, env: Readonly<Record<string, string>>): Promise<void> {
  const { code, stderr } = await run({ argv: [process.execPath, cli, 'install', id], env });
  if (code !== 0) throw new Error(`install ${id}: ${stderr}`);
}

function start(
  argv: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  meanwhile: () => Promise<void>,
): Promise<{ readonly output: string; readonly code: number | null }> {
  const [program = '', ...rest] = argv;
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let running = true;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const timer = setTimeout(() => child.kill('SIGTERM'), LIMIT_MS);
    child.on('error', reject);
    child.on('close', (code) => {
      running = false;
      clearTimeout(timer);
      resolve({ output, code });
    });
    const look = async (): Promise<void> => {
      while (running) await Promise.all([meanwhile(), new Promise((next) => setTimeout(next, 300))]);
    };
    look().catch(reject);
  });
}
