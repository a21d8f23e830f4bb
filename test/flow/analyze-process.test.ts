/** Proves what the command line of a process says of who runs what: through wrappers, shells by other names, and clocks. */
import { expect, it } from 'vitest';
import { running } from '../lineage/table.ts';
import { analyze } from '../processes/analyzer.ts';

const LOOP = 'until [ -f /never ]; do sleep 2; done';
const of = (...argv: readonly string[]) => analyze(running(7, { argv }));
const placeIn = (...argv: readonly string[]) => {
  const { analysis, placeOf } = of(...argv);
  const [finding] = analysis.findings.filter(({ kind }) => kind === 'unbounded-loop');
  if (finding === undefined) throw new Error('nothing found');
  return placeOf?.(finding);
};

const gemini = `shopt -u nullglob; _bgpids_file=/tmp/gemini-shell-Ab/bgpids.tmp\n( trap 'jobs -p > "$_bgpids_file"' EXIT\n${LOOP}\n)\n__code=$?\nexit $__code`;
const claude = `source /home/u/.claude/shell-snapshots/snapshot-bash-1-ab.sh && eval '${LOOP}' < /dev/null && pwd -P >| /tmp/claude-9f-cwd`;

it.each([
  ['by itself', ['bash', '-c', LOOP], 0],
  ['in the subshell of a wrapper', ['bash', '-c', gemini], 1],
  ['in the eval of a wrapper', ['bash', '-c', claude], 0],
  ['in a job', ['bash', '-c', `${LOOP} &`], 1],
])('a loop %s', (_, argv, most) => expect(placeIn(...argv)).toMatchObject({ most }));

it('a loop in an eval that no host is known for', () => {
  expect(placeIn('bash', '-c', `eval '${LOOP}'; true`)).toBeNull();
});

it.each([
  ['busybox', 'sh', '-c', LOOP],
  ['/bin/busybox', 'ash', '-c', LOOP],
])('%s %s is a shell', (...argv) => expect(of(...argv)).toMatchObject({ form: 'script', command: LOOP }));

it.each([
  [['timeout', '300', 'make'], 'group'],
  [['timeout', '--foreground', '300', 'make'], 'child'],
  [['sleep', '300'], undefined],
  [['nice', 'make'], undefined],
])('%j is a clock: %s', (argv, clock) => expect(of(...argv).clock).toBe(clock));
