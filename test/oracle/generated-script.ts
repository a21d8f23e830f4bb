/** Arbitrary scripts: a template in some spelling with a few mutations. Shrinks towards fewer mutations and small numbers. */
import fc from 'fast-check';
import { MUTATION_NAMES, type Mutation, mutate } from './mutations.ts';
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

/** Scripts for one shell; `mostMutations` 0 gives the templates as they are. */
export function generatedScript(shell: Shell, mostMutations = 3): fc.Arbitrary<Generated> {
  const templates = TEMPLATES.filter(({ shells }) => shells.includes(shell));
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
      mutations: fc.oneof(
        { weight: 1, arbitrary: fc.constant<Mutation[]>([]) },
        {
          weight: 5,
          arbitrary: fc.array(mutation, { minLength: Math.min(1, mostMutations), maxLength: mostMutations }),
        },
      ),
    })
    .map(({ template, taste, mutations }) => {
      const script = mutations.reduce<Script>(mutate, template.build({ ...taste, shell }));
      return { shell, template: template.name, mutations, text: printScript(script) };
    });
}
