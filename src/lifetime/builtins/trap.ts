/** `trap action SIGNAL...` */
import { goesOnAfter } from '../findings/record.ts';
import { assignedNames } from '../loops/assigned.ts';
import { makeWild, withShell } from '../state/change.ts';
import { succeeding } from '../state/flow.ts';
import type { Builtin } from './builtin.ts';

const NUMBERS: Readonly<Record<string, string>> = {
  '0': 'EXIT',
  '1': 'HUP',
  '2': 'INT',
  '3': 'QUIT',
  '9': 'KILL',
  '15': 'TERM',
};

/** Traps of bash and zsh that run between commands. */
const ALL_THE_TIME = new Set(['DEBUG', 'ERR', 'ZERR', 'RETURN']);

/** Sets, or with `-` takes back, what the signals do. */
export const TRAP: Builtin = {
  run: (scene, call, state) => {
    const words = call.fields.slice(call.fields[1]?.text === '--' ? 2 : 1).map((field) => field.text);
    const [action, ...signals] = words;
    if (action === undefined || signals.length === 0) return succeeding(state);
    const traps = new Map(state.shell.traps);
    for (const signal of signals) {
      const name = NUMBERS[signal] ?? signal.toUpperCase().replace(/^SIG/, '');
      if (action === '-') traps.delete(name);
      else {
        traps.set(name, action);
        if (name !== 'EXIT') scene.world.trapped.push({ signal: name, ends: !goesOnAfter(scene, action, state) });
      }
    }
    const after = withShell(state, { traps });
    if (action === '-' || !signals.some((signal) => ALL_THE_TIME.has(signal))) return succeeding(after);
    // what it assigns, it assigns at any time
    const script = scene.world.ports.parse(action, scene.source.dialect);
    const names = assignedNames(scene.world.surveys, [script.body], state.shell.functions);
    return succeeding(makeWild(after, [...names]));
  },
};
