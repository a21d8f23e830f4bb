/**
 * Random scripts in which several parts loop, work or are over already, run by real shells; who loops is seen from whose
 * child sleeps for how long, whatever the command lines tell.
 */
import fc from 'fast-check';
import type { Audit } from '../../src/flow/audit.ts';

export type Scripted = { readonly shell: 'bash' | 'dash' | 'zsh'; readonly text: string };

/** `@` becomes a number of its own. A loop sleeps for 0.3@ s, what works for 40.@ s, a loop that is over for 0.9@ s. */
const LOOP = 'while :; do sleep 0.3@; done';
const LEAVES = [
  LOOP,
  'until [ -e /nonexistent/built ]; do sleep 0.3@; done',
  'while :; do (sleep 0.3@); done',
  'while :; do sleep 0.3@ | tr a b; done',
  'sleep 40.@',
  'sleep 40.@; :',
  'until [ -e / ]; do sleep 0.9@; done',
  'while ! [ -e / ]; do sleep 0.9@; done',
  'for i in 1 2 3; do :; done',
  'read -r line < /dev/null',
] as const;
/** What a part stands in; `#` is the part, `%` the name of a function. */
const ALL = [
  '# &',
  '(#)',
  '(#) &',
  '{ #; } &',
  '# | while read -r line; do :; done',
  'sleep 40.@ | {\n#\n}',
  'x=$(#)',
  'if :; then\n#\nfi',
  'for i in a; do\n#\ndone',
  'f%() {\n#\n}; f%',
  'f%() {\n#\n}; f% &',
  'true && {\n#\n}',
] as const;
const RICHER = [...ALL, 'cat < <(#) > /dev/null', 'exec 3> >(#)'] as const;

/** Parts one after the other, each in what it stands in. */
function partsOf(frames: readonly string[]): fc.Arbitrary<string> {
  const { list } = fc.letrec<{ list: string; part: string }>((tie) => ({
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<string>(...LEAVES),
      fc
        .tuple(fc.constantFrom(...frames), tie('list'), fc.nat(99_999))
        .map(([frame, inner, name]) => frame.replaceAll('%', `_${name}`).replace('#', () => inner)),
    ),
    list: fc.array(tie('part'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('\n')),
  }));
  return list;
}

export const scripts: fc.Arbitrary<Scripted> = fc.oneof(
  partsOf(RICHER).map((text): Scripted => ({ shell: 'bash', text })),
  partsOf(ALL).map((text): Scripted => ({ shell: 'dash', text })),
  partsOf(ALL).map((text): Scripted => ({ shell: 'zsh', text })),
);

/** Numbers its sleeps, so that each tells which part it is of. */
export function numbered({ text }: Scripted, first: number): string {
  let next = first;
  return text.replaceAll('@', () => String(next++));
}

/** The processes that loop now: each has a child that sleeps as a loop does, or a fork for one round that has it. */
export function loopers({ scan }: Audit, ours: ReadonlySet<number>): ReadonlySet<number> {
  const looping = new Set<number>();
  for (const { argv, ppid } of scan.snapshot.records) {
    if (argv?.[0] !== 'sleep' || argv[1]?.startsWith('0.3') !== true) continue;
    let at = scan.forest.byPid.get(ppid ?? 0);
    while (at !== undefined && (at.ageSeconds ?? 0) < ONE_ROUND_SECONDS) at = scan.forest.byPid.get(at.ppid ?? 0);
    if (at !== undefined && ours.has(at.identity.pid)) looping.add(at.identity.pid);
  }
  return looping;
}

const ONE_ROUND_SECONDS = 1;
