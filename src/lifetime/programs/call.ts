/** What a describer that is code rather than a row gets, and how it puts its answer. */
import type { CommandDescription, DescribeContext, WrapperEffect } from './describe.ts';
import type { Invocation } from './invocation.ts';

/** Describes one program; undefined hands the call on to the rows of data. */
export type Describer = (call: Invocation, context: DescribeContext) => CommandDescription | undefined;

/** A description of a program that ends at once: usage errors, `--help`, `command -v`. */
export function quickly(name: string, reason: string): CommandDescription {
  return { kind: 'program', name, bound: { kind: 'finite' }, role: 'quick', stated: false, reason, remedy: '' };
}

/** Runs the words from `from` on; when there are none left, it does nothing. */
export function wrapping(call: Invocation, from: number, effect: WrapperEffect): CommandDescription {
  if (from >= call.operands.length) return quickly(call.name, 'it is given nothing to run');
  return { kind: 'wrapper', name: call.name, from, effect };
}

/**
 * Runs the words from `from` on as shell text, joined by blanks. Who is given text and says no shell (ssh, su, flock) starts
 * the user's own, which is bash nearly everywhere that these are used.
 */
export function shellText(call: Invocation, from: number, effect: WrapperEffect): CommandDescription {
  if (from >= call.operands.length) return quickly(call.name, 'it is given nothing to run');
  const source = { kind: 'operand', index: from, joined: true } as const;
  return { kind: 'script', name: call.name, dialect: 'bash', source, inCaller: false, effect };
}

/** Runs one word as shell text. */
export function shellWord(call: Invocation, index: number, effect: WrapperEffect): CommandDescription {
  if (index >= call.operands.length) return quickly(call.name, 'it is given nothing to run');
  const source = { kind: 'operand', index, joined: false } as const;
  return { kind: 'script', name: call.name, dialect: 'bash', source, inCaller: false, effect };
}
