/** An ordinary program, or one that the tables know. */

import { waitForNamed } from '../builtins/children.ts';
import { killAll } from '../builtins/kill.ts';
import { attachedChildren } from '../builtins/named-children.ts';
import { makeNames } from '../conditions/named.ts';
import { record } from '../findings/record.ts';
import { NO_REMEDY } from '../remedies/remedy.ts';
import type { Scene } from '../scene.ts';
import { spendTime, withIo } from '../state/change.ts';
import { type Cost, costWith, isOpen, lasting, untilReaderGoes } from '../state/cost.ts';
import { eitherWay, type Flow } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import type { Call } from '../words/field.ts';
import { addOutput, printSomething } from '../words/output.ts';
import { printed } from '../words/printed.ts';
import { stopContainers } from './container-cleanup.ts';
import { leaveBehind } from './left-behind.ts';
import { askedOrNot } from './ordinary.ts';
import { endlessFinding, type Program, type ProgramCall, slowFinding } from './program-findings.ts';
import { readInputs, type Wait } from './program-input.ts';
import { runScriptFile } from './script.ts';

/** It takes its time and succeeds or not. */
export function runProgram(scene: Scene, program: ProgramCall, state: State): Flow {
  const { call, description } = program;
  if (description.maybeScript === true) {
    const script = runScriptFile(scene, call, state);
    if (script !== undefined) return script;
  }
  makeNames(scene, call.fields);
  reportProgram(scene, program, state);
  if (description.returnsAtOnce === true) return eitherWay(printSomething(scene, leaveBehind(scene, program, state)));
  const { state: reading, waits } = readInputs(scene, program, state);
  const output = printed(
    scene,
    call,
    stopContainers(
      scene,
      call,
      killingChildren(scene, call, withFifos(description, call, waitingFor(scene, call, reading))),
    ),
  );
  const after = spendTime(addOutput(scene, output.state, output.text), costOf(scene, description, waits));
  return askedOrNot(scene, call, after);
}

/** `mkfifo` makes files that end only when nobody writes to them any more. */
function withFifos(description: Program, call: Call, state: State): State {
  if (description.name !== 'mkfifo') return state;
  const names = call.fields.slice(1).map((field) => field.text);
  return withIo(state, { fifos: new Set([...state.io.fifos, ...names]) });
}

const BY_NUMBER = '--pid=';

/** `tail --pid=$! -f log` ends with the child. */
function waitingFor(scene: Scene, call: Call, state: State): State {
  const [name, ...words] = call.fields;
  if (name?.text.endsWith('tail') !== true) return state;
  const glued = words.filter(({ text }) => text.startsWith(BY_NUMBER));
  if (glued.length === 0) return state;
  const names = glued.map((word) => ({ ...word, text: word.text.slice(BY_NUMBER.length) }));
  return waitForNamed(scene, names, state);
}

/** `pkill -P $$` */
function killingChildren(scene: Scene, call: Call, state: State): State {
  const own = scene.world.atoms.index.get('fixed $');
  if (own === undefined || !call.fields.some((field) => field.text === own)) return state;
  const words = call.fields.map((field) => field.text);
  const kills = words[0]?.endsWith('pkill') === true && words[words.indexOf(own) - 1] === '-P';
  return kills ? killAll(scene, attachedChildren(scene, state), state) : state;
}

function reportProgram(scene: Scene, { call, description }: ProgramCall, state: State): void {
  const { patternKill, bound, stated } = description;
  if (patternKill?.broad === true) {
    record(scene, state, {
      kind: 'pattern-kill',
      rule: 'LW901',
      span: call.span,
      bound,
      role: 'ordinary',
      reason: patternKill.reason,
      remedy: { kind: 'spelled', text: description.remedy },
    });
  }
  if (description.returnsAtOnce === true) return;
  if (isOpen(bound.kind) && description.waitsForCi !== true) endlessFinding(scene, { call, description }, state);
  if (description.role === 'slow' && bound.kind !== 'within') slowFinding(scene, { call, description }, state);
  if (stated && bound.kind === 'within') {
    record(scene, state, {
      kind: 'long-bound',
      rule: 'LW601',
      span: call.span,
      bound,
      role: 'ordinary',
      reason: `it is bounded by ${bound.seconds} s`,
      remedy: NO_REMEDY,
    });
  }
}

/** Its own bound, and how long it has to wait for its input. */
function costOf(scene: Scene, description: Program, waits: Wait | undefined): Cost {
  const loose = description.role !== 'quick' && description.bound.kind !== 'within' && !isFilter(description);
  const asked = loose && scene.passes && (scene.tested || CLIENTS.has(description.name.split(' ')[0] ?? ''));
  const bound = description.waitsForCi === true && isOpen(description.bound.kind) ? FINITE : description.bound;
  const own: Cost = costWith(lasting(bound, loose && !asked), { probes: asked });
  if (description.endsWithReader === true && isOpen(own.kind)) return untilReaderGoes(own);
  return waits === undefined || isOpen(own.kind) ? own : costWith(own, waits);
}

const FINITE = { kind: 'finite' } as const;

/** Programs that a poll asks for their answer, whether it looks at their status or at what they print. */
const CLIENTS = new Set(
  `gh glab curl wget aws gcloud az oci doctl heroku fly flyctl kubectl oc helm argocd docker podman terraform psql mysql
  mysqladmin pg_isready redis-cli valkey-cli mongosh sqlite3 nc ncat dig nslookup host ping http https xh ssh git npm
  systemctl openssl rabbitmqctl grpcurl grpc_health_probe etcdctl consul vault nomad adb`.split(/\s+/),
);

/** A filter needs no limit beside that of what it reads. */
function isFilter({ filter, bound }: Program): boolean {
  return filter === true && !isOpen(bound.kind);
}
