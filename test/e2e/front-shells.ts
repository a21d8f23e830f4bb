import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatDecision, formatFront } from '../../src/flow/front-script.ts';
import { frontTriggers } from '../../src/flow/front-triggers.ts';
import { findProgram } from '../find-program.ts';
import { temporaryFolder } from '../ledger/temporary-ledger.ts';

/** The shells that a front may run in. */
export const SHELLS = [['dash'], ['bash'], ['busybox', 'sh']].map((argv) => ({
  name: argv.join(' '),
  argv,
  isMissing: findProgram(argv[0] ?? '') === undefined,
}));

const template = readFileSync(new URL('../../scripts/front-template.sh', import.meta.url), 'utf8');
const decision = formatDecision(template, frontTriggers());

/** For each payload (one line of JSON) whether the front of that shell hands it over; one process for all of them. */
export function handsOver(shell: readonly string[], payloads: readonly string[]): readonly boolean[] {
  const [program = '', ...options] = shell;
  const loop = 'set -f; LC_ALL=C; blanks=$IFS\nwhile IFS= read -r p; do IFS=$blanks; decide && echo 1 || echo 0; done';
  const { stdout, stderr, status } = spawnSync(program, [...options, '-c', `${decision}\n${loop}`], {
    input: payloads.map((payload) => `${payload}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const answers = stdout.split('\n').filter((line) => line !== '');
  if (status !== 0 && status !== 1) throw new Error(`${shell.join(' ')} ended with ${status}: ${stderr}`);
  if (answers.length !== payloads.length) throw new Error(`${shell.join(' ')}: ${answers.length} answers: ${stderr}`);
  return answers.map((line) => line === '1');
}

/** The same of the whole script as it is installed, which decides as soon as it can: one process for each of them. */
export function scriptHandsOver(shell: readonly string[], payloads: readonly string[]): readonly boolean[] {
  const [program = '', ...options] = shell;
  const folder = temporaryFolder();
  const front = join(folder, 'front.sh');
  writeFileSync(front, formatFront(template, frontTriggers()));
  // Nothing is on the PATH, so that it says where it would have handed over to.
  const env = { PATH: folder, HOME: folder, LIFETIME_WATCH_TRACE: '1' };
  return payloads.map((input) => {
    const { stderr } = spawnSync(findProgram(program) ?? '', [...options, front], { input, env, encoding: 'utf8' });
    if (stderr.includes('nothing to judge')) return false;
    if (stderr.includes('no node on the PATH')) return true;
    throw new Error(`${shell.join(' ')}: ${stderr}`);
  });
}

/** What Claude Code sends for a command. */
export function bashPayload(command: string, more: object = {}): string {
  return JSON.stringify({
    session_id: '30209444-aaaa',
    transcript_path: '/home/ada/.claude/projects/-home-ada-app/30209444.jsonl',
    cwd: '/home/ada/app',
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: 'Runs it once', ...more },
    tool_use_id: 'toolu_01',
  });
}
