/** Walks any value of the tree for tests: every member with a `span`, with the span that holds it. */
import type { Span } from '../../src/policy/finding.ts';
import type { Script } from '../../src/shell/ast.ts';

type Spanned = { readonly span: Span };
export type Visit = { readonly node: Spanned & Record<string, unknown>; readonly parent: Span };

/** Every spanned node below the script. The body of a here-document lies outside its redirect, so it starts afresh. */
export function visits(script: Script): readonly Visit[] {
  const found: Visit[] = [];
  const whole = { start: 0, end: script.text.length };
  const stack: { readonly value: unknown; readonly parent: Span }[] = [{ value: script.body, parent: whole }];
  while (stack.length > 0) {
    const next = stack.pop();
    if (next === undefined || typeof next.value !== 'object' || next.value === null) continue;
    if (Array.isArray(next.value)) {
      for (const value of next.value) stack.push({ value, parent: next.parent });
      continue;
    }
    const node = next.value as Record<string, unknown>;
    const spanned = isSpanned(node);
    if (spanned) found.push({ node, parent: next.parent });
    const apart = node.operator === '<<' || node.operator === '<<-';
    const parent = apart ? whole : spanned ? node.span : next.parent;
    for (const [key, value] of Object.entries(node)) if (key !== 'span') stack.push({ value, parent });
  }
  return found;
}

function isSpanned(node: Record<string, unknown>): node is Spanned & Record<string, unknown> {
  const { span } = node;
  return typeof span === 'object' && span !== null && 'start' in span && 'end' in span;
}
