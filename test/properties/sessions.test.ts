/**
 * Proves over random agents, environments, ledgers and memories that living agents never share a session, that an id stays
 * with its agent, and that an environment which fits several of them makes nothing the work of one.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarkerValues } from '../../src/lineage/marker-claim.ts';
import { formatMemory, parseMemory } from '../../src/lineage/parse-memory.ts';
import type { ProcessRecord } from '../../src/lineage/process-record.ts';
import type { RecordedSession } from '../../src/lineage/session.ts';
import { attributed, type Scene } from '../lineage/scene.ts';
import { BOOT, running } from '../lineage/table.ts';

const AGENTS = [50, 51, 52, 53];
const PROGRAMS = ['claude', 'claude', 'codex', 'opencode'];
const IDS = ['S1', 'S2', 'S3'];

const agents = fc
  .uniqueArray(fc.constantFrom(...AGENTS), { minLength: 2, maxLength: 4 })
  .chain((pids) => fc.tuple(...pids.map((pid) => fc.tuple(fc.constant(pid), fc.constantFrom(...PROGRAMS)))))
  .map((all) =>
    all.map(([pid, program]) =>
      running(pid, { argv: [`/usr/bin/${program}`], comm: program, ppid: 40, sid: 40, start: pid }),
    ),
  );

const values = fc
  .record({ id: fc.constantFrom(...IDS, null), pid: fc.constantFrom(...AGENTS, 999, null), program: fc.nat(2) })
  .map(({ id, pid, program }): MarkerValues => {
    const [session, process] = NAMES[program] ?? NAMES[0];
    const named = pid === null || process === null ? {} : { [process]: String(pid) };
    return { ...(id === null ? {} : { [session]: id }), ...named };
  });
const NAMES = [
  ['CLAUDE_CODE_SESSION_ID', 'CLAUDE_PID'],
  ['CODEX_SESSION_ID', null],
  ['LIFETIME_WATCH_SESSION', 'OPENCODE_PID'],
] as const;

/** Children of agents and orphans, some older than some agents. */
const others = fc
  .array(fc.record({ ppid: fc.constantFrom(...AGENTS, 1, 1), start: fc.integer({ min: 45, max: 200 }), values }), {
    maxLength: 8,
  })
  .map((all) => all.map((each, index) => ({ ...each, pid: 100 + index })));

const ledger = fc
  .array(fc.record({ id: fc.constantFrom(...IDS), pid: fc.constantFrom(...AGENTS) }), { maxLength: 4 })
  .map((all) =>
    all.map(({ id, pid }): RecordedSession => {
      const { identity } = running(pid, { start: pid });
      return { id, host: 'claude-code', agent: identity, cwd: null, ended: false };
    }),
  );

const scenes = fc.tuple(agents, others, ledger).map(([living, more, recorded]) => ({
  living,
  more: more.map(({ pid, ppid, start }) => running(pid, { ppid, sid: pid, start })),
  markers: Object.fromEntries(more.map((each) => [each.pid, each.values])),
  recorded,
}));

const namesOf = (scene: Scene): Readonly<Record<number, string>> => Object.fromEntries(attributed(scene).agents);
const kept = (scene: Scene) => parseMemory(formatMemory(attributed(scene).next()), BOOT).memory;
const runs = { numRuns: 1000, seed: 20_261_130 };

describe('random agents', () => {
  it('never share a session, and each owns what is below it', () => {
    fc.assert(
      fc.property(scenes, ({ living, more, ...rest }) => {
        const { agents: found, owners } = attributed({ processes: [...living, ...more], ...rest });
        expect(found.size).toBe(living.length);
        expect(new Set(found.values()).size).toBe(living.length);
        for (const { identity, ppid } of more) {
          const parent = found.get(ppid ?? 0);
          if (parent !== undefined) expect(owners.get(identity.pid)?.session).toBe(parent);
        }
      }),
      runs,
    );
  });

  it('have the same names whatever the order of the table, and keep them while children go', () => {
    fc.assert(
      fc.property(scenes, fc.func(fc.boolean()), ({ living, more, ...rest }, stays) => {
        const all = { processes: [...living, ...more], ...rest };
        const names = namesOf(all);
        expect(namesOf({ ...all, processes: [...more, ...living].reverse() })).toEqual(names);
        let memory = kept(all);
        for (const left of [more.filter(({ identity }) => stays(identity.pid)), [], more]) {
          const scene: Scene = { ...all, processes: [...living, ...left], memory };
          expect(namesOf(scene)).toEqual(names);
          memory = kept(scene);
        }
      }),
      runs,
    );
  });

  it('keep a name that their host gave them while children come', () => {
    fc.assert(
      fc.property(scenes, fc.func(fc.boolean()), ({ living, more, ...rest }, isEarly) => {
        const few = { ...rest, processes: [...living, ...more.filter(({ identity }) => isEarly(identity.pid))] };
        const before = Object.entries(namesOf(few)).filter(([, id]) => !id.startsWith('pid-'));
        const after = namesOf({ ...rest, processes: [...living, ...more], memory: kept(few) });
        expect(Object.entries(after)).toEqual(expect.arrayContaining(before));
      }),
      runs,
    );
  });

  it('own no orphan by an id that another living agent may have given it', () => {
    fc.assert(
      fc.property(scenes, ({ living, more, ...rest }) => {
        const { agents: found, owners, claimed } = attributed({ processes: [...living, ...more], ...rest });
        for (const orphan of more.filter(({ ppid }) => ppid === 1)) {
          const owner = owners.get(orphan.identity.pid);
          const own = rest.markers[orphan.identity.pid] ?? {};
          const of = [...found].find(([, id]) => id === owner?.session);
          if (of === undefined || owner?.evidence.kind !== 'marker') continue;
          const [pid] = of;
          const isNamed = own.CLAUDE_PID === String(pid) || own.OPENCODE_PID === String(pid);
          const rivals = (claimed.get(idIn(own)) ?? []).filter(
            ({ id, agent, host }) => id !== owner.session && host === owner.host && isOlder(agent?.pid ?? 0, orphan),
          );
          if (!isNamed && isOlder(pid, orphan)) expect(rivals).toEqual([]);
        }
      }),
      runs,
    );
  });
});

function idIn(own: MarkerValues): string {
  return own.CLAUDE_CODE_SESSION_ID ?? own.CODEX_SESSION_ID ?? own.LIFETIME_WATCH_SESSION ?? '';
}

/** An agent was started at the tick of its pid. */
function isOlder(pid: number, { identity }: ProcessRecord): boolean {
  return pid <= (identity.startTicks ?? 0);
}
