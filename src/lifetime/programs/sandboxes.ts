/** bwrap and concurrently: what they run stands where no row of a table can point to. */
import type { Describer } from './call.ts';
import { quickly, wrapping } from './call.ts';
import { describePlain } from './read-row.ts';

/** How many values each option of bwrap(1) takes; those not named take none. */
const BWRAP_VALUES: Readonly<Record<string, number>> = {
  ...arity(
    2,
    'bind bind-try dev-bind dev-bind-try ro-bind ro-bind-try bind-fd ro-bind-fd overlay-src setenv symlink file bind-data ro-bind-data chmod',
  ),
  ...arity(
    1,
    'args argv0 userns userns2 pidns uid gid hostname chdir unsetenv lock-file sync-fd remount-ro exec-label file-label proc dev tmpfs mqueue dir seccomp add-seccomp-fd block-fd userns-block-fd info-fd json-status-fd cap-add cap-drop perms size overlay tmp-overlay ro-overlay level-prefix',
  ),
};

function arity(count: number, names: string): Record<string, number> {
  return Object.fromEntries(names.split(' ').map((name) => [name, count]));
}

/** `bwrap --ro-bind / / --dev /dev -- cmd`. */
export const describeBwrap: Describer = (call) => {
  let index = call.at + 1;
  while (index < call.operands.length) {
    const word = call.operands[index]?.value;
    if (word === undefined || !word.startsWith('--')) break;
    index++;
    if (word === '--') break;
    if (word === '--help' || word === '--version') return quickly(call.name, 'it prints its help');
    index += BWRAP_VALUES[word.slice(2)] ?? 0;
  }
  return wrapping(call, index, { elsewhere: true, externalOnly: true });
};

/** The first that ends ends the others. */
const KILLS_OTHERS = /^(?:-\w*k|--kill-others)$/;

/** `concurrently "npm:dev" "tsc -w"`: each word is shell text, all of them run at once, and it waits for them. */
export const describeConcurrently: Describer = (call) => {
  const texts: string[] = [];
  for (let index = call.at + 1; index < call.operands.length; index++) {
    const word = call.operands[index]?.value;
    if (word === undefined) return describePlain(call.name);
    if (CONCURRENTLY_VALUES.has(word)) index++;
    else if (!word.startsWith('-')) texts.push(word.replace(/^(npm|yarn|pnpm|bun):/, '$1 run '));
  }
  if (texts.length === 0) return quickly(call.name, 'it is given nothing to run');
  const first = call.operands.some(({ value }) => value !== undefined && KILLS_OTHERS.test(value));
  const text = first
    ? `trap 'kill 0' EXIT; ${texts.map((one) => `( ${one}\n) &`).join(' ')} wait -n`
    : texts.map((one) => `( ${one}\n)`).join('; ');
  return {
    kind: 'script',
    name: call.name,
    dialect: first ? 'bash' : 'sh',
    source: { kind: 'text', text },
    inCaller: false,
    effect: {},
  };
};
const CONCURRENTLY_VALUES = new Set(
  '-n --names -c --prefix-colors -p --prefix -l --prefix-length -m --max-processes -s --success --name-separator -t --timestamp-format --restart-tries --restart-after --default-input-target --hide --kill-signal --kill-timeout --cwd'.split(
    ' ',
  ),
);
