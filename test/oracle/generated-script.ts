/** Arbitrary scripts for the oracle, as text. They shrink towards fewer mutations and small numbers. */
import fc from 'fast-check';
import { MUTATION_NAMES, type Mutation, mutate } from './mutations.ts';
import { randomScript } from './random-script.ts';
import { printScript, type Script } from './script-tree.ts';
import type { Shell } from './shells.ts';
import { TEMPLATES } from './templates.ts';

export type Generated = {
  readonly shell: Shell;
  readonly template: string;
  readonly mutations: readonly Mutation[];
  readonly text: string;
};

const mutation: fc.Arbitrary<Mutation> = fc.record({
  name: fc.constantFrom(...MUTATION_NAMES),
  at: fc.nat(60),
  choice: fc.nat(200),
});

/** Scripts for one shell: mostly templates with at most so many mutations, and some without any sense, from a wider grammar or not. */
export function generatedScript(shell: Shell, { mostMutations = 3, wide = false } = {}): fc.Arbitrary<Generated> {
  return fc.oneof(
    { weight: 3, arbitrary: mutatedTemplate(shell, mostMutations) },
    {
      weight: 1,
      arbitrary: randomScript({ shell, wide }).map((script) => generated(shell, 'no template', [], script)),
    },
  );
}

function mutatedTemplate(shell: Shell, mostMutations: number): fc.Arbitrary<Generated> {
  const templates = TEMPLATES.filter(({ shells }) => shells.includes(shell));
  const several = fc.array(mutation, { minLength: Math.min(1, mostMutations), maxLength: mostMutations });
  return fc
    .record({
      template: fc.constantFrom(...templates),
      taste: fc.record({
        limit: fc.integer({ min: 1, max: 6 }),
        delay: fc.integer({ min: 1, max: 5 }),
        comparison: fc.nat(20),
        step: fc.nat(20),
        probe: fc.nat(20),
      }),
      mutations: fc.oneof({ weight: 1, arbitrary: fc.constant<Mutation[]>([]) }, { weight: 5, arbitrary: several }),
    })
    .map(({ template, taste, mutations }) => {
      const script = mutations.reduce<Script>(mutate, template.build({ ...taste, shell }));
      return generated(shell, template.name, mutations, script);
    });
}

function generated(shell: Shell, template: string, mutations: readonly Mutation[], script: Script): Generated {
  return { shell, template, mutations, text: printScript(script) };
}
