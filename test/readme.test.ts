/** Proves that the README says what the program does: its gallery, its hosts, its commands, its policy, and its length. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openAnalyzer } from '../src/flow/analyzer.ts';
import { hosts } from '../src/hosts/registry.ts';
import { judgeCommand } from '../src/policy/judge-command.ts';
import { parsePolicy } from '../src/policy/parse-policy.ts';
import { DEFAULT_POLICY } from '../src/policy/policy.ts';
import { hostPrograms } from './real-hosts/host-programs.ts';

const readme = readFileSync('README.md', 'utf8');
const analyzer = await openAnalyzer();

/** the cells of each row of the table below a heading */
function tableBelow(heading: string): readonly (readonly string[])[] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((line) =>
    line
      .slice(2, -2)
      .split(/ \| /)
      .map((cell) => cell.trim()),
  );
}

describe('the gallery', () => {
  const rows = tableBelow('What it says of a command').map(([command = '', verdict = '']) => {
    return [command.slice(1, -1).replaceAll('\\|', '|'), ...verdict.split(', ')] as const;
  });
  it('has rows', () => {
    expect(rows.length).toBeGreaterThan(10);
  });
  it.each(rows)('%s is %s %s', (text, verdict, kind) => {
    const judgement = judgeCommand(analyzer.analyze({ text }), DEFAULT_POLICY.commands);
    expect(judgement.verdict).toBe(verdict);
    expect(judgement.findings[0]?.finding.kind).toBe(kind);
  });
});

describe('the hosts', () => {
  const rows = new Map(tableBelow('Hosts').map(([host = '', ...cells]) => [host.slice(1, -1), cells]));
  it.each(hosts.map((host) => [host.id, host] as const))('%s can what the table says', (id, { can }) => {
    const yes = (able: boolean) => (able ? 'yes' : 'no');
    expect(rows.get(id)?.slice(1, 4)).toEqual([can.nudge, yes(can.backgroundFlag), yes(can.subagentEvents)]);
  });
});

it('names the versions of the real hosts that are driven', () => {
  const versions = hostPrograms.map(({ packages }) => Object.values(packages)[0] ?? 'none');
  expect(versions.filter((version) => !readme.includes(` ${version}`))).toEqual([]);
});

it('names every command of the program', () => {
  const named = new Set([...readme.matchAll(/`([a-z]+)(?: [^`]*)?`/g)].map(([, name]) => name));
  const table = readFileSync('src/cli.ts', 'utf8').matchAll(/^ {2}([a-z]+): \['/gm);
  expect([...table].map(([, name]) => name ?? '').filter((name) => name !== 'watch' && !named.has(name))).toEqual([]);
});

it('shows a policy that is one', () => {
  const [, text = ''] = /```json\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(parsePolicy(text, 'README')).toMatchObject({ problems: [] });
});

it('is short', () => {
  expect(readme.split('\n').length).toBeLessThan(250);
});
