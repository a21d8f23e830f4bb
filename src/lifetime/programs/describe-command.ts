import { quickly } from './call.ts';
import type { CommandDescription, DescribeContext, Operand } from './describe.ts';
import { describersByName } from './describers.ts';
import type { Lookup } from './interpreters.ts';
import { describeNode, describePython, describeRuby } from './interpreters.ts';
import type { Invocation } from './invocation.ts';
import { isPath, programName } from './program-name.ts';
import { describeByRow, describePlain } from './read-row.ts';
import { rowsByName } from './rows-by-name.ts';
import { describeShell, describeShellAt, shellDialect } from './shells.ts';
import { quickNames } from './tables/quick.ts';
import { describeBusyboxTimeout } from './timeouts.ts';

const quickSet = new Set(quickNames);
const PYTHON = /^(?:python|pypy)[23]?(?:\.\d+)?$/;
const RUBY = /^ruby(?:\d(?:\.\d)*)?$/;

/**
 * What is known of the simple command whose words are `operands` (the program first): how long it stays alive, or what
 * it runs. Never throws; a program that no table knows is an ordinary finite one.
 */
export function describeCommand(operands: readonly Operand[], context: DescribeContext): CommandDescription {
  const word = operands[0]?.value;
  const name = programName(context.dialect === 'zsh' ? word?.replace(/^=(?=\w)/, '') : word);
  if (name === undefined) return scriptOr(word, describePlain(word ?? ''));
  const known = describeNamed({ name, operands, at: 0 }, context);
  return isListed(name) || isSystemPath(word ?? '') ? known : scriptOr(word, known);
}

/** A program that no table knows and that is called by a path may be a script. */
function scriptOr(word: string | undefined, known: CommandDescription): CommandDescription {
  return isPath(word) && known.kind === 'program' ? { ...known, maybeScript: true } : known;
}

function isListed(name: string): boolean {
  return describersByName.has(name) || rowsByName.has(name) || quickSet.has(name);
}

function isSystemPath(word: string): boolean {
  return /^\/(?:usr\/)?s?bin\/|^\/(?:System|Library|nix)\//.test(word);
}

function describeNamed(call: Invocation, context: DescribeContext): CommandDescription {
  return describeInterpreter(call, context) ?? describeKnown(call, context) ?? describeRest(call);
}

/** Programs that run another one of the tables, known by a module, a script or an applet. */
function describeInterpreter(call: Invocation, context: DescribeContext): CommandDescription | undefined {
  const lookup: Lookup = (inner) => describeNamed(inner, context);
  const { name } = call;
  if (name === 'node' || name === 'nodejs') return describeNode(call, lookup);
  if (PYTHON.test(name)) return describePython(call, lookup);
  if (RUBY.test(name)) return describeRuby(call, lookup);
  if (name === 'busybox' || name === 'toybox') return describeApplet(call);
  if (shellDialect(name) !== undefined) return describeShell(call, context);
  return undefined;
}

/** `busybox sh -c TEXT` and `busybox timeout -t 5 cmd`; other applets are wrapped words. */
function describeApplet(call: Invocation): CommandDescription | undefined {
  const applet = call.operands[call.at + 1]?.value;
  if (applet === undefined) return undefined;
  const inner = { ...call, name: applet, at: call.at + 1 };
  if (applet === 'timeout') return describeBusyboxTimeout(inner);
  const dialect = shellDialect(applet);
  return dialect === undefined ? undefined : describeShellAt(inner, 'sh');
}

function describeKnown(call: Invocation, context: DescribeContext): CommandDescription | undefined {
  const described = describersByName.get(call.name)?.(call, context);
  if (described !== undefined) return described;
  const row = rowsByName.get(call.name);
  return row === undefined ? undefined : describeByRow(row, call);
}

function describeRest(call: Invocation): CommandDescription {
  return quickSet.has(call.name) ? quickly(call.name, 'it is done in no time') : describePlain(call.name);
}
