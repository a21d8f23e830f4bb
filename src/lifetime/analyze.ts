/** How long can a command, or the script of a running process, stay alive? */

import type { Analysis } from '../policy/finding.ts';
import type { Dialect } from '../shell/ast.ts';
import { assemble } from './findings/assemble.ts';
import { runCall } from './run/call.ts';
import { runCommand } from './run/command.ts';
import { finishShell } from './run/shell-end.ts';
import { runStatements } from './run/statements.ts';
import type { Interpreter, Ports, Scene, World } from './scene.ts';
import { sceneWith } from './scene.ts';
import { commandText } from './source-text.ts';
import { opaque } from './state/change.ts';
import { eitherWay } from './state/flow.ts';
import { initialState } from './state/state.ts';
import { cleanSource, createAtoms } from './values/atoms.ts';
import { expandToText } from './words/expand.ts';
import { startSeconds } from './words/names.ts';
import { printSomething } from './words/output.ts';

export type { Ports } from './scene.ts';

export type Request = {
  readonly text: string;
  readonly shell: Dialect;
  /** the host was asked to run the command in its background */
  readonly background: boolean;
  /** commands that may live long, each as its words */
  readonly longLived?: readonly string[];
};

/** So many commands are followed, repeated ones counted each time. */
const MOST_STEPS = 12_000;

/** So much text inside the text is parsed, however often it is made. */
const MOST_CHARACTERS = 400_000;

const INTERPRETER: Interpreter = {
  statements: runStatements,
  command: runCommand,
  call: runCall,
  word: expandToText,
  text: (scene, source, state) => {
    const { budget } = scene.world;
    budget.characters -= source.text.length;
    if (budget.characters < 0) {
      budget.exhausted = true;
      return eitherWay(opaque(state));
    }
    const script = scene.world.ports.parse(source.text, source.dialect);
    for (const problem of script.problems) scene.world.problems.add(problem);
    if (script.status === 'unavailable') return eitherWay(opaque(printSomething(scene, state)));
    return runStatements(sceneWith(scene, { source }), script.body, [state]);
  },
};

/** Analyses a command line before it runs. Never throws; what is not understood is in `status` and `problems`. */
export function analyzeCommand(request: Request, ports: Ports): Analysis {
  return analyze(request, ports, 'foreground');
}

/** Analyses the text that a running process was given; every finding is about that process. */
export function analyzeProcessScript(request: Omit<Request, 'background'>, ports: Ports): Analysis {
  return analyze({ ...request, background: false }, ports, 'process');
}

function analyze(request: Request, ports: Ports, place: 'foreground' | 'process'): Analysis {
  const text = cleanSource(request.text);
  const world = createWorld(request, ports);
  const script = ports.parse(text, request.shell);
  for (const problem of script.problems) world.problems.add(problem);
  if (script.status === 'unavailable') {
    return {
      status: 'unavailable',
      problems: [...world.problems],
      call: { kind: 'finite' },
      leftovers: [],
      findings: [],
    };
  }
  const scene: Scene = {
    world,
    source: commandText(text, request.shell),
    depth: 0,
    tested: false,
    loops: 0,
    passes: false,
    outerLoop: false,
    returns: false,
    calls: [],
    dead: false,
    place: request.background ? 'host-background' : place,
    exitTrap: false,
    limit: 'none',
    trail: [],
  };
  const state = startSeconds(scene, initialState());
  const flow = finishShell(scene, runStatements(scene, script.body, [state]));
  return assemble(scene, flow, {
    background: request.background,
    partial: script.status === 'partial',
  });
}

function createWorld(request: Request, ports: Ports): World {
  return {
    ports,
    atoms: createAtoms(),
    children: [],
    childByKey: new Map(),
    longLived: (request.longLived ?? []).map((text) => text.trim().split(/\s+/)),
    expected: new Set(),
    problems: new Set(),
    descriptions: new Map(),
    surveys: new Map(),
    budget: { steps: MOST_STEPS, characters: MOST_CHARACTERS, exhausted: false },
    streams: new Map(),
    absorbed: new Set(),
    growing: new Set(),
    made: [],
    counters: { streams: 0, vague: 0, variantWaits: 0, groups: 0, shells: 0, alone: 0, apart: 0 },
    trapped: [],
    sink: [],
    run: INTERPRETER,
  };
}
