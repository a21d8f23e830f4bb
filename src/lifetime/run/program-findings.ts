/** What there is to say of a program that does not end or is slow. */

import type { Role } from '../../policy/finding.ts';
import { record } from '../findings/record.ts';
import type { CommandDescription } from '../programs/describe.ts';
import type { Remedy } from '../remedies/remedy.ts';
import type { Scene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import type { State } from '../state/state.ts';
import type { Call } from '../words/field.ts';

export type Program = Extract<CommandDescription, { kind: 'program' }>;
export type ProgramCall = { readonly call: Call; readonly description: Program };

/** A follow, a watch, a server, an event stream. */
export function endlessFinding(scene: Scene, { call, description }: ProgramCall, state: State): void {
  const server = description.role === 'server';
  record(scene, state, {
    kind: 'endless-command',
    rule: server ? 'LW302' : 'LW301',
    span: call.span,
    bound: description.bound,
    role: roleOf(description, 'follow'),
    reason: description.reason,
    remedy: limitCall(scene, call),
    noticesReader: description.noticesReader === true,
  });
}

/** An install, a fetch, a pull. */
export function slowFinding(scene: Scene, { call, description }: ProgramCall, state: State): void {
  record(scene, state, {
    kind: 'slow-command',
    rule: 'LW701',
    span: call.span,
    bound: description.bound,
    role: 'slow',
    reason: description.reason,
    remedy: limitCall(scene, call),
  });
}

export function roleOf(description: Program, otherwise: Role): Role {
  return description.role === 'quick' || description.role === 'ordinary' ? otherwise : description.role;
}

/**
 * A limit in front of the program, which is always right; an option of its own is named beside it by the tables. What stands
 * before the name stays there: `timeout` takes no assignment for the name of a program.
 */
export function limitCall(scene: Scene, { span, fields }: Call): Remedy {
  const name = fields[0]?.span.start ?? span.start;
  const start = name > span.start && name < span.end ? name : span.start;
  const before = textAt(scene.source, { start: span.start, end: start });
  return { kind: 'limit-program', before, text: textAt(scene.source, { start, end: span.end }) };
}
