/** Proves which of several processes with the same story is the one to blame, and what it is held to. */
import { describe, expect, it } from 'vitest';
import { buildForest, subtreeOf } from '../../src/lineage/forest.ts';
import { emptyMemory, type LineageMemory } from '../../src/lineage/lineage-memory.ts';
import type { ProcessAnalysis } from '../../src/lineage/process-analysis.ts';
import type { ProcessRecord } from '../../src/lineage/process-record.ts';
import type { Suspect } from '../../src/lineage/scan-report.ts';
import type { Session } from '../../src/lineage/session.ts';
import { findSuspects, type Judge } from '../../src/lineage/suspects.ts';
import { judgeProcess } from '../../src/policy/judge-process.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import { endless, finite, hidden, leavesLoop, lookUp, loops, placed, within } from './analyses.ts';
import { BOOT, running } from './table.ts';

const AGENT = 50;
const HOUR = 3600;
const agent = running(AGENT, { argv: ['claude'], comm: 'claude' });
const armed: Judge = ({ words: _, ...facts }) =>
  judgeProcess({ ...facts, longLived: false, after: null }, { ...DEFAULT_POLICY.processes, enforce: true });

type Scene = {
  readonly processes: readonly ProcessRecord[];
  readonly known?: readonly ProcessAnalysis[];
  readonly memory?: Partial<LineageMemory>;
  readonly session?: Partial<Session>;
  readonly granted?: number;
  readonly takenAt?: number;
};

const suspectsOf = (scene: Scene): readonly Suspect[] => findIn(scene).suspects;

function findIn({ processes, known = [], memory = {}, session = {}, granted, takenAt = 5000 }: Scene) {
  const forest = buildForest([agent, ...processes]);
  const live: Session = {
    id: 's1',
    host: 'claude-code',
    agent: agent.identity,
    cwd: null,
    ageSeconds: 5000,
    state: 'live',
    ...session,
  };
  const owner = { session: 's1', host: 'claude-code', evidence: { kind: 'descendant', of: agent.identity } } as const;
  return findSuspects({
    forest,
    owners: new Map(processes.map(({ identity }) => [identity.pid, owner])),
    sessions: [live],
    agents: new Map([[AGENT, 's1']]),
    memory: { ...emptyMemory(BOOT), ...memory },
    takenAt,
    analyze: lookUp(...known),
    judge: armed,
    grace: 60,
    grantFor: () => granted ?? null,
    cpuShareOf: () => null,
  });
}

/** A shell with this text, old by an hour unless said otherwise. */
function shell(pid: number, text: string, fields: Parameters<typeof running>[1] = {}): ProcessRecord {
  return running(pid, { ppid: AGENT, argv: ['bash', '-c', text], comm: 'bash', ageSeconds: HOUR, ...fields });
}

function program(pid: number, ppid: number, line: string, fields: Parameters<typeof running>[1] = {}): ProcessRecord {
  const argv = line.split(' ');
  return running(pid, { ppid, argv, comm: argv[0] ?? '', ageSeconds: HOUR, sid: AGENT, ...fields });
}

const past = (suspects: readonly Suspect[]): readonly number[] =>
  suspects.filter(({ pastSeconds }) => pastSeconds >= 0).map(({ identity }) => identity.pid);
const pids = (suspects: readonly Suspect[]): readonly number[] => suspects.map(({ identity }) => identity.pid);

