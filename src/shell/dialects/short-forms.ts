/**
 * zsh's short forms as the long ones that the grammar knows: `repeat 3 { a }` becomes `repeat 3 do a done`, on tokens.
 * The new reserved words take the place of what they stand for, so spans stay those of the text. bash has one of these
 * forms too: braces for the body of `for` and `select`.
 */
import type { Dialect } from '../ast.ts';
import type { Token } from '../scan/token.ts';
import { after, before, beginsCommand, endsCompound, endsList, isCloser, reserved, textOf } from './token-kinds.ts';

/** Rewrites the short forms of the dialect; returns `tokens` itself when there can be none. */
export function expandShortForms(tokens: readonly Token[], dialect: Dialect): readonly Token[] {
  const relevant = (token: Token) => token.kind === 'header' || (dialect === 'zsh' && token.kind === 'reserved');
  if (dialect === 'sh' || !tokens.some(relevant)) return tokens;
  const machine: Machine = { out: [], frames: [], zsh: dialect === 'zsh', closed: -1 };
  for (const [index, token] of tokens.entries()) take(machine, token, tokens[index + 1]);
  while (machine.frames.at(-1)?.kind === 'list') closeList(machine);
  return machine.out;
}

type Closing = 'done' | 'fi';
type Frame =
  /** an ordinary opening word; `at` is its index in the output */
  | { readonly kind: 'plain'; readonly at: number }
  /** the head of a loop has been read, its body comes next */
  | { readonly kind: 'head'; readonly foreach: boolean }
  /** between `while` or `if` and the body */
  | { readonly kind: 'condition'; readonly opens: 'do' | 'then' }
  /** a body in braces */
  | { readonly kind: 'braces'; readonly closes: Closing | 'always' }
  /** a body that is a single list without a closing word */
  | { readonly kind: 'list'; readonly closes: Closing }
  /** after `} else` or `} always`: an opening brace comes next */
  | { readonly kind: 'brace-next'; readonly closes: 'fi' | 'always' };

type Machine = {
  readonly out: Token[];
  readonly frames: Frame[];
  readonly zsh: boolean;
  /** where in the output the command that was closed last begins */
  closed: number;
};

function take(machine: Machine, token: Token, next: Token | undefined): void {
  const top = machine.frames.at(-1);
  if (top?.kind === 'head') takeAfterHead(machine, token, { next, foreach: top.foreach });
  else if (top?.kind === 'brace-next') takeBrace(machine, token, top.closes);
  else if (top?.kind === 'condition') takeInCondition(machine, token, top.opens);
  else if (top?.kind === 'braces' && textOf(token) === '}') closeBraces(machine, token, { next, closes: top.closes });
  else if (top?.kind === 'list' && endsList(token)) {
    closeList(machine);
    take(machine, token, next);
  } else takePlain(machine, token);
}

function takeAfterHead(
  machine: Machine,
  token: Token,
  head: { readonly next: Token | undefined; readonly foreach: boolean },
): void {
  const text = textOf(token);
  if (text === ';' || text === '\n') {
    machine.out.push(token);
    return;
  }
  machine.frames.pop();
  if (text === 'do') pushPlain(machine, token);
  else if (text === '{') {
    machine.frames.push({ kind: 'braces', closes: 'done' });
    machine.out.push(reserved('do', token.span));
  } else if (machine.zsh) {
    machine.out.push(reserved('do', before(token)));
    machine.frames.push(head.foreach ? { kind: 'plain', at: -1 } : { kind: 'list', closes: 'done' });
    take(machine, token, head.next);
  } else takePlain(machine, token);
}

function takeBrace(machine: Machine, token: Token, closes: 'fi' | 'always'): void {
  if (textOf(token) === '\n') return;
  if (textOf(token) === 'else') {
    machine.out.push(token);
    return;
  }
  machine.frames.pop();
  const braces = textOf(token) === '{';
  machine.frames.push(braces ? { kind: 'braces', closes } : { kind: 'plain', at: -1 });
  if (closes === 'always') machine.out.push(token);
  else if (!braces) takePlain(machine, token);
}

