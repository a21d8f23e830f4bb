/**
 * Whether an outline is well formed, checked while it is written. The grammar is only asked about outlines that are:
 * its recovery from errors takes quadratic time on long texts and can exhaust the memory of the WASM module.
 */
import { MAX_CHAIN, MAX_NESTING } from './scan/scan.ts';

/** The problem of a text that no shell of its dialect takes, as far as we can tell. */
export const INVALID = 'not valid shell syntax';

type FrameKind = 'root' | 'group' | 'paren' | 'if' | 'then' | 'else' | 'while' | 'head' | 'do' | 'case' | 'arm';
/** `chain`: operators since the last separator; the tree of a list is as deep as the list is long. */
type Frame = { kind: FrameKind; chain: number };

/** `start`: a command may follow; `open` and `joined`: one must, after an opening word or an operator; `ended`: after one. */
export type Position = 'start' | 'open' | 'joined' | 'ended';

export type Shape = { readonly frames: Frame[]; position: Position; problem: string | null };

export function newShape(): Shape {
  return { frames: [{ kind: 'root', chain: 0 }], position: 'start', problem: null };
}

/** A whole command that holds no others in the outline. */
export function addCommand(shape: Shape): void {
  begin(shape);
  shape.position = 'ended';
}

/** An opening word: `{`, `(`, `if`, `while`, the head of a loop, `case`. */
export function openFrame(shape: Shape, kind: FrameKind): void {
  begin(shape);
  shape.frames.push({ kind, chain: 0 });
  shape.position = kind === 'case' ? 'start' : 'open';
  if (shape.frames.length > MAX_NESTING) shape.problem = 'nested too deeply';
}

function begin(shape: Shape): void {
  const kind = frameOf(shape).kind;
  if (shape.position === 'ended' || kind === 'head' || kind === 'case') invalid(shape);
}

/** `then`, `do`, `else`, `elif`: from one part of a compound command to the next. */
export function turnFrame(shape: Shape, from: readonly FrameKind[], to: FrameKind): void {
  const frame = frameOf(shape);
  const complete = shape.position === 'ended' || shape.position === 'start' || frame.kind === 'head';
  if (!complete || !from.includes(frame.kind)) invalid(shape);
  frame.kind = to;
  frame.chain = 0;
  shape.position = 'open';
}

/** A closing word. */
export function closeFrame(shape: Shape, kinds: readonly FrameKind[]): void {
  const complete = shape.position === 'ended' || shape.position === 'start';
  if (!complete || !kinds.includes(frameOf(shape).kind) || shape.frames.length < 2) invalid(shape);
  else shape.frames.pop();
  shape.position = 'ended';
}

/** The patterns of an arm; its body may be empty. */
export function addPattern(shape: Shape): void {
  const frame = frameOf(shape);
  if (frame.kind !== 'case') invalid(shape);
  frame.kind = 'arm';
  shape.position = 'start';
}

/** `;;` and its like. */
export function endArm(shape: Shape): void {
  const frame = frameOf(shape);
  if (frame.kind !== 'arm' || shape.position === 'joined') invalid(shape);
  frame.kind = 'case';
  frame.chain = 0;
  shape.position = 'start';
}

/** `;` and `&`. */
export function separate(shape: Shape): void {
  if (shape.position !== 'ended') invalid(shape);
  frameOf(shape).chain = 0;
  shape.position = 'start';
}

/** `&&`, `||`, `|`. */
export function joinNext(shape: Shape): void {
  if (shape.position !== 'ended') invalid(shape);
  const frame = frameOf(shape);
  frame.chain += 1;
  if (frame.chain > MAX_CHAIN) shape.problem = 'a list that is too long';
  shape.position = 'joined';
}

/** The end of the text. */
export function finishShape(shape: Shape): void {
  if (shape.frames.length > 1 || shape.position === 'joined') invalid(shape);
}

export function frameOf(shape: Shape): Frame {
  return shape.frames.at(-1) ?? { kind: 'root', chain: 0 };
}

export function invalid(shape: Shape): void {
  shape.problem ??= INVALID;
}
