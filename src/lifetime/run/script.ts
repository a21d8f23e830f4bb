/** Shell text that a command runs: `bash -c`, `eval`, `ssh host`, a here-document for a shell, a script file. */

import type { Dialect } from '../../shell/ast.ts';
import { recognizeShebang } from '../../shell/dialects/recognize.ts';
import type { Found } from '../findings/found.ts';
import type { CommandDescription } from '../programs/describe.ts';
import { collecting, lowerScene, report, type Scene, sceneWith } from '../scene.ts';
import { embeddedText, fileText, type SourceText } from '../source-text.ts';
import { assign, spendTime, withPath } from '../state/change.ts';
import { ioWith, pathWith, stateWith } from '../state/copy.ts';
import { lasting } from '../state/cost.ts';
import { eitherWay, type Flow, flowWith, joinFlows, mapFlow } from '../state/flow.ts';
import { EMPTY_PATH, NO_CHILDREN, NO_OPTIONS, type State } from '../state/state.ts';
import { adoptChildren } from '../state/subshell.ts';
import { isKnown, onlyAtom } from '../values/atoms.ts';
import { type Call, joinFields } from '../words/field.ts';
import { startSeconds } from '../words/names.ts';
import { processNamed } from '../words/process-substitution.ts';
import { neverEnds, readToEnd } from './beside.ts';
import { withEffect } from './effect.ts';
import { parametersOf } from './function-call.ts';
import { runOrdinary, runUnseen } from './ordinary.ts';
import { limitCall } from './program-findings.ts';
import { finishShell } from './shell-end.ts';

type Script = Extract<CommandDescription, { kind: 'script' }>;
type ScriptCall = { readonly call: Call; readonly description: Script };

/** Runs the text in a shell of its own, or in this one. */
export function runScript(scene: Scene, script: ScriptCall, state: State): Flow {
  const { call, description } = script;
  const { effect, name, reason, remedy } = description;
  return withEffect(
    scene,
    { call, effect, name, reason, remedy },
    {
      state,
      run: (inside, start) => {
        const source = sourceOf(inside, script, start);
        if (source === undefined) {
          const read = readScript(inside, script, start);
          return description.inCaller ? runUnseen(inside, read) : runOrdinary(inside, call, read);
        }
        if (description.inCaller) return runInCaller(inside, source, start);
        const given = description.source.kind === 'operand' || description.source.kind === 'text';
        return runInShell(inside, { source, call, argumentsFrom: description.argumentsFrom, given }, start);
      },
    },
  );
}

/** A text that never ends is never all read, by whichever shell: `source <(yes :)`, `tail -f x | sh`. */
function readScript(scene: Scene, { call, description }: ScriptCall, state: State): State {
  const { source } = description;
  const stdin = source.kind === 'stdin' || (source.kind === 'file' && DESCRIPTOR.test(pathOf(call, source.index)));
  const named = source.kind === 'file' ? processNamed(scene, pathOf(call, source.index)) : undefined;
  const stream = named ?? (stdin ? state.io.inputs.get('0') : undefined);
  if (stream === undefined || !neverEnds(stream)) return state;
  return spendTime(readToEnd(scene, stream, state), lasting({ kind: 'endless' }, true));
}

function pathOf({ fields }: Call, index: number): string {
  return fields[index]?.text ?? '';
}

/** A script file that is run by its name, if it can be read and is a shell's; else undefined. */
export function runScriptFile(scene: Scene, call: Call, state: State): Flow | undefined {
  const path = call.fields[0]?.text ?? '';
  const text = readFile(scene, path, state);
  const dialect = text === undefined ? undefined : (dialectOfFirstLine(text) ?? withoutFirstLine(scene, path, state));
  if (text === undefined || dialect === undefined) return undefined;
  return runInShell(scene, { source: fileText(text, dialect, path), call, argumentsFrom: 1, given: false }, state);
}

