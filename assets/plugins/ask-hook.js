// Asks the hook from inside another program. The hook runs as a process of its own, so that neither a crash nor an endless
// computation of ours can stop a host that has no timeout for its plugins.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const dist = new URL('../../dist/', import.meta.url);
const onWindows = process.platform === 'win32';

/** More than ten times what the hook needs on a slow machine. */
const DEADLINE_MS = 5000;

/**
 * The hook's answer to one event: `{deny}`, `{nudge}`, or `{}` for nothing, for every failure, and after the deadline.
 * Never rejects.
 */
export function askHook(host, payload, deadlineMs = DEADLINE_MS) {
  return new Promise((resolve) => {
    try {
      const child = start(host);
      let text = '';
      const finish = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        finish({});
      }, deadlineMs);
      timer.unref?.();
      child.on('error', () => finish({}));
      child.on('close', () => finish(readAnswer(text)));
      child.stdout.setEncoding('utf8');
      child.stdout.on('data', (chunk) => {
        text += chunk;
      });
      child.stdin.on('error', () => {});
      child.stdin.end(JSON.stringify(payload));
    } catch {
      resolve({});
    }
  });
}

function start(host) {
  const [program, script] = onWindows ? ['node', 'hook.cjs'] : ['sh', 'lifetime-watch-hook.sh'];
  return spawn(program, [fileURLToPath(new URL(script, dist)), host], { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
}

function readAnswer(text) {
  try {
    const { deny, nudge } = JSON.parse(text);
    return { ...(typeof deny === 'string' ? { deny } : {}), ...(typeof nudge === 'string' ? { nudge } : {}) };
  } catch {
    return {};
  }
}
