/** Remembers what could have gone either way, so that a person can be told what a loop waits for. */
import type { Span } from '../../policy/finding.ts';
import type { Scene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { decided } from '../state/change.ts';
import type { Flow } from '../state/flow.ts';

/** The flow of a command whose status somebody looks at, each way marked with what decided it. */
export function asked(scene: Scene, span: Span, flow: Flow): Flow {
  if (flow.ok.length === 0 || flow.no.length === 0) return flow;
  const text = textAt(scene.source, span);
  return {
    ok: flow.ok.map((state) => decided(state, { text, succeeded: true })),
    no: flow.no.map((state) => decided(state, { text, succeeded: false })),
    jumps: flow.jumps,
  };
}