function sourceOf(scene: Scene, { call, description }: ScriptCall, state: State): SourceText | undefined {
  const { source, dialect } = description;
  if (dialect === 'other') return leaveAlone(scene, description);
  const language = source.kind === 'operand' && description.inCaller ? scene.source.dialect : dialect;
  if (source.kind === 'stdin') return inputText(scene, { call, dialect }, state);
  if (source.kind === 'file') {
    const path = pathOf(call, source.index);
    const text = readFile(scene, path, state);
    const own = description.inCaller ? scene.source.dialect : dialect;
    if (text === undefined) return undefined;
    return DESCRIPTOR.test(path) ? writtenHere(scene, { call, dialect: own }, text) : fileText(text, own, path);
  }
  if (source.kind === 'text') return embedded(scene, call, { text: source.text, dialect: language });
  const end = source.joined ? (source.end ?? call.fields.length) : source.index + 1;
  const fields = call.fields.slice(source.index, end);
  const text = joinFields(fields);
  const [first] = fields;
  const last = fields.at(-1);
  if (first === undefined || last === undefined) return embedded(scene, call, { text: '', dialect: language });
  if (onlyAtom(scene.world.atoms, text) !== undefined) return undefined;
  const span = { start: first.span.start, end: Math.max(first.span.end, last.span.end) };
  return embeddedText(scene.source, span, { text, dialect: language });
}

/** A shell with a language of its own: that its text was not looked at is said, where there is one. */
function leaveAlone({ world }: Scene, { name, source }: Script): undefined {
  if (source.kind !== 'stdin') world.problems.add(`\`${name}\` has a language of its own, which is left alone`);
}

function embedded(scene: Scene, call: Call, inner: { text: string; dialect: Dialect }): SourceText {
  return embeddedText(scene.source, call.span, inner);
}

function inputText(scene: Scene, { call, dialect }: Reading, state: State): SourceText | undefined {
  const text = remainingInput(state);
  if (text === undefined || onlyAtom(scene.world.atoms, text.trim()) !== undefined) return undefined;
  return writtenHere(scene, { call, dialect }, text);
}

type Reading = { readonly call: Call; readonly dialect: Dialect };

/** A text that stands somewhere in the command is located there. */
function writtenHere(scene: Scene, { call, dialect }: Reading, text: string): SourceText {
  const bare = text.trimEnd();
  const start = bare.length > 1 ? scene.source.text.indexOf(bare) : -1;
  if (start < 0) return embeddedText(scene.source, call.span, { text, dialect });
  return embeddedText(scene.source, { start: 0, end: scene.source.text.length }, { text: bare, dialect });
}

/** What is still to be read of a known standard input. */
function remainingInput({ io }: State): string | undefined {
  const input = io.inputs.get('0');
  const offset = input === undefined ? 0 : (io.offsets.get(input.id) ?? 0);
  return input?.text === undefined || offset < 0 ? undefined : input.text.slice(offset);
}

/** Descriptors have no file that a finding could lie in. */
const DESCRIPTOR = /^\/dev\/(fd\/\d+|stdin)$/;