describe('the culprit', () => {
  const spin = 'while :; do :; done';

  it('is the shell that runs the loop, with what runs below it', () => {
    const processes = [shell(100, spin), program(101, 100, 'sleep 1', { ageSeconds: 0 })];
    const [suspect] = suspectsOf({ processes, known: [loops(spin)] });
    expect(suspect).toMatchObject({
      identity: { pid: 100 },
      armedAction: 'reap',
      limit: { kind: 'age', seconds: 900 },
    });
    expect(suspect?.tree.map(({ pid }) => pid)).toEqual([100, 101]);
  });

  const wrapper = 'eval (while :; do sleep 1; done) & make';
  const left = leavesLoop(wrapper, '(while :; do sleep 1; done)');

  it('is the fork in the background, not the shell that works on', () => {
    const processes = [shell(100, wrapper), shell(101, wrapper, { ppid: 100, sid: 100 }), program(102, 100, 'make')];
    expect(pids(suspectsOf({ processes, known: [left] }))).toEqual([101]);
  });

  it('is the fork also when its shell is gone', () => {
    const processes = [shell(101, wrapper, { ppid: 1, sid: 100 })];
    expect(pids(suspectsOf({ processes, known: [left] }))).toEqual([101]);
  });

  it('is not the shell whose fork has ended, whatever its text still tells', () => {
    const processes = [shell(100, wrapper), program(102, 100, 'make')];
    expect(pids(suspectsOf({ processes, known: [left] }))).toEqual([]);
  });

  it.each([
    ['when it sleeps for longer than the loop did', 'sleep 400', []],
    ['unless it sleeps as the loop does', 'sleep 1', [100]],
  ])('is not a shell of a shell whose loop has ended, %s', (_, child, expected) => {
    const processes = [shell(100, wrapper, { sid: AGENT }), program(102, 100, child)];
    expect(pids(suspectsOf({ processes, known: [left] }))).toEqual(expected);
  });

  it('is a shell that may sleep for any time, as its text says', () => {
    const text = 'while :; do sleep $N; done';
    const processes = [shell(100, text), program(101, 100, 'sleep 400')];
    expect(pids(suspectsOf({ processes, known: [loops(text)] }))).toEqual([100]);
  });

  it('is not the shell whose fork is still young', () => {
    const processes = [shell(100, wrapper), shell(101, wrapper, { ppid: 100, sid: 100, ageSeconds: 5 })];
    const [suspect, ...more] = suspectsOf({ processes, known: [left] });
    expect(suspect).toMatchObject({ identity: { pid: 101 }, state: 'near' });
    expect(more).toEqual([]);
  });

  it('is the shell, not the fork that lives for one round', () => {
    const text = 'until (probe); do sleep 5; done';
    const processes = [shell(100, text), shell(101, text, { ppid: 100, sid: 100, ageSeconds: 1 })];
    expect(past(suspectsOf({ processes, known: [loops(text)] }))).toEqual([100]);
    expect(pids(suspectsOf({ processes, known: [loops(text)] }))).toEqual([100]);
  });

  it('is the shell, also while it is young, and not what it has just forked', () => {
    const processes = [shell(100, spin, { ageSeconds: 2 }), shell(101, spin, { ppid: 100, sid: 100, ageSeconds: 0 })];
    expect(pids(suspectsOf({ processes, known: [loops(spin)] }))).toEqual([100]);
  });

  it('is the deepest of several forks', () => {
    const text = '(((while :; do :; done)))';
    const processes = [100, 101, 102].map((pid, depth) =>
      shell(pid, text, { ppid: depth === 0 ? AGENT : pid - 1, sid: 100 }),
    );
    expect(pids(suspectsOf({ processes, known: [loops(text)] }))).toEqual([102]);
  });

  it('is the inner shell when the outer one only waits for it', () => {
    const outer = `sudo bash -c '${spin}'; echo done`;
    const processes = [
      shell(100, outer),
      program(101, 100, `sudo bash -c ${spin}`),
      shell(102, spin, { ppid: 101, sid: 100 }),
    ];
    const known = [
      loops(outer, spin),
      { ...loops(`sudo bash -c ${spin}`, spin), form: 'program' as const },
      loops(spin),
    ];
    expect(pids(suspectsOf({ processes, known }))).toEqual([102]);
  });

  it('is the outer loop when it is the one that starts the inner ones', () => {
    const inner = 'until ready; do sleep 1; done';
    const outer = `while :; do bash -c '${inner}'; done`;
    const processes = [shell(100, outer), shell(101, inner, { ppid: 100, sid: 100, ageSeconds: 3 })];
    expect(past(suspectsOf({ processes, known: [loops(outer), loops(inner)] }))).toEqual([100]);
  });

  it('is a shell that feeds the loop to another one on its standard input', () => {
    const text = `bash <<E\n${spin}\nE`;
    const processes = [shell(100, text), program(101, 100, 'bash')];
    const known = [loops(text, spin), { ...finite('bash'), form: 'none' as const }];
    expect(pids(suspectsOf({ processes, known }))).toEqual([100]);
    // That works at something else by now.
    const later = [...processes, program(102, 101, 'make')];
    expect(pids(suspectsOf({ processes: later, known }))).toEqual([]);
  });
});

