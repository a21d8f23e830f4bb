/** Compares what the analysis says of a script's call with what a real shell did in every world that was tried. */
import type { Analysis } from '../../src/policy/finding.ts';
import { type Behaviour, PROBE_GROUPS, type ProbeGroup } from './prelude.ts';
import type { Outcome } from './virtual-run.ts';

const GROUPS = Object.keys(PROBE_GROUPS) as ProbeGroup[];

export type World = { readonly behaviour: Behaviour; readonly outcome: Outcome };

/** What really happens: it ends in every world, or goes on in one at least. `invalid`: the shell does not take the text. */
export type Reality = 'always ends' | 'goes on' | 'invalid';

export type Verdict =
  | { readonly kind: 'agrees' }
  /** called bounded and is not, or takes longer than claimed: a runaway would be hidden */
  | { readonly kind: 'unsound'; readonly why: string }
  /** called endless and ends in every world tried */
  | { readonly kind: 'untrue'; readonly why: string }
  /** called conditional and ends in every world tried: a refusal that need not be */
  | { readonly kind: 'imprecise'; readonly why: string }
  /** no claim to check: not understood, or not accepted by the shell */
  | { readonly kind: 'no claim' };

export function realityOf(worlds: readonly World[]): Reality {
  if (worlds.some(({ outcome }) => outcome.kind === 'invalid')) return 'invalid';
  return worlds.every(({ outcome }) => outcome.kind === 'ends') ? 'always ends' : 'goes on';
}

/** The worlds that can make a difference to this text: one where nothing is asked. */
export function worldsOf(text: string): readonly Behaviour[] {
  const groups = GROUPS.filter((group) => PROBE_GROUPS[group].some((name) => new RegExp(`\\b${name}\\b`).test(text)));
  if (groups.length === 0) return ['never'];
  const mixed = groups.length < 2 ? [] : groups.flatMap((group) => [`only-${group}`, `not-${group}`] as const);
  return ['never', 'always', 'third', 'until-third', 'alternate', ...mixed];
}

export function judgeBound(analysis: Analysis, worlds: readonly World[]): Verdict {
  const reality = realityOf(worlds);
  if (analysis.status !== 'complete' || reality === 'invalid') return { kind: 'no claim' };
  const { call } = analysis;
  switch (call.kind) {
    case 'within':
    case 'finite': {
      const runaway = worlds.find(({ outcome }) => outcome.kind === 'goes-on');
      if (runaway !== undefined)
        return { kind: 'unsound', why: `goes on when the probes answer '${runaway.behaviour}'` };
      const late = worlds.find(
        ({ outcome }) => outcome.kind === 'ends' && call.kind === 'within' && outcome.seconds > call.seconds + 0.001,
      );
      return late === undefined
        ? { kind: 'agrees' }
        : { kind: 'unsound', why: `takes ${secondsOf(late)} s when the probes answer '${late.behaviour}'` };
    }
    // the bound of a script is the worst of its branches, so `endless` is refuted only by an end in every world
    case 'conditional':
    case 'endless':
      if (reality !== 'always ends') return { kind: 'agrees' };
      return { kind: call.kind === 'endless' ? 'untrue' : 'imprecise', why: 'ends in every world tried' };
  }
}

function secondsOf({ outcome }: World): number | undefined {
  return outcome.kind === 'ends' ? outcome.seconds : undefined;
}