function readFile(scene: Scene, path: string, state: State): string | undefined {
  if (DESCRIPTOR.test(path) && !state.io.files.has(path)) return remainingInput(state);
  const written = state.io.files.get(path) ?? state.io.files.get(path.replace(/^\.\//, ''));
  if (written !== undefined) return onlyAtom(scene.world.atoms, written.trim()) === undefined ? written : undefined;
  return path === '' || !isKnown(path) ? undefined : scene.world.ports.readScript?.(path);
}

/** A file that was written here and names no interpreter is run by the shell that starts it. */
function withoutFirstLine(scene: Scene, path: string, state: State): Dialect | undefined {
  const written = state.io.files.get(path) ?? state.io.files.get(path.replace(/^\.\//, ''));
  if (written === undefined || written.startsWith('#!')) return undefined;
  return scene.source.dialect === 'bash' ? 'bash' : 'sh';
}

function dialectOfFirstLine(text: string): Dialect | undefined {
  const shell = recognizeShebang(text);
  return shell?.kind === 'dialect' ? shell.dialect : undefined;
}

/** `eval` and `source`: assignments, functions and jumps reach the caller; `return` ends a sourced text. */
function runInCaller(scene: Scene, source: SourceText, state: State): Flow {
  const flow = scene.world.run.text(sceneWith(scene, { depth: scene.depth + 1, returns: true }), source, state);
  if (source.file === undefined) return flow;
  const returned = flow.jumps.filter((jump) => jump.kind === 'return').map((jump) => eitherWay(jump.state));
  return joinFlows([flowWith(flow, { jumps: flow.jumps.filter((jump) => jump.kind !== 'return') }), ...returned]);
}

type InShell = {
  readonly source: SourceText;
  readonly call: Call;
  readonly argumentsFrom: number | undefined;
  /** the text is an argument of the shell, which has therefore read all of it */
  readonly given: boolean;
};

function runInShell(scene: Scene, { source, call, argumentsFrom, given }: InShell, state: State): Flow {
  const shown = source.file === undefined ? scene.source.text.slice(call.span.start, call.span.end) : source.file;
  const becomes = given ? becomesItsCommand(scene, source) : 'no';
  if (becomes === 'no') scene.world.counters.shells += 1;
  const inside: Scene = sceneWith(becomes === 'only' ? scene : lowerScene(scene), {
    source,
    depth: scene.depth + 1,
    tested: false,
    loops: 0,
    outerLoop: false,
    returns: false,
    calls: [],
    exitTrap: false,
    trail: shown.length > 80 ? scene.trail : [...scene.trail, `\`${shown}\` runs this text in a shell of its own`],
  });
  const parameters = parametersOf(argumentsFrom === undefined ? [] : call.fields.slice(argumentsFrom));
  const name = given && argumentsFrom !== undefined ? call.fields[argumentsFrom - 1] : undefined;
  const fresh = stateWith(newShell(state, source.dialect), { parameters });
  // `sh -c '$0 "$@"' tail -f log`
  const named = name === undefined || name.unsure ? fresh : assign(fresh, '0', name.text);
  const started = startSeconds(inside, named);
  const { result: flow, found } = collecting(scene.world, () =>
    finishShell(inside, scene.world.run.text(inside, source, started)),
  );
  report(scene.world, source.file === undefined ? found : found.map((one) => withCall(scene, call, one)));
  const back = (end: State): State => comeBack(state, end);
  return flow.ok.length + flow.no.length === 0 ? flow : mapFlow(flow, back);
}

/** A file is not rewritten: the limit goes in front of the call that runs it. */
function withCall(scene: Scene, call: Call, found: Found): Found {
  return found.remedy.kind === 'limit-text' ? { ...found, remedy: limitCall(scene, call) } : found;
}

/** bash and zsh become the only command of their text, or the last of a list; dash stays and waits for it. */
function becomesItsCommand(scene: Scene, { text, dialect }: SourceText): 'only' | 'last' | 'no' {
  if (dialect === 'sh') return 'no';
  if (scene.world.counters.alone === 0 && scene.limit !== 'direct') return 'only';
  const { body } = scene.world.ports.parse(text, dialect);
  const command = body[0]?.command;
  if (body.length !== 1) return 'no';
  if (command?.kind === 'simple') return 'only';
  return command?.kind === 'and-or' && command.right.kind === 'simple' ? 'last' : 'no';
}

/** What a new shell has of the one that starts it: the environment, open files, ignored signals. */
function newShell(state: State, dialect: Dialect): State {
  const variables = new Map([...state.variables].filter(([, variable]) => variable.exported));
  const functions = new Map(
    dialect === 'bash' ? [...state.shell.functions].filter(([, called]) => called.exported) : [],
  );
  const traps = new Map([...state.shell.traps].filter(([, action]) => action === ''));
  return stateWith(
    withPath(state, pathWith(EMPTY_PATH, { opaque: state.path.opaque, consumed: state.path.consumed })),
    {
      variables,
      frame: null,
      shell: { functions, aliases: new Map(), traps, options: NO_OPTIONS },
      children: NO_CHILDREN,
      status: 'ok',
    },
  );
}

function comeBack(outer: State, inner: State): State {
  const { io, path } = inner;
  return stateWith(outer, {
    cost: inner.cost,
    clock: inner.clock,
    status: inner.status,
    io: ioWith(outer.io, { offsets: io.offsets, files: io.files, fifos: io.fifos, output: io.output }),
    path: pathWith(outer.path, {
      consumed: path.consumed,
      opaque: path.opaque,
      decision: path.decision ?? outer.path.decision,
    }),
    children: adoptChildren(outer.children, inner.children),
  });
}