describe('the culprit among a shell and its forks', () => {
  const wait = 'until [ -f built ]; do sleep 1; done';
  const fork = (pid: number, text: string, ppid = 100) => shell(pid, text, { ppid, sid: 100 });
  const nap = (ppid: number) => program(200 + ppid, ppid, 'sleep 1', { ageSeconds: 0 });
  const found = (text: string, culprit = wait) => [placed(loops(text, culprit))];

  it.each<[string, string, (text: string) => readonly ProcessRecord[], readonly number[]]>([
    [
      'is the shell that loops, not its fork that works beside it',
      `(make; touch built) & ${wait}`,
      (text) => [shell(100, text), fork(101, text), program(102, 101, 'make'), nap(100)],
      [100],
    ],
    [
      'and not a fork without any child either',
      `(read x < fifo; touch built) & ${wait}`,
      (text) => [shell(100, text), fork(101, text), nap(100)],
      [100],
    ],
    [
      'is the shell that spins beside its fork',
      '(make; touch built) & while :; do :; done',
      (text) => [shell(100, text, { cpuSeconds: HOUR }), fork(101, text), program(102, 101, 'make')],
      [100],
    ],
    [
      'is not the reader at the end of a pipeline that came after the loop',
      `${wait}; make | while read -r line; do echo "$line"; done`,
      (text) => [shell(100, text), program(102, 100, 'make'), fork(101, text)],
      [],
    ],
    [
      'is not the shell that waits for a pipeline of forks before the loop',
      `(make; touch x) | while read -r line; do echo "$line"; done; ${wait}`,
      (text) => [shell(100, text), fork(101, text), fork(102, text), program(103, 101, 'make')],
      [],
    ],
    [
      'is the fork in the background that has forks of its own',
      `while :; do (probe; sleep 1); done & make`,
      (text) => [shell(100, text), fork(101, text), fork(102, text, 101), nap(102), program(103, 100, 'make')],
      [101],
    ],
    [
      'is not a fork that another process has adopted, while the shell itself loops',
      `(make; touch built) & ${wait}`,
      (text) => [shell(100, text), shell(101, text, { ppid: 1, sid: 100 }), program(102, 101, 'make'), nap(100)],
      [100],
    ],
    [
      'is the shell between two rounds, whatever it has put beside itself',
      `setsid sleep 50 & ${wait}`,
      (text) => [shell(100, text), program(102, 100, 'sleep 50')],
      [100],
    ],
    [
      'is the shell whose loop calls a function that sleeps',
      `f() { sleep 7; }; until built; do f; done`,
      (text) => [shell(100, text), program(102, 100, 'sleep 7', { ageSeconds: 3 })],
      [100],
    ],
    [
      'is not the reader of a pipe while other forks are at work',
      `make | while read -r line; do :; done; (cd docs && make) | ${wait}`,
      (text) => [shell(100, text), program(102, 100, 'make'), fork(101, text)],
      [],
    ],
    [
      'is the shell that was started with the same words, which is no fork',
      `(make; touch built) & ${wait}`,
      (text) => [
        { ...shell(100, text), image: 1 },
        { ...shell(101, text, { ppid: 100, sid: 100 }), image: 2 },
        nap(101),
      ],
      [101],
    ],
    [
      'is the fork of an orphan, however many were above it',
      `(while :; do sleep 1; done) & make`,
      (text) => [shell(101, text, { ppid: 1, sid: 100 }), nap(101)],
      [101],
    ],
  ])('%s', (_, text, processes, expected) => {
    const culprit = text.includes(wait) ? wait : (/(?:while :|until built);.*?done/.exec(text)?.[0] ?? '');
    expect(past(suspectsOf({ processes: processes(text), known: found(text, culprit) }))).toEqual(expected);
  });

  it('is both, where both loop', () => {
    const first = 'while :; do sleep 2; done';
    const text = `(${first}) & ${wait}`;
    const [both] = found(text);
    const [other] = found(text, first);
    if (both === undefined || other === undefined) throw new Error('no analysis');
    const findings = [...other.analysis.findings, ...both.analysis.findings];
    const known = [{ ...both, analysis: { ...both.analysis, findings } }];
    const processes = [shell(100, text), fork(101, text), nap(100), program(103, 101, 'sleep 2', { ageSeconds: 1 })];
    const suspects = suspectsOf({ processes, known });
    expect(suspects.map(({ identity, decisive }) => [identity.pid, decisive.text]).sort()).toEqual([
      [100, wait],
      [101, first],
    ]);
  });
});

