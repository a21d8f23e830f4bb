/** The surroundings in which a stretch of text is run, and the analysis as a whole. */
import type { Place, Role, Span } from '../policy/finding.ts';
import type { Command, Dialect, Script, Statement, Word } from '../shell/ast.ts';
import type { Found } from './findings/found.ts';
import type { Surveys } from './loops/assigned.ts';
import type { CommandDescription, DescribeContext, Operand } from './programs/describe.ts';
import type { SourceText } from './source-text.ts';
import type { Cost } from './state/cost.ts';
import type { Flow, States } from './state/flow.ts';
import type { State, Stream } from './state/state.ts';
import type { Atoms } from './values/atoms.ts';
import type { Call } from './words/field.ts';

/** What the analysis needs of others. */
export type Ports = {
  /** text -> tree; text that cannot be parsed is a status, never an exception */
  readonly parse: (text: string, dialect: Dialect) => Script;
  /** the text of a script file, or undefined when it cannot or must not be read */
  readonly readScript?: (path: string) => string | undefined;
  readonly describe: (operands: readonly Operand[], context: DescribeContext) => CommandDescription;
};

/** A process that the text starts and goes on without. */
export type Child = {
  readonly source: SourceText;
  readonly span: Span;
  readonly cost: Cost;
  readonly role: Role;
  readonly found: readonly Found[];
  /** it has left the shell's process group or session */
  readonly detached: boolean;
  /** it, or what it runs, has a process group of its own (setsid, timeout), so that `kill 0` misses it */
  readonly ownGroup: boolean;
  /** it keeps the standard output of the shell open, so that `$( )` around it waits for it */
  readonly holdsOutput: boolean;
  /** its process number is that of the program itself, so that a signal ends it and not only the shell around it */
  readonly direct: boolean;
  /** it stands at the other end of a pipe with a name, and is no job: bash waits for it only while it is the last */
  readonly beside: 'writer' | 'reader' | undefined;
  /** all of it was understood, so that its cost is what it takes */
  readonly understood: boolean;
  /** it was started by a shell under a limit that was over before it: makes that the finding */
  readonly outlives: ((found: Found) => Found) | undefined;
};

export type World = {
  readonly ports: Ports;
  readonly atoms: Atoms;
  readonly children: Child[];
  readonly childByKey: Map<string, number>;
  readonly longLived: readonly (readonly string[])[];
  /** those of them that the text runs */
  readonly expected: Set<string>;
  readonly problems: Set<string>;
  /** what the tables said, by the words */
  readonly descriptions: Map<string, CommandDescription>;
  /** which names the bodies of loops and functions change */
  readonly surveys: Surveys;
  /** commands that may still be followed, and characters of texts inside the text that may still be parsed */
  readonly budget: { steps: number; characters: number; exhausted: boolean };
  /** every input that was opened, by number */
  readonly streams: Map<number, Stream>;
  /** streams whose endless producer is part of a finding about their reader */
  readonly absorbed: Set<number>;
  /** streams of files that are written to while they are read */
  readonly growing: Set<number>;
  /** the names of files that were made so far and that are only known in part, in the order in which they were made */
  readonly made: string[];
  /** count up, but for `alone` */
  readonly counters: {
    streams: number;
    /** undecided questions about what a loop changes, of which no constraint tells */
    vague: number;
    /** waits of that kind */
    variantWaits: number;
    /** process groups */
    groups: number;
    /** shells inside that stay around what they run */
    shells: number;
    /** the limits around whose signal reaches their child alone */
    alone: number;
    /** shells inside that stay around what they run in a session of their own */
    apart: number;
  };
  /** signals for which a trap was set, in order; `ends`: the trap leaves the shell */
  readonly trapped: { readonly signal: string; readonly ends: boolean }[];
  /** where findings go at the moment */
  sink: Found[];
  readonly run: Interpreter;
};

