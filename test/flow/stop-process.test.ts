/** Proves whom a stop by hand reaches: exactly the named one, and from within a session that session's own alone. */
import { describe, expect, it } from 'vitest';
import { createScanner } from '../../src/flow/scan.ts';
import { type Machine, settingsFrom } from '../../src/flow/scan-setup.ts';
import { type Stopping, stopProcess } from '../../src/flow/stop-process.ts';
import { hosts } from '../../src/hosts/registry.ts';
import type { Identity } from '../../src/lineage/identity.ts';
import { emptyMemory } from '../../src/lineage/lineage-memory.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import { lookUp } from '../lineage/analyses.ts';
import { BOOT, UID } from '../lineage/table.ts';
import { createMachine } from './fake-machine.ts';

/** Two agents with a shell and a server each; we run below the first one's shell, or by ourselves. */
async function place({ within = false, what = 'end' as Stopping, dryRun = false } = {}) {
  const fake = createMachine();
  const servers: Record<string, Identity> = {};
  for (const [name, pid] of [
    ['mine', 100],
    ['theirs', 200],
  ] as const) {
    fake.start(pid, { argv: ['claude'], comm: 'claude' });
    fake.start(pid + 1, { ppid: pid, argv: ['bash', '-c', 'x'] });
    servers[name] = fake.start(pid + 2, { ppid: pid, argv: ['server'] }).identity;
  }
  const self = fake.start(60, { ppid: within ? 101 : 1, argv: ['lifetime-watch', 'stop'] });
  const recorded: string[] = [];
  const machine: Machine = {
    ...fake,
    hosts,
    uid: UID,
    self: self.identity,
    analyze: lookUp(),
    ledger: () => ({ sessions: [], grants: [] }),
    openIntents: () => [],
    journal: {
      intent: ({ reason }) => void recorded.push(`intent: ${reason}`),
      outcome: (_, outcome) => void recorded.push(outcome),
      paused: (_, kind) => void recorded.push(kind),
      flag: () => undefined,
      outcomeOf: () => undefined,
    },
    stateFolder: '/nonexistent',
    close: () => undefined,
  };
  const settings = settingsFrom(DEFAULT_POLICY, { armed: true, after: null, agentPid: null, dryRun });
  const scan = await createScanner(machine, settings, emptyMemory(BOOT)).scan();
  return {
    fake,
    servers,
    recorded,
    stop: (target: Identity) => stopProcess(target, what, { machine, settings, scan }),
  };
}

const target = (servers: Readonly<Record<string, Identity>>, name: string): Identity => {
  const found = servers[name];
  if (found === undefined) throw new Error(`no server ${name}`);
  return found;
};

describe('stopProcess', () => {
  it('ends the named one, on the record', async () => {
    const { fake, servers, recorded, stop } = await place();
    expect((await stop(target(servers, 'theirs'))).outcome?.outcome).toBe('gone');
    expect([fake.stateOf(202), fake.stateOf(201), fake.stateOf(102)]).toEqual([undefined, 'S', 'S']);
    expect(recorded).toEqual(['intent: asked for by hand', 'gone']);
  });

  it("from within a session reaches that session's own alone", async () => {
    const { fake, servers, stop } = await place({ within: true });
    const refused = await stop(target(servers, 'theirs'));
    expect(refused).toMatchObject({ plan: { kind: 'refused', refusal: 'other-session' }, outcome: null });
    expect(fake.sent).toEqual([]);
    expect((await stop(target(servers, 'mine'))).outcome?.outcome).toBe('gone');
  });

  it('refuses the shell that we run in', async () => {
    const { fake, stop } = await place({ within: true });
    const reading = await fake.source.read(101);
    if (reading.kind !== 'found') throw new Error('no shell');
    expect(await stop(reading.record.identity)).toMatchObject({ plan: { refusal: 'own-ancestor' } });
    expect(fake.sent).toEqual([]);
  });

  it('pauses and resumes on the record, and only plans in a dry run', async () => {
    const pause = await place({ what: 'pause' });
    expect((await pause.stop(target(pause.servers, 'mine'))).outcome?.outcome).toBe('paused');
    expect({ state: pause.fake.stateOf(102), recorded: pause.recorded }).toEqual({ state: 'T', recorded: ['pause'] });
    const dry = await place({ dryRun: true });
    expect(await dry.stop(target(dry.servers, 'mine'))).toMatchObject({ plan: { kind: 'plan' }, outcome: null });
    expect(dry.fake.sent).toEqual([]);
  });

  it('knows nobody of another start', async () => {
    const { servers, stop } = await place();
    await expect(stop({ ...target(servers, 'mine'), startTicks: 1 })).rejects.toMatchObject({ exitCode: 2 });
  });
});