describe('several findings in one text', () => {
  it('are weighed one by one: a loop in the background does not hide that of the foreground', () => {
    const text = '(while :; do sleep 1; done) & until ready; do sleep 2; done';
    const left = leavesLoop(text, '(while :; do sleep 1; done)');
    const fore = loops(text, 'until ready; do sleep 2; done');
    const both = {
      ...left,
      analysis: { ...left.analysis, findings: [...left.analysis.findings, ...fore.analysis.findings] },
    };
    const processes = [shell(100, text), program(102, 100, 'sleep 2', { ageSeconds: 1 })];
    expect(suspectsOf({ processes, known: [both] })[0]?.decisive.text).toBe('until ready; do sleep 2; done');
  });
});

describe('a shell that merely waits', () => {
  it('is left alone while a bounded child runs that its finding does not name', () => {
    const text = 'run tail -f x.log';
    const processes = [shell(100, text), program(101, 100, 'timeout 300 tail -f x.log', { ageSeconds: 200 })];
    const known = [{ ...endless(text), form: 'script' as const }, within('timeout 300 tail -f x.log', 300)];
    expect(past(suspectsOf({ processes, known }))).toEqual([]);
  });

  it.each([
    ['until [ -f built ]; do sleep 1; done', 'sleep 61', []],
    ['until ls built*; do sleep 1; done', 'sleep 61', []],
    ['until [ -f built ]; do sleep 1; done', 'sleep 1', [100]],
    ['until [ -f built ]; do sleep $PAUSE; done', 'sleep 61', [100]],
    ['until [ -f built ]; do sleep "1.5m"; done', 'sleep 1.5m', [100]],
  ])('is left alone once %s is over, while it waits for %s', (loop, child, expected) => {
    const text = `${loop}; sleep 61; :`;
    const known = [loops(text, loop)];
    expect(pids(suspectsOf({ processes: [shell(100, text), program(101, 100, child)], known }))).toEqual(expected);
  });

  it.each([
    ['until [ -d build ] || npm ci; do sleep 5; done', 'npm test', 'npm test', []],
    ['until [ -d build ] || npm ci; do sleep 5; done', 'npm test', 'npm ci', [100]],
    ['until python3 check.py --all; do sleep 5; done', 'python3 work.py', '/usr/bin/python3 work.py', []],
    ['until python3 check.py --all 2>&1; do sleep 5; done', ':', 'python3 check.py --all', [100]],
    [
      'until docker compose exec -T db pg_isready; do sleep 1; done',
      'docker compose run t',
      'docker compose run t',
      [],
    ],
    ['until $RUN ci; do sleep 5; done', 'npm test', 'npm ci', []],
    ['until npm "$1"; do sleep 5; done', 'npm test', 'npm test', [100]],
    ['until npm ci # again\ndo sleep 5; done', ':', 'npm ci', [100]],
  ])('%s, and then %s: while %s runs', (loop, then, child, expected) => {
    const text = `${loop}; ${then}; :`;
    const processes = [shell(100, text), program(101, 100, child)];
    expect(pids(suspectsOf({ processes, known: [placed(loops(text, loop))] }))).toEqual(expected);
  });

  it('is left alone before its loop began', () => {
    const text = 'make all; until ready; do sleep 5; done';
    const known = [loops(text, 'until ready; do sleep 5; done')];
    expect(suspectsOf({ processes: [shell(100, text), program(101, 100, 'make all')], known })).toEqual([]);
  });

  it('is left alone before the loop in its script file began', () => {
    const inFile = loops('bash build.sh', 'until ready; do sleep 5; done');
    const [found] = inFile.analysis.findings;
    const findings = found === undefined ? [] : [{ ...found, file: 'build.sh' }];
    const known = [{ ...inFile, analysis: { ...inFile.analysis, findings } }];
    const script = running(100, { ppid: AGENT, argv: ['bash', 'build.sh'], comm: 'bash', ageSeconds: HOUR });
    expect(suspectsOf({ processes: [script, program(101, 100, 'make all')], known })).toEqual([]);
    expect(pids(suspectsOf({ processes: [script, program(101, 100, 'sleep 5')], known }))).toEqual([100]);
  });

  it('is not excused by one child after the other of the same command line', () => {
    const text = 'while :; do $WORK; done';
    const known = [loops(text)];
    const round = (pid: number, memory: Partial<LineageMemory>) =>
      findIn({ processes: [shell(100, text), program(pid, 100, 'work hard', { start: pid })], known, memory });
    const first = round(101, {});
    expect(first.suspects).toEqual([]);
    const same = round(101, { waiting: first.waiting });
    expect(same.suspects).toEqual([]);
    const other = round(102, { waiting: same.waiting });
    expect(pids(other.suspects)).toEqual([100]);
    // Nor later: it takes two scans in a row to be an offender.
    expect(pids(round(103, { waiting: other.waiting }).suspects)).toEqual([100]);
    expect(pids(round(103, { waiting: round(103, { waiting: other.waiting }).waiting }).suspects)).toEqual([100]);
  });

  it('is excused by children of one command line that are written one after the other beside its loop', () => {
    const loop = 'until ready; do sleep 5; done';
    const text = `for i in 1 2 3; do make test; done; ${loop}`;
    const known = [loops(text, loop)];
    const round = (pid: number, memory: Partial<LineageMemory>) =>
      findIn({ processes: [shell(100, text), program(pid, 100, 'make test', { start: pid })], known, memory });
    const first = round(101, {});
    const second = round(102, { waiting: first.waiting });
    expect(second.suspects).toEqual([]);
    expect(round(103, { waiting: second.waiting }).suspects).toEqual([]);
  });

  it('is not excused by a child that the loop itself starts, bounded or not', () => {
    const text = 'while :; do timeout 300 work; done';
    const processes = [shell(100, text), program(101, 100, 'timeout 300 work', { ageSeconds: 20 })];
    expect(past(suspectsOf({ processes, known: [loops(text), within('timeout 300 work', 300)] }))).toEqual([100]);
  });

  it('is not excused while it spins', () => {
    const text = 'make & while :; do :; done';
    const processes = [shell(100, text, { cpuSeconds: 1800 }), program(101, 100, 'make')];
    expect(pids(suspectsOf({ processes, known: [loops(text, 'while :; do :; done')] }))).toEqual([100]);
  });
});

