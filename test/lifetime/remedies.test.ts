/** Proves that what a refusal proposes is itself allowed once its number is filled in, and that bash can read it. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openAnalyzer } from '../../src/flow/analyzer.ts';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import type { Dialect } from '../../src/shell/ast.ts';

type Row = {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly shell?: Dialect;
  readonly background?: boolean;
};

const analyzer = await openAnalyzer();
const rows = readFileSync('test/fixtures/cases.jsonl', 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Row)
  .filter((row) => row.kind === 'command');

const judge = (text: string, shell: Dialect = 'bash') =>
  judgeCommand(analyzer.analyze({ text, shell }), DEFAULT_POLICY.commands);
const remedies = rows.flatMap(({ id, text, shell = 'bash', background = false }) => {
  const { findings } = judgeCommand(analyzer.analyze({ text, shell, background }), DEFAULT_POLICY.commands);
  return findings
    .filter(({ finding }) => finding.remedy !== '')
    .map(({ finding }) => ({ id, shell, remedy: finding.remedy.replaceAll('<seconds>', '60').replaceAll('<n>', '5') }));
});

it('has remedies to look at', () => {
  expect(remedies.length).toBeGreaterThan(150);
});

it('proposes nothing that would be refused itself', () => {
  const refused = remedies.filter(({ remedy, shell }) => judge(remedy, shell).verdict !== 'allow');
  expect(refused).toEqual([]);
});

it('proposes only what the shell can read', () => {
  const unreadable = remedies
    .filter(({ shell }) => shell === 'bash')
    .filter(({ remedy }) => spawnSync('bash', ['-n'], { input: remedy }).status !== 0);
  expect(unreadable).toEqual([]);
});

describe('a limit stands where it can', () => {
  it.each([
    ['A=1 B=2 tail -f x', 'A=1 B=2 timeout <seconds> tail -f x'],
    ['>/tmp/o tail -f x', '>/tmp/o timeout <seconds> tail -f x'],
    ['A=1 watch -n1 date', 'A=1 timeout <seconds> watch -n1 date'],
  ])('%s -> %s', (text, remedy) => {
    expect(judge(text).findings[0]?.finding.remedy).toBe(remedy);
  });
});

describe("a limit under the host's background flag stands before a program, or before a shell with the rest", () => {
  it.each([
    ['make -j4 all', 'timeout <seconds> make -j4 all'],
    ['make && make install', "timeout <seconds> bash -c 'make && make install'"],
    ['time make', "timeout <seconds> bash -c 'time make'"],
    ['CI=1 make', "timeout <seconds> bash -c 'CI=1 make'"],
    ['make > log', "timeout <seconds> bash -c 'make > log'"],
  ])('%s -> %s', (text, remedy) => {
    const analysis = analyzer.analyze({ text, shell: 'bash', background: true });
    expect(judgeCommand(analysis, DEFAULT_POLICY.commands).findings[0]?.finding.remedy).toBe(remedy);
  });
});

describe('a limit goes around all that the loop needs', () => {
  it.each([
    [
      'i=0; while [ $i -lt 10 ]; do sleep 1; done',
      "timeout <seconds> bash -c 'i=0; while [ $i -lt 10 ]; do sleep 1; done'",
    ],
    [
      'up() { curl -sf x; }; until up; do sleep 1; done',
      "timeout <seconds> bash -c 'up() { curl -sf x; }; until up; do sleep 1; done'",
    ],
    ['make && until [ -f x ]; do sleep 1; done', "timeout <seconds> bash -c 'until [ -f x ]; do sleep 1; done'"],
  ])('%s -> %s', (text, remedy) => {
    expect(judge(text).findings[0]?.finding.remedy).toBe(remedy);
  });
});

describe('what waits for a forge is told the wait of the forge', () => {
  it.each([
    [
      'until gh run view 88 -R a/b --json status -q .status | grep -q completed; do sleep 30; done',
      'timeout <seconds> gh run watch 88 -R a/b --exit-status',
    ],
    [
      'id=$(gh run list -L1 --json databaseId -q ".[0].databaseId"); while gh run view "$id" | grep -q progress; do sleep 9; done',
      'timeout <seconds> gh run watch "$id" --exit-status',
    ],
    [
      'while gh pr checks 12 | grep -q pending; do sleep 20; done',
      'timeout <seconds> gh pr checks 12 --watch --fail-fast',
    ],
    ['sleep 600; gh pr checks 12', 'timeout <seconds> gh pr checks 12 --watch --fail-fast'],
    ['until glab ci status | grep -q passed; do sleep 35; done', 'timeout <seconds> glab ci status --live'],
    ['npm run dev; gh pr view 4', 'timeout <seconds> npm run dev'],
    ['npx vite --port 3', 'timeout <seconds> npx vite --port 3'],
    ['A=1 bundle exec puma', 'A=1 bundle exec timeout <seconds> puma'],
    ['sudo -u x nice -n 5 tail -f l', 'sudo -u x nice -n 5 timeout <seconds> tail -f l'],
    ['sudo npx vite', 'sudo timeout <seconds> npx vite'],
    ['docker exec -it c tail -f l', 'docker exec -it c timeout <seconds> tail -f l'],
    ['sudo timeout 0 tail -f x', 'sudo timeout <seconds> tail -f x'],
    [
      "cat > w.sh <<'SH'\nuntil nc -z $1 $2; do sleep 1; done\nSH\nbash w.sh db 5432",
      'timeout <seconds> bash w.sh db 5432',
    ],
    [
      'until gh release view v1; do sleep 9; done',
      "timeout <seconds> bash -c 'until gh release view v1; do sleep 9; done'",
    ],
  ])('%s -> %s', (text, remedy) => {
    expect(judge(text).findings[0]?.finding.remedy).toBe(remedy);
  });
});

it('hands the number of a job over to the shell under the limit, and names the better way', () => {
  const [first] = judge('make & pid=$!; while kill -0 $pid; do sleep 1; done').findings;
  expect(first?.finding.remedy).toBe('pid="$pid" timeout <seconds> bash -c \'while kill -0 $pid; do sleep 1; done\'');
  expect(first?.finding.derivation.join(' ')).toContain('`wait` for it');
});

it('proposes no wait for a job that pauses too long', () => {
  const findings = judge('(sleep 600 && make) &').findings.map(({ finding }) => [finding.kind, finding.remedy]);
  expect(findings).toEqual([
    ['long-sleep', 'sleep <seconds>'],
    ['unbounded-background', ''],
  ]);
});
