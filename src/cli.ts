#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import type { Command, CommandIo } from './commands/command.ts';
import { KnownError } from './errors.ts';

/** name -> [what it does, how to load it]; a command is loaded only when it is asked for */
const COMMANDS: Readonly<
  Record<string, readonly [summary: string, load: () => Promise<{ readonly command: Command }>]>
> = {
  watch: ['watch what agents leave running: a screen, or lines in a pipe', () => import('./commands/watch.ts')],
  demo: ['see a runaway flagged, under a harmless stand-in for an agent', () => import('./commands/demo.ts')],
  audit: ['one scan for cron: what is past policy; --enforce ends it', () => import('./commands/audit.ts')],
  ps: ['list what agent sessions have started', () => import('./commands/ps.ts')],
  stop: ['end exactly one of them, by its id', () => import('./commands/stop.ts')],
  explain: ['judge a command and show why', () => import('./commands/explain.ts')],
  ledger: ['show, verify and repair the ledger; budgets and grants', () => import('./commands/ledger.ts')],
  hook: ['what an agent runs before its own commands', () => import('./commands/hook.ts')],
  install: ["add the hook to an agent's settings", () => import('./commands/install.ts')],
  uninstall: ['remove exactly what install added', () => import('./commands/uninstall.ts')],
  doctor: ['prove that the installed hooks and the scan work', () => import('./commands/doctor.ts')],
};

const DEFAULT_COMMAND = 'watch';

/** The whole program: argv -> one command -> an exit code. */
async function main(argv: readonly string[], io: CommandIo): Promise<number> {
  const [first = DEFAULT_COMMAND, ...rest] = argv;
  if (first === '--version' || first === '-V') return print(io, `${version()}\n`);
  if (first === '--help' || first === '-h') return print(io, overview());
  if (first === 'help') return help(rest, io);
  const isFlag = first.startsWith('-');
  const name = isFlag ? DEFAULT_COMMAND : first;
  const { command } = await load(name);
  const own = isFlag ? argv : rest;
  if (own.includes('--help') || own.includes('-h')) return print(io, command.help);
  return command.run(own, io);
}

async function load(name: string): Promise<{ readonly command: Command }> {
  const row = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (row === undefined) {
    throw new KnownError(`unknown command '${name}': expected one of ${Object.keys(COMMANDS).join(', ')}`);
  }
  return row[1]();
}

async function help([name]: readonly string[], io: CommandIo): Promise<number> {
  return print(io, name === undefined || name === 'help' ? overview() : (await load(name)).command.help);
}

function overview(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const rows = Object.entries(COMMANDS).map(([name, [summary]]) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'lifetime-watch keeps coding agents from leaving runaway shell commands behind.',
    '',
    `usage: lifetime-watch [command] [flags]    (no command: ${DEFAULT_COMMAND})`,
    '',
    ...rows,
    '',
    "'lifetime-watch help <command>' shows its flags.  --version prints the version.",
    '',
  ].join('\n');
}

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function print(io: CommandIo, text: string): number {
  io.out(text);
  return 0;
}

let leave = (): void => process.exit(0);

/** A reader that went away (`| head`) is not an error of ours. */
function leaveOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  leave();
}

process.stdout.on('error', leaveOnClosedPipe);
process.stderr.on('error', leaveOnClosedPipe);
try {
  process.exitCode = await main(process.argv.slice(2), {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    whenReaderLeaves: (act) => {
      leave = act;
    },
    env: process.env,
    cwd: process.cwd(),
    stdin: process.stdin,
    stdoutIsTerminal: process.stdout.isTTY === true,
    columns: process.stdout.columns ?? 80,
  });
} catch (error) {
  if (!(error instanceof KnownError)) throw error;
  process.stderr.write(`lifetime-watch: ${error.message}\n`);
  process.exitCode = error.exitCode;
}