describe('a bound above', () => {
  const serve = endless('npm run dev');
  const timeout = within('timeout 900 npm run dev', 900);

  it('covers what runs below it until it is past, and a minute more', () => {
    const at = (age: number) =>
      suspectsOf({
        processes: [
          program(100, AGENT, 'timeout 900 npm run dev', { ageSeconds: age }),
          program(101, 100, 'npm run dev', { ageSeconds: age }),
        ],
        known: [timeout, serve],
      }).filter(({ pastSeconds }) => pastSeconds >= 0);
    expect(pids(at(955))).toEqual([]);
    expect(pids(at(970))).toEqual([100]);
    expect([...pids(at(2 * HOUR))].sort()).toEqual([100, 101]);
  });

  it('covers for hours what it is meant to last for hours', () => {
    const age = { ageSeconds: 2 * HOUR };
    const processes = [program(100, AGENT, 'timeout 9000 npm run dev', age), program(101, 100, 'npm run dev', age)];
    expect(past(suspectsOf({ processes, known: [within('timeout 9000 npm run dev', 9000), serve] }))).toEqual([]);
  });

  it.each<[string, ProcessAnalysis, Parameters<typeof running>[1], readonly number[]]>([
    ['a clock, its group', { ...within('timeout 9000 run', 9000), clock: 'group' }, { pgid: 100 }, []],
    ['a clock, no other group', { ...within('timeout 9000 run', 9000), clock: 'group' }, { pgid: 102 }, [102]],
    ['a clock, its child', { ...within('timeout 9000 run', 9000), clock: 'group' }, { pgid: 102, ppid: 100 }, []],
    ['a program, nothing that it was left with', within('sleep 9000', 9000), {}, [102]],
  ])('covers, as %s', (_, above, fields, expected) => {
    const loop = 'while :; do sleep 1; done';
    const processes = [
      program(100, AGENT, above.command, { pgid: 100 }),
      program(101, 100, 'run', { pgid: 100 }),
      shell(102, loop, { ppid: 101, sid: AGENT, ...fields }),
    ];
    expect(past(suspectsOf({ processes, known: [above, loops(loop)] }))).toEqual(expected);
  });

  it('covers nothing once it is gone', () => {
    expect(
      pids(suspectsOf({ processes: [program(101, 1, 'npm run dev', { ageSeconds: 2 * HOUR })], known: [serve] })),
    ).toEqual([101]);
  });
});

