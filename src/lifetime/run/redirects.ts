/** Opens what a command is redirected from and to, and puts everything back when it has ended. */

import type { Span } from '../../policy/finding.ts';
import type { Redirect } from '../../shell/ast.ts';
import { makeName } from '../conditions/named.ts';
import { nextStream, type Scene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { withIo } from '../state/change.ts';
import { stateWith } from '../state/copy.ts';
import { endings, type Flow, failing, flowWith, joinFlows, mapFlow, NOWHERE, succeeding } from '../state/flow.ts';
import type { Io, Output, State, Stream } from '../state/state.ts';
import { ANY_TEXT, isKnown, unknownText } from '../values/atoms.ts';
import type { Call } from '../words/field.ts';
import { printSomething } from '../words/output.ts';
import { openProcess } from '../words/process-substitution.ts';
import { settleBeside } from './beside.ts';
import { fileStream } from './file-stream.ts';
import { leaveProducers } from './left-behind.ts';
import { askedOrNot } from './ordinary.ts';

/** What has been opened so far. */
type Opened = {
  state: State;
  readonly streams: Stream[];
  /** the processes that write to them and end by themselves */
  readonly producers: Span[];
  file: { readonly path: string; readonly append: boolean } | undefined;
  /** what standard output was, with all that was printed there, before it went elsewhere */
  stdout: Output | undefined;
  /** the first redirect of a file that it may not be possible to open */
  risky: Redirect | undefined;
  /** it reads a file that is certainly not there */
  missing: boolean;
};

/** Runs a command with its redirects. */
export function withRedirects(
  scene: Scene,
  redirects: readonly Redirect[],
  {
    state,
    run,
    leavesInput = false,
  }: { readonly state: State; readonly run: (state: State) => Flow; readonly leavesInput?: boolean },
): Flow {
  if (redirects.length === 0) return run(state);
  const opened = openRedirects(scene, redirects, state);
  if (opened.missing) return failing(state);
  const flow = leavesInput
    ? mapFlow(run(opened.state), (end) => leaveProducers(scene, opened.producers, end))
    : run(opened.state);
  const closed = mapFlow(flow, (after) =>
    close(scene, { before: state, after: settleRead(scene, opened, after), opened }),
  );
  return orNotOpened(scene, opened.risky, { state, flow: closed });
}

/** Opens the redirects for good, as `exec` without a command does. */
export function openForGood(scene: Scene, redirects: readonly Redirect[], state: State): Flow {
  const opened = openRedirects(scene, redirects, state);
  const after = leaveProducers(scene, opened.producers, opened.state);
  return orNotOpened(scene, opened.risky, { state, flow: succeeding(after) });
}

const CONNECTION = /\/dev\/(?:tcp|udp)\//;

/**
 * A command whose file cannot be opened is not run and fails: `until (echo > /dev/tcp/db/5432); do ...`. It matters where
 * the command alone cannot fail and somebody asks; a connection fails so often that nobody may rely on it.
 */
function orNotOpened(
  scene: Scene,
  risky: Redirect | undefined,
  { state, flow }: { readonly state: State; readonly flow: Flow },
): Flow {
  if (risky === undefined || flow.no.length > 0 || flow.ok.length === 0) return flow;
  if (scene.tested) {
    const asked: Call = { fields: [], span: risky.span, finds: 'everything' };
    const ok = flow.ok.flatMap((one) => askedOrNot(scene, asked, one).ok);
    return joinFlows([flowWith(flow, { ok }), flowWith(NOWHERE, { no: askedOrNot(scene, asked, state).no })]);
  }
  if (!CONNECTION.test(textAt(scene.source, risky.target.span))) return flow;
  const either = endings(flow).map((one): State => stateWith(one, { status: 'either' }));
  return { ok: either, no: either, jumps: flow.jumps };
}

function openRedirects(scene: Scene, redirects: readonly Redirect[], state: State): Opened {
  const opened: Opened = {
    state,
    streams: [],
    producers: [],
    file: undefined,
    stdout: undefined,
    risky: undefined,
    missing: false,
  };
  for (const redirect of redirects) {
    const number = (redirect.operator === '<' || redirect.operator === '>') && isNumber(scene, redirect, opened.state);
    if (number && redirect.operator === '<') opened.missing = true;
    if (opened.risky === undefined && !number && isRisky(scene, redirect)) opened.risky = redirect;
    openRedirect(scene, redirect, opened);
  }
  return opened;
}

const ALWAYS_THERE = /^["']?\/dev\/(?:null|zero|full|u?random|std(?:in|out|err)|fd\/)/;

/** `[ $n < 5 ]` and `[ $n > $MAX ]` were meant as comparisons: nobody calls a file by a bare number. */
function isNumber(scene: Scene, { target }: Redirect, state: State): boolean {
  const text = textAt(scene.source, target.span).replace(/^"(.*)"$/, '$1');
  const name = /^\$\{?(\w+)\}?$/.exec(text)?.[1];
  const value = name === undefined ? text : state.variables.get(name)?.text;
  return value !== undefined && /^\d+$/.test(value);
}

/** A device is there, a descriptor is open; of a file nobody knows. */
function isRisky(scene: Scene, { operator, target }: Redirect): boolean {
  if (operator.startsWith('<<') || operator === '<&' || target.parts[0]?.kind === 'process-substitution') return false;
  const text = textAt(scene.source, target.span);
  return !ALWAYS_THERE.test(text) && !(operator === '>&' && /^(?:\d+-?|-|\$.*)$/.test(text));
}

function openRedirect(scene: Scene, redirect: Redirect, opened: Opened): void {
  switch (redirect.operator) {
    case '<':
    case '<>':
    case '<<<':
    case '<<':
    case '<<-':
    case '<&':
      openInput(scene, redirect, opened);
      return;
    default:
      openOutput(scene, redirect, opened);
  }
}

function openInput(scene: Scene, redirect: Redirect, opened: Opened): void {
  const { stream, state } = readStream(scene, redirect, opened.state);
  const descriptor = redirect.descriptor ?? '0';
  const inputs = new Map(state.io.inputs);
  if (stream === undefined) inputs.delete(descriptor);
  else {
    inputs.set(descriptor, stream);
    scene.world.streams.set(stream.id, stream);
    opened.streams.push(stream);
    const [part] = redirect.target.parts;
    if (part?.kind === 'process-substitution' && stream.supply === 'finite') opened.producers.push(part.span);
  }
  opened.state = withIo(state, { inputs });
}

function readStream(scene: Scene, redirect: Redirect, state: State): { stream: Stream | undefined; state: State } {
  const [part] = redirect.target.parts;
  if (part?.kind === 'process-substitution') return openProcess(scene, part, state);
  const { text, state: after } = scene.world.run.word(scene, redirect.target, state);
  const label = textAt(scene.source, redirect.target.span);
  if (redirect.operator === '<&') return { stream: duplicate(scene, { text, label }, after), state: after };
  const number = nextStream(scene);
  if (redirect.operator === '<' || redirect.operator === '<>') {
    return { stream: fileStream({ text, label, id: number, writes: redirect.operator === '<>' }, after), state: after };
  }
  const content = redirect.operator === '<<<' ? `${text}\n` : text;
  const stream: Stream = { id: number, supply: 'finite', text: content, label, path: undefined, found: [] };
  return { stream, state: after };
}

/** `<&3`, `<&-`; a descriptor that is only known at run time may be anything. */
function duplicate(
  scene: Scene,
  { text, label }: { readonly text: string; readonly label: string },
  state: State,
): Stream | undefined {
  if (text === '-') return undefined;
  const known = state.io.inputs.get(text);
  if (known !== undefined || /^\d+$/.test(text)) return known;
  return { id: nextStream(scene), supply: 'unknown', text: undefined, label, path: undefined, found: [] };
}

function openOutput(scene: Scene, redirect: Redirect, opened: Opened): void {
  const [part] = redirect.target.parts;
  if (part?.kind === 'process-substitution') {
    opened.state = openProcess(scene, part, opened.state).state;
    return;
  }
  const { text, state } = scene.world.run.word(scene, redirect.target, opened.state);
  opened.state = state;
  makeName(scene, text);
  const { operator } = redirect;
  const descriptor = redirect.descriptor ?? '1';
  if (operator === '>&' && /^(\d+|-)$/.test(text)) {
    if (descriptor === '1' && text !== '1') sendOutput(opened, { kind: 'discarded' });
    // what is written to that descriptor from now on joins what is written here
    if (descriptor !== '1' && text === '1') opened.state = printSomething(scene, opened.state);
    return;
  }
  if (OWN_OUTPUT.test(text)) {
    if (descriptor !== '1') opened.state = printSomething(scene, opened.state);
    return;
  }
  // it is told only at run time which descriptor that is, and it may be this one
  if (operator === '>&' && !isKnown(text)) opened.state = printSomething(scene, opened.state);
  const append = operator === '>>' || operator === '&>>';
  if (append && isKnown(text)) growReader(scene, text, state);
  if (descriptor !== '1' && operator !== '&>' && operator !== '&>>' && operator !== '>&') return;
  // errors are written there as well, whatever they are
  const first = operator === '>&' || operator.startsWith('&') ? ANY_TEXT : '';
  const output: Output = text === '/dev/null' ? { kind: 'discarded' } : { kind: 'file', text: first };
  opened.file = text !== '' && output.kind === 'file' ? { path: text, append } : undefined;
  sendOutput(opened, output);
}

/** Standard output by its name. */
const OWN_OUTPUT = /^\/dev\/stdout$|^(?:\/dev|\/proc\/self)\/fd\/1$/;

function sendOutput(opened: Opened, output: Output): void {
  opened.stdout ??= opened.state.io.output;
  opened.state = withIo(opened.state, { output });
}

/** A file that grows while it is read has no end. */
function growReader(scene: Scene, path: string, state: State): void {
  for (const stream of state.io.inputs.values()) if (stream.path === path) scene.world.growing.add(stream.id);
}

/** A loop that reads to the end has waited for what writes there. */
function settleRead(scene: Scene, { streams }: Opened, state: State): State {
  return streams.reduce((after, one) => (scene.world.absorbed.has(one.id) ? settleBeside(one, after) : after), state);
}

function close(scene: Scene, { before, after, opened }: { before: State; after: State; opened: Opened }): State {
  const { inputs } = before.io;
  const files = writtenFiles(scene, after.io, opened.file);
  const output = opened.stdout ?? after.io.output;
  const { offsets, fifos } = after.io;
  const same = output === before.io.output && files === before.io.files;
  if (same && offsets === before.io.offsets && fifos === before.io.fifos) return stateWith(after, { io: before.io });
  return withIo(after, { inputs, output, files });
}

function writtenFiles(scene: Scene, io: Io, file: Opened['file']): Io['files'] {
  if (file === undefined || io.output.kind !== 'file') return io.files;
  const before = file.append ? (io.files.get(file.path) ?? unknownText(scene.world.atoms, true)) : '';
  const text = before + io.output.text;
  if (io.files.get(file.path) === text || text.length > 100_000) return io.files;
  return new Map(io.files).set(file.path, text);
}
