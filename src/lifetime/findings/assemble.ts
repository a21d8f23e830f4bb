/** Makes the analysis of what was found: leftovers, the host's background, one finding for each culprit. */

import type { Analysis, Bound, Finding, Leftover, Span } from '../../policy/finding.ts';
import { formatRemedy } from '../remedies/format-remedy.ts';
import type { Scene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { anyCost, boundOf, type Cost, costWith, isOpen, NO_COST } from '../state/cost.ts';
import { endings, type Flow } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import { backgroundFindings } from './background-findings.ts';
import type { Found } from './found.ts';
import { type LeftChild, leftChildren, leftoverFindings } from './leftover-findings.ts';

type Circumstances = { readonly background: boolean; readonly partial: boolean };

/** The analysis, its findings in the order of their spans. */
export function assemble(scene: Scene, flow: Flow, { background, partial }: Circumstances): Analysis {
  const { world } = scene;
  const ends = endings(flow);
  const call = anyCost(ends.map((end) => end.cost));
  const left = leftChildren(scene, ends);
  const found = [...world.sink, ...leftoverFindings(scene, left)];
  const all = background ? backgroundFindings(scene, { found, call, left, unclear: isUnclear(ends, partial) }) : found;
  const findings = distinct(all).map(finish);
  return {
    status: partial || world.budget.exhausted || world.problems.size > 0 ? 'partial' : 'complete',
    problems: [...world.problems],
    ...(world.expected.size === 0 ? {} : { expected: [...world.expected] }),
    call: callBound(call, ends),
    leftovers: left.map(leftoverOf),
    findings: findings.sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end),
  };
}

function isUnclear(ends: readonly State[], partial: boolean): boolean {
  return partial || ends.some((end) => end.path.opaque);
}

function callBound(call: Cost, ends: readonly State[]): Bound {
  if (ends.some((end) => end.path.opaque) && call.kind === 'within') return { kind: 'finite' };
  return boundOf(ends.length === 0 ? costWith(NO_COST, { kind: 'endless' }) : call);
}

function leftoverOf({ child }: LeftChild): Leftover {
  const span = child.source.locate(child.span);
  return { span, text: textAt(child.source, child.span), bound: boundOf(child.cost), role: child.role };
}

/** The same thing found again is one finding; the greater number counts. */
function distinct(found: readonly Found[]): readonly Found[] {
  const byPlace = new Map<string, Found>();
  for (const one of found) {
    const at = one.source.locate(one.span);
    const kind = one.prevents ?? one.kind;
    const key = `${one.source.file ?? ''} ${at.start} ${at.end} ${kind} ${textAt(one.source, one.span)}`;
    const before = byPlace.get(key);
    if (before === undefined || isGraver(one, before)) byPlace.set(key, one);
  }
  return [...byPlace.values()];
}

function isGraver(one: Found, other: Found): boolean {
  if (one.bound.kind === 'within' && other.bound.kind === 'within') return one.bound.seconds > other.bound.seconds;
  return isOpen(one.bound.kind) && !isOpen(other.bound.kind);
}

function finish(found: Found): Finding {
  const span: Span = found.source.locate(found.span);
  return {
    kind: found.kind,
    rule: found.rule,
    span,
    ...(found.source.file === undefined ? {} : { file: found.source.file }),
    text: textAt(found.source, found.span),
    bound: found.bound,
    place: found.place,
    role: found.role,
    ...(found.prevents === undefined ? {} : { prevents: found.prevents }),
    reason: found.reason,
    derivation: found.derivation,
    remedy: formatRemedy(found),
  };
}
