/** Proves what the text of a shell says about which of its forks runs a part of it, by what real shells do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLineKey } from '../../src/lineage/process-analysis.ts';
import type { ProcessRecord } from '../../src/lineage/process-record.ts';
import type { Dialect } from '../../src/shell/ast.ts';
import { forkPlaceOf } from '../../src/shell/fork-place.ts';
import { outlineGrammar } from '../../src/shell/outline-grammar.ts';
import { parseScript } from '../../src/shell/parse.ts';
import { openProcfs } from '../../src/system/procfs.ts';
import { findProgram } from '../find-program.ts';
import { type Agent, createWorld, type World } from './world.ts';

/** `LOOP` is a loop that is looked for by what it sleeps for, `WAIT` something that takes as long as the test. */
const TEXTS = [
  'LOOP',
  'true; LOOP; true',
  'LOOP & WAIT',
  'LOOP & WAIT; true',
  '(LOOP)',
  '(LOOP); true',
  '((true; LOOP); true); true',
  '(LOOP) & WAIT',
  '{ LOOP; true; } & WAIT',
  'true && LOOP & WAIT',
  'true && (LOOP) || false & WAIT',
  'LOOP | WAIT',
  'WAIT | LOOP',
  'WAIT | LOOP | WAIT; true',
  'WAIT | (LOOP); true',
  'WAIT | LOOP & WAIT',
  'LOOP | WAIT & WAIT',
  'LOOP > /dev/null',
  'LOOP > /dev/null & WAIT',
  'x=$(LOOP); true',
  'echo "$(LOOP)" | WAIT',
  'if true; then LOOP; fi; true',
  'for x in a; do LOOP & done; WAIT',
  'f() { LOOP; }; f; true',
  'f() { LOOP; }; f & WAIT',
  'f() { (LOOP); }; (f); true',
  'while :; do (LOOP); done',
  'case a in a) LOOP & ;; esac; WAIT',
] as const;
const MORE = [
  'cat <(LOOP); true',
  'WAIT > >(LOOP); true',
  'exec > >(LOOP); WAIT; true',
  'coproc { LOOP; }; WAIT',
  'time LOOP; true',
  '! LOOP; true',
] as const;
const SHELLS: readonly (readonly [program: string, dialect: Dialect, texts: readonly string[]])[] = [
  ['bash', 'bash', [...TEXTS, ...MORE, 'shopt -s lastpipe; WAIT | LOOP; true']],
  ['dash', 'sh', TEXTS],
  ['zsh', 'zsh', [...TEXTS, ...MORE.slice(0, 3), 'LOOP &! WAIT']],
];

describe.each(SHELLS)('%s', (program, dialect, texts) => {
  const path = findProgram(program);
  let world: World;
  let agent: Agent;
  beforeAll(async () => {
    world = createWorld(100);
    agent = await world.agent();
  });
  afterAll(() => world.close());

  it.skipIf(path === undefined)('forks as is told from its texts', { timeout: 90_000 }, async () => {
    const seen: string[] = [];
    const expected: string[] = [];
    for (const [index, pattern] of texts.entries()) {
      const seconds = `0.${7000 + index}`;
      const loop = `while :; do sleep ${seconds}; done`;
      const text = pattern.replaceAll('LOOP', loop).replaceAll('WAIT', 'sleep 90');
      const root = await agent.start([path ?? program, '-c', text]);
      const { depth, isWhole } = await depthOfLoop(world, root, seconds);
      const start = text.indexOf(loop);
      const place = forkPlaceOf(parseScript(text, dialect, outlineGrammar), { start, end: start + loop.length });
      const { least, most } = place ?? { least: Number.NaN, most: Number.NaN };
      seen.push(`${pattern}: ${depth}`);
      // Below another program only the forks up to that are seen.
      const isAsTold = depth <= most && (depth >= least || !isWhole);
      expected.push(isAsTold ? `${pattern}: ${depth}` : `${pattern}: ${least} to ${most}`);
      endAll(world, agent.pid);
    }
    expect(seen).toEqual(expected);
  });
});

type Depth = { readonly depth: number; readonly isWhole: boolean };

/** The forks above the one whose child sleeps for so many seconds, and whether they go up to the shell. */
async function depthOfLoop(world: World, root: number, seconds: string): Promise<Depth> {
  const source = openProcfs('/proc', process.geteuid?.() ?? 0);
  let found: Depth | undefined;
  await world.until(`a loop of ${seconds}`, async () => {
    const { records } = await source.snapshot();
    const byPid = new Map(records.map((record) => [record.identity.pid, record]));
    const sleeper = records.find(({ argv }) => argv?.[0] === 'sleep' && argv[1] === seconds);
    const loop = byPid.get(sleeper?.ppid ?? 0);
    found = loop === undefined ? undefined : forksAbove(loop, root, byPid);
    return found !== undefined;
  });
  source.close();
  return found ?? { depth: Number.NaN, isWhole: true };
}

function forksAbove(from: ProcessRecord, root: number, byPid: ReadonlyMap<number, ProcessRecord>): Depth {
  let at = from;
  for (let depth = 0; ; depth++) {
    if (at.identity.pid === root) return { depth, isWhole: true };
    const above = byPid.get(at.ppid ?? 0);
    if (above === undefined || commandLineKey(above) !== commandLineKey(from)) return { depth, isWhole: false };
    at = above;
  }
}

/** Everything but the agent itself. */
function endAll(world: World, agentPid: number): void {
  for (const pid of world.pids()) if (pid !== agentPid) world.signals.send(pid, 'SIGKILL');
}
