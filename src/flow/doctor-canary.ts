/** The proof: a real loop under a stand-in agent must be denied by the hook as it is installed, and found by a scan. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canaryPayload } from '../hosts/canary.ts';
import { findHost } from '../hosts/registry.ts';
import { readSession } from '../ledger/sessions.ts';
import { emptyMemory } from '../lineage/lineage-memory.ts';
import type { Policy } from '../policy/policy.ts';
import { startCanaryAgent } from '../system/canary-agent.ts';
import type { Environment } from '../system/env.ts';
import { nodeFiles } from '../system/files.ts';
import type { Analyzer } from './analyzer.ts';
import type { Check } from './doctor-check.ts';
import { well, wrong } from './doctor-check.ts';
import type { Installed } from './doctor-host.ts';
import { createScanner } from './scan.ts';
import { type Machine, openMachine, settingsFrom } from './scan-setup.ts';

export type CanaryPorts = { readonly env: Environment; readonly policy: Policy; readonly analyzer: Analyzer };

/** Only something outside could end it; the stand-in does, after three seconds. */
const LOOP = 'until [ -e /nonexistent/lifetime-watch-canary ]; do sleep 0.1; done';
const SESSION = 'canary';

/**
 * Runs one canary. It keeps a ledger of its own, which is gone afterwards: the user's says nothing of it.
 * @throws KnownError when processes cannot be started or seen
 */
export async function flyCanary(
  installed: Installed & { readonly command: string },
  ports: CanaryPorts,
): Promise<readonly Check[]> {
  const { host, command } = installed;
  const folder = mkdtempSync(join(tmpdir(), 'lifetime-watch-canary-'));
  const env = { ...ports.env, LIFETIME_WATCH_STATE_DIR: folder, LIFETIME_WATCH_ACK: '', AI_HATS_LIFETIME_ACK: '' };
  const [ending = `/${host}`] = findHost(host).process.argvEndings;
  try {
    // Opened first: what it takes must not be taken off the three seconds.
    const machine = await openMachine(env, ports.analyzer);
    try {
      const payload = canaryPayload(host, { command: LOOP, session: SESSION, cwd: folder });
      const agent = await startCanaryAgent({ program: `${folder}${ending}`, loop: LOOP, command, payload, env });
      try {
        const seen = await lookFor(agent, machine, ports.policy);
        const { stdout } = await agent.answer;
        return [judgeAnswer(host, stdout, folder), judgeScan(host, seen)];
      } finally {
        await agent.end();
      }
    } finally {
      machine.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function judgeAnswer(host: string, stdout: string, folder: string): Check {
  const name = `canary ${host}`;
  if (!stdout.includes('lifetime-watch refused')) {
    const said = stdout === '' ? 'said nothing' : `said ${stdout.slice(0, 80)}`;
    return wrong(
      name,
      `the installed hook let an endless loop pass: it ${said}`,
      `lifetime-watch install ${host}; then 'lifetime-watch hook ${host}' with LIFETIME_WATCH_TRACE=1 shows more`,
    );
  }
  const entries = readSession(nodeFiles, join(folder, 'sessions'), SESSION)?.added ?? [];
  if (!entries.some((entry) => entry.kind === 'verdict')) {
    return wrong(name, 'the loop was denied, and that was not recorded', 'look at the state folder');
  }
  return well(name, 'an endless loop was denied by the installed hook, and recorded');
}

function judgeScan(host: string, seen: string | null): Check {
  const name = `canary ${host}`;
  if (seen === null)
    return wrong(name, 'a scan did not find the loop under its agent', 'lifetime-watch audit --verbose');
  return well(name, `a scan found the loop under its agent (${seen})`);
}

/** The loop lives for three seconds; a process that was only just forked still shows its parent's command line. */
const LOOKS = 10;
const BETWEEN_LOOKS_MS = 200;

/** One look that finds it is enough; it takes two to act, and nothing is acted on here. */
async function lookFor(
  { pid, loopPid }: { readonly pid: number; readonly loopPid: number },
  machine: Machine,
  policy: Policy,
): Promise<string | null> {
  const settings = settingsFrom(policy, { armed: false, after: 0, agentPid: pid, dryRun: true });
  const scanner = createScanner(machine, settings, emptyMemory(machine.self.bootId));
  for (let look = 0; look < LOOKS; look += 1) {
    const { report } = await scanner.scan();
    const suspect = report.suspects.find(({ identity }) => identity.pid === loopPid);
    if (suspect !== undefined) return suspect.decisive.kind;
    await machine.clock.sleep(BETWEEN_LOOKS_MS);
  }
  return null;
}