describe('limits', () => {
  it('hold a bounded command to its own bound and a minute', () => {
    const at = (age: number) =>
      suspectsOf({
        processes: [program(100, AGENT, 'sleep 900', { ageSeconds: age })],
        known: [within('sleep 900', 900, 'long-sleep')],
      });
    expect(at(959)[0]).toMatchObject({ state: 'near', limit: { kind: 'bound', seconds: 960 } });
    expect(at(961)[0]).toMatchObject({ state: 'pending', armedAction: 'flag' });
  });

  it('hold a loop of known sleeps to nothing that its sleeps alone say', () => {
    const text = 'for i in 1 2 3; do make test; sleep 5; done';
    const sum = within(text, 15, 'long-poll');
    const known = [
      { ...sum, form: 'script' as const, analysis: { ...sum.analysis, call: { kind: 'finite' as const } } },
    ];
    expect(suspectsOf({ processes: [shell(100, text)], known })).toEqual([]);
  });

  it('trip on CPU, reaped children included, before age does', () => {
    const spin = 'while :; do :; done';
    const young = { ageSeconds: 400, cpuSeconds: 100, childCpuSeconds: 250 };
    expect(suspectsOf({ processes: [shell(100, spin, young)], known: [loops(spin)] })[0]).toMatchObject({
      limit: { kind: 'cpu', seconds: 300 },
      pastSeconds: 50,
    });
  });

  it('never excuse for want of CPU, and do nothing without an age', () => {
    const poll = 'until [ -f never ]; do sleep 2; done';
    const idle = { cpuSeconds: 0, childCpuSeconds: 0 };
    expect(pids(suspectsOf({ processes: [shell(100, poll, idle)], known: [loops(poll)] }))).toEqual([100]);
    expect(pids(suspectsOf({ processes: [shell(100, poll, { ageSeconds: null })], known: [loops(poll)] }))).toEqual([]);
  });

  it('stand still under a grant', () => {
    const spin = 'while :; do :; done';
    const [suspect] = suspectsOf({ processes: [shell(100, spin)], known: [loops(spin)], granted: 600 });
    expect(suspect).toMatchObject({ state: 'near', action: 'leave', armedAction: 'leave', grantedSeconds: 600 });
  });
});

