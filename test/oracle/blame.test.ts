/** Proves by what real shells do that whoever loops is blamed, and nobody else, whatever their command lines share. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Audit } from '../../src/flow/audit.ts';
import { findProgram } from '../find-program.ts';
import { watch } from '../processes/scan-world.ts';
import { createWorld } from '../processes/world.ts';
import { loopers, numbered, type Scripted, scripts } from './blame.ts';

const SEED = Number(process.env.LIFETIME_WATCH_SEED ?? 7);
const ROUNDS = Number(process.env.LIFETIME_WATCH_ROUNDS ?? 3);
const AT_ONCE = 25;
const SETTLING_MS = 2500;

const programs = { bash: findProgram('bash'), dash: findProgram('dash'), zsh: findProgram('zsh') };
const isHere = ({ shell }: Scripted): boolean => programs[shell] !== undefined;

it('whoever loops is blamed, and nobody else', { timeout: 600_000 }, async () => {
  const all = fc.sample(scripts, { seed: SEED, numRuns: ROUNDS * AT_ONCE }).filter(isHere);
  let blamed = 0;
  let doubtful: Wrong[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const judged = await judgeAtOnce(all.slice(from, from + AT_ONCE));
    doubtful.push(...judged.wrong);
    blamed += judged.blamed;
  }
  // Processes come and go while they are looked at: what is wrong is wrong each time.
  for (let again = 0; again < 2 && doubtful.length > 0; again++) {
    doubtful = [...(await judgeAtOnce(doubtful.map(({ scripted }) => scripted))).wrong];
  }
  expect(doubtful.map(({ what }) => what)).toEqual([]);
  expect(blamed).toBeGreaterThan(all.length / 3);
});

type Wrong = { readonly scripted: Scripted; readonly what: string };

/** Starts all of them, lets them settle, and compares who loops with who is blamed. */
async function judgeAtOnce(round: readonly Scripted[]): Promise<{ wrong: readonly Wrong[]; blamed: number }> {
  const world = createWorld(100);
  const watcher = await watch(world);
  const agent = await world.agent({ argv0: '/opt/agent/bin/claude' });
  const byText = new Map(round.map((scripted, index) => [numbered(scripted, 1000 + 40 * index), scripted]));
  for (const [text, { shell }] of byText) await agent.start([programs[shell] ?? '', '-c', text]);
  await new Promise((done) => setTimeout(done, SETTLING_MS));
  const ours = new Set(world.pids());
  const first = await watcher.audit({ after: 1 });
  const second = await watcher.audit({ after: 1, memory: first.memory });
  const looping = [loopers(first, ours), loopers(second, ours)] as const;
  const { byPid } = second.scan.forest;
  const wrong = new Map<Scripted, string>();
  const note = (what: string, pid: number): void => {
    const scripted = byText.get(byPid.get(pid)?.argv?.[2] ?? '');
    if (scripted !== undefined) wrong.set(scripted, `${what} ${pid}:\n${around(second, pid)}`);
  };
  const offenders = second.offenders.map(({ suspect }) => suspect.identity.pid).filter((pid) => ours.has(pid));
  for (const pid of offenders) {
    const loops = looping.some((pids) => pids.has(pid)) || readsFromLoop(second, pid, looping[1]);
    if (!loops) note('blamed', pid);
  }
  // Between two sleeps nobody is seen to loop: only who was seen twice must be blamed. An orphan may be nobody's.
  const twice = [...looping[0]].filter((pid) => looping[1].has(pid) && second.scan.owners.has(pid));
  for (const pid of twice) if (!offenders.includes(pid)) note('missed', pid);
  await world.close();
  watcher.close();
  return { wrong: [...wrong].map(([scripted, what]) => ({ scripted, what })), blamed: twice.length };
}

/** A loop that ends only with its input does not sleep; that input is another loop of the same text. */
function readsFromLoop({ scan, offenders }: Audit, pid: number, looping: ReadonlySet<number>): boolean {
  const text = scan.forest.byPid.get(pid)?.argv?.[2];
  const reads = offenders.some(
    ({ suspect }) => suspect.identity.pid === pid && suspect.decisive.reason.includes('ends only with its input'),
  );
  return reads && [...looping].some((each) => scan.forest.byPid.get(each)?.argv?.[2] === text);
}

/** The text, and the processes that show it with their children. */
function around({ scan }: Audit, pid: number): string {
  const line = scan.forest.byPid.get(pid)?.argv ?? [];
  const [shell = '', , text = ''] = line;
  const alike = [...scan.forest.byPid.values()].filter(({ argv }) => argv?.[2] === text && argv[0] === shell);
  const rows = alike.map(({ identity, ppid }) => {
    const children = scan.forest.childrenOf(identity.pid).filter((child) => !alike.includes(child));
    const shown = children.map(({ argv, comm }) => argv?.slice(0, 2).join(' ') ?? comm).join(', ');
    return `${identity.pid} below ${ppid}: ${shown}`;
  });
  const found = scan.report.suspects.find(({ identity }) => identity.pid === pid)?.decisive;
  return `${shell}\n${text}\n${rows.join('\n')}\nfor ${found?.text}: ${found?.reason}`;
}