function takeInCondition(machine: Machine, token: Token, opens: 'do' | 'then'): void {
  const text = textOf(token);
  const closes = opens === 'do' ? 'done' : 'fi';
  const complete = machine.zsh && endsCompound(machine.out.at(-1));
  if (text === opens) {
    machine.frames.pop();
    pushPlain(machine, token);
  } else if (complete && text === '{') {
    machine.frames.pop();
    machine.frames.push({ kind: 'braces', closes });
    machine.out.push(reserved(opens, token.span));
  } else if (complete && beginsCommand(token)) {
    machine.frames.pop();
    machine.out.push(reserved(opens, before(token)));
    machine.frames.push({ kind: 'list', closes });
    takePlain(machine, token);
  } else takePlain(machine, token);
}

/** The `}` of a body. After a branch of `if`, `elif` or `else` may go on. */
function closeBraces(
  machine: Machine,
  token: Token,
  body: { readonly next: Token | undefined; readonly closes: Closing | 'always' },
): void {
  const following = textOf(body.next);
  fillEmpty(machine, token);
  machine.frames.pop();
  if (body.closes === 'always') machine.out.push(reserved('}', token.span), reserved('}', after(token)));
  else if (body.closes === 'fi' && following === 'else') machine.frames.push({ kind: 'brace-next', closes: 'fi' });
  else if (body.closes === 'fi' && following === 'elif') machine.frames.push({ kind: 'plain', at: -1 });
  else machine.out.push(reserved(body.closes, token.span));
}

function takePlain(machine: Machine, token: Token): void {
  if (token.kind === 'header') {
    machine.frames.push({ kind: 'head', foreach: token.foreach === true });
    machine.out.push(token);
    return;
  }
  const text = textOf(token);
  if (text === 'else' || text === 'elif') fillEmpty(machine, token);
  if (text === 'if' || text === 'elif') openCondition(machine, token, 'then');
  else if (text === 'while' || text === 'until') openCondition(machine, token, 'do');
  else if (text === '{' || text === '(' || token.kind === 'case') pushPlain(machine, token);
  else if (text === 'always') openAlways(machine, token);
  else if (isCloser(token)) closePlain(machine, token);
  else machine.out.push(token);
}

function openCondition(machine: Machine, token: Token, opens: 'do' | 'then'): void {
  if (textOf(token) === 'elif') machine.frames.pop();
  machine.frames.push({ kind: 'condition', opens });
  machine.out.push(token);
}

function pushPlain(machine: Machine, token: Token): void {
  machine.frames.push({ kind: 'plain', at: machine.out.length });
  machine.out.push(token);
}

/** `{ a } always { b }` becomes one group of two, whose opening word is called `always`. */
function openAlways(machine: Machine, token: Token): void {
  const opener = machine.out[machine.closed];
  if (textOf(machine.out.at(-1)) !== '}' || textOf(opener) !== '{' || opener === undefined) {
    machine.out.push(token);
    return;
  }
  machine.out.splice(machine.closed, 0, reserved('always', before(opener)));
  machine.out.push({ kind: 'operator', text: ';', span: token.span });
  machine.frames.push({ kind: 'brace-next', closes: 'always' });
}

function closePlain(machine: Machine, token: Token): void {
  const top = machine.frames.at(-1);
  if (top?.kind === 'plain') {
    machine.frames.pop();
    machine.closed = top.at;
  }
  fillEmpty(machine, token);
  machine.out.push(textOf(token) === 'end' ? reserved('done', token.span) : token);
}

/** zsh allows an empty body, which the grammar does not. */
function fillEmpty(machine: Machine, token: Token): void {
  let at = machine.out.length - 1;
  while (textOf(machine.out[at]) === '\n' || textOf(machine.out[at]) === ';') at -= 1;
  const opener = textOf(machine.out[at]) ?? '';
  if (machine.zsh && ['{', 'do', 'then', 'else'].includes(opener)) {
    machine.out.push({ kind: 'empty', span: before(token) });
  }
}

function closeList(machine: Machine): void {
  const frame = machine.frames.pop();
  const last = machine.out.at(-1);
  if (frame?.kind === 'list' && last !== undefined) machine.out.push(reserved(frame.closes, after(last)));
}