describe('two scans', () => {
  const spin = 'while :; do :; done';
  const scene = { processes: [shell(100, spin)], known: [loops(spin)] };

  it('must agree before anything is done', () => {
    expect(suspectsOf(scene)[0]).toMatchObject({ state: 'pending', action: 'leave', armedAction: 'reap' });
    const before = new Map([['100@100', 'unbounded-loop']]);
    expect(suspectsOf({ ...scene, memory: { past: before } })[0]).toMatchObject({ state: 'offender', action: 'reap' });
  });

  it.each([
    ['of another process', { past: new Map([['100@99', 'unbounded-loop']]) }],
    ['of another finding', { past: new Map([['100@100', 'orphan']]) }],
    ['of another boot', { past: new Map([['100@100', 'unbounded-loop']]), bootId: 'other' }],
  ])('do not agree when the first was %s', (_, memory) => {
    expect(suspectsOf({ ...scene, memory })[0]?.state).toBe('pending');
  });
});

describe('an orphan', () => {
  const server = program(100, 1, 'node server.js', { ageSeconds: 300 });
  const over = { state: 'over' } as const;
  const remembered = (overSince: number | null) => ({
    sessions: [{ id: 's1', host: 'claude-code', agent: agent.identity, cwd: null, overSince }],
  });

  it('is what still runs a minute after its session was over, without its children', () => {
    const processes = [server, program(101, 100, 'worker', { ageSeconds: 300 })];
    const [suspect, ...more] = suspectsOf({ processes, session: over });
    expect(suspect).toMatchObject({ identity: { pid: 100 }, decisive: { kind: 'orphan' }, armedAction: 'flag' });
    expect(more).toEqual([]);
  });

  it('has its minute from when its session was first seen to be over', () => {
    const at = (memory: Partial<LineageMemory>) =>
      suspectsOf({ processes: [server], session: over, memory, takenAt: 5000 })[0];
    expect(at(remembered(null))?.pastSeconds).toBe(-60);
    expect(at(remembered(4990))?.pastSeconds).toBe(-50);
    expect(at(remembered(4900))?.pastSeconds).toBe(40);
    expect(at(remembered(0))?.pastSeconds).toBe(240);
  });

  it('is nothing while nobody knows whether the session is over', () => {
    expect(suspectsOf({ processes: [server], session: { state: 'unknown' } })).toEqual([]);
  });

  it('that loops is judged as the loop that it is', () => {
    const spin = 'while :; do :; done';
    const [suspect] = suspectsOf({ processes: [shell(100, spin, { ppid: 1 })], known: [loops(spin)], session: over });
    expect(suspect).toMatchObject({ decisive: { kind: 'unbounded-loop' }, armedAction: 'reap' });
  });
});

describe('a program that runs text', () => {
  it('is not excused by a bounded child that its text names', () => {
    const line = 'busybox sh -c while :; do sleep 1; done';
    const known = [
      { ...loops(line, 'while :; do sleep 1; done'), form: 'program' as const },
      within('sleep 1', 1, 'long-sleep'),
    ];
    const processes = [program(100, AGENT, line), program(101, 100, 'sleep 1', { ageSeconds: 0 })];
    expect(past(suspectsOf({ processes, known }))).toEqual([100]);
  });

  it('is not the culprit while the shells run that it was to start', () => {
    const line = 'xargs -I{} bash -c until [ -f {} ]; do sleep 1; done; work';
    const culprit = 'until [ -f {} ]; do sleep 1; done';
    const known = [{ ...loops(line, culprit), form: 'program' as const }];
    const own = shell(101, 'until [ -f a ]; do sleep 1; done; work', { ppid: 100 });
    expect(pids(suspectsOf({ processes: [program(100, AGENT, line), own], known }))).toEqual([]);
    expect(pids(suspectsOf({ processes: [program(100, AGENT, line)], known }))).toEqual([100]);
  });

  it('is not the culprit beside the server that it left behind', () => {
    const serve = 'node server.js';
    const text = `cd /srv && ${serve} & make`;
    const [left] = [leavesLoop(text, serve)];
    const [first] = left.analysis.findings;
    const findings =
      first === undefined ? [] : [{ ...first, kind: 'unbounded-background' as const, role: 'server' as const }];
    const known = [{ ...left, analysis: { ...left.analysis, findings } }, endless(serve)];
    const processes = [shell(101, text, { ppid: 1, sid: 100 }), program(102, 101, serve)];
    expect(past(suspectsOf({ processes, known }))).toEqual([102]);
  });
});