/** The parts that call each other in a circle; everything else is called directly. */
export type Interpreter = {
  readonly statements: (scene: Scene, statements: readonly Statement[], states: States) => Flow;
  readonly command: (scene: Scene, command: Command, state: State) => Flow;
  readonly call: (scene: Scene, call: Call, state: State) => Flow;
  readonly text: (scene: Scene, source: SourceText, state: State) => Flow;
  readonly word: (scene: Scene, word: Word, state: State) => { readonly text: string; readonly state: State };
};

export type Scene = {
  readonly world: World;
  readonly source: SourceText;
  /** how deep scripts, functions and compound commands are nested */
  readonly depth: number;
  /** somebody looks at the status, so `set -e` does not apply */
  readonly tested: boolean;
  /** how many loops `break` can leave */
  readonly loops: number;
  /** in a pass of a loop, in whatever subshell of it */
  readonly passes: boolean;
  /** in a subshell of a loop, out of which `break` leads to the end of the subshell (not in bash) */
  readonly outerLoop: boolean;
  /** inside a function or a sourced text, where `return` means something */
  readonly returns: boolean;
  /** functions that are being called, innermost last, each with what it was called with */
  readonly calls: readonly { readonly name: string; readonly state: State }[];
  /** this cannot be reached: only what is reported on branches not taken counts */
  readonly dead: boolean;
  readonly place: Place;
  /** in an EXIT trap, which runs however the shell ends: what it kills is gone */
  readonly exitTrap: boolean;
  /** the innermost limit around: none, it runs this process itself, or some process above this one */
  readonly limit: 'none' | 'direct' | 'around';
  readonly trail: readonly string[];
};

/** Deeper nesting is not followed. */
export const DEEPEST = 160;

/** Takes one step of the budget; false when it is used up. */
export function spend(world: World): boolean {
  if (world.budget.steps <= 0) {
    world.budget.exhausted = true;
    return false;
  }
  world.budget.steps -= 1;
  return true;
}

/** Runs something and keeps what it finds apart. */
export function collecting<T>(world: World, act: () => T): { readonly result: T; readonly found: readonly Found[] } {
  const outer = world.sink;
  const found: Found[] = [];
  world.sink = found;
  const result = act();
  world.sink = outer;
  return { result, found };
}

/** Hands findings on. */
export function report(world: World, found: readonly Found[]): void {
  for (const one of found) world.sink.push(one);
}

/** The scene in other surroundings; all scenes come from this one literal, see `state/copy`. */
export function sceneWith(scene: Scene, parts: Partial<Scene>): Scene {
  const { world, source, depth, tested, loops, passes, outerLoop, returns, calls, dead, place, exitTrap } = scene;
  const { limit, trail } = scene;
  return Object.assign(
    { world, source, depth, tested, loops, passes, outerLoop, returns, calls, dead, place, exitTrap, limit, trail },
    parts,
  );
}

/** A shell of its own, as far as the text goes on in it: `break` does not get out. */
export function subshellScene(scene: Scene): Scene {
  const limit = scene.limit === 'direct' ? 'around' : scene.limit;
  return sceneWith(scene, { loops: 0, outerLoop: scene.outerLoop || scene.loops > 0, limit });
}

/** The number of an input that is opened now. */
export function nextStream({ world }: Scene): number {
  world.counters.streams += 1;
  return world.counters.streams;
}

/** In a process that some other one above it has started, which is all that a limit around may know. */
export function lowerScene(scene: Scene): Scene {
  return scene.limit === 'direct' ? sceneWith(scene, { limit: 'around' }) : scene;
}

export function testedScene(scene: Scene): Scene {
  return scene.tested ? scene : sceneWith(scene, { tested: true });
}

export function deadScene(scene: Scene): Scene {
  return scene.dead ? scene : sceneWith(scene, { dead: true });
}

export function deeperScene(scene: Scene): Scene {
  return sceneWith(scene, { depth: scene.depth + 1 });
}