describe('a hidden command', () => {
  const line = 'bash -c eval "$1"';
  const blind = (fields: Parameters<typeof running>[1]) =>
    running(100, { ppid: AGENT, argv: ['bash', '-c', 'eval "$1"'], comm: 'bash', ageSeconds: 2 * HOUR, ...fields });
  const known = [hidden('eval "$1"'), hidden(line)];

  it('is flagged when the shell itself burns CPU', () => {
    const [suspect] = suspectsOf({ processes: [blind({ cpuSeconds: HOUR })], known });
    expect(suspect).toMatchObject({ decisive: { kind: 'hidden-runaway' }, armedAction: 'flag' });
  });

  it('is flagged when it goes from sleep to sleep', () => {
    const processes = [blind({}), program(101, 100, 'sleep 5', { ageSeconds: 3 })];
    expect(suspectsOf({ processes, known })[0]).toMatchObject({ decisive: { kind: 'hidden-runaway' } });
  });

  it('is flagged also when its text holds a sleep that it is not held to', () => {
    const text = 'sleep 2; eval "$1"';
    const shown = within(text, 2, 'long-sleep');
    const known = [
      { ...shown, form: 'script' as const, analysis: { ...shown.analysis, call: { kind: 'finite' as const } } },
    ];
    const at = (fields: Parameters<typeof running>[1], child: string) =>
      suspectsOf({
        processes: [shell(100, text, { ageSeconds: 2 * HOUR, ...fields }), program(101, 100, child, { ageSeconds: 1 })],
        known,
      }).map(({ decisive }) => decisive.kind);
    expect(at({ cpuSeconds: HOUR }, 'make')).toEqual(['hidden-runaway']);
    expect(at({}, 'sleep 5')).toEqual(['hidden-runaway']);
    expect(at({}, 'sleep 2')).toEqual([]);
  });

  it.each<[string, readonly ProcessRecord[]]>([
    ['is idle', [blind({})]],
    ['waits for a long child', [blind({}), program(101, 100, 'go test -race')]],
    ['has children that burn the CPU', [blind({ childCpuSeconds: HOUR }), program(101, 100, 'cc1', { ageSeconds: 2 })]],
  ])('is left alone when it %s', (_, processes) => {
    expect(suspectsOf({ processes, known })).toEqual([]);
  });
});

describe('a table with many forks', () => {
  const text = '(while :; do sleep 1; done); make';
  const known = [loops(text, 'while :; do sleep 1; done')];

  it('that are below each other is told in a moment', () => {
    const chain = Array.from({ length: 400 }, (_, depth) =>
      shell(100 + depth, text, { ppid: depth === 0 ? AGENT : 99 + depth, sid: 100 }),
    );
    expect(pids(suspectsOf({ processes: chain, known }))).toEqual([499]);
  });

  it('that are below themselves is told, too', () => {
    const fields = { sid: 1 };
    const processes = [shell(100, text, { ppid: 101, ...fields }), shell(101, text, { ppid: 100, ...fields })];
    expect(suspectsOf({ processes, known }).length).toBeLessThanOrEqual(2);
  });
});

describe('nobody', () => {
  it('is a suspect as an agent, a zombie, or a program that hosts sessions', () => {
    const spin = 'while :; do :; done';
    const known = [loops(spin)];
    expect(suspectsOf({ processes: [shell(100, spin, { state: 'Z' })], known })).toEqual([]);
    expect(suspectsOf({ processes: [shell(AGENT, spin)], known })).toEqual([]);
    expect(suspectsOf({ processes: [shell(100, spin, { comm: 'tmux: server' })], known })).toEqual([]);
  });

  it('runs below a cycle for ever', () => {
    const a = running(1, { ppid: 2 });
    const b = running(2, { ppid: 1 });
    expect(subtreeOf(buildForest([a, b]), a).map(({ identity }) => identity.pid)).toEqual([1, 2]);
  });
});
