import { runHook } from '../flow/run-hook.ts';
import { findHost, hosts } from '../hosts/registry.ts';
import type { Command } from './command.ts';
import { parseFlags } from './flags.ts';

const help = `usage: lifetime-watch hook <host> < payload

What a coding agent runs before its own commands: reads one event on standard input as the host sends it and answers in the
host's own words, or with nothing. Installed by 'lifetime-watch install <host>', which names a faster way to the same answers.

  <host>        one of ${hosts.map(({ id }) => id).join(', ')}

environment, as it was when the agent was launched:
  LIFETIME_WATCH_ACK=1      let every command pass, on the record
  LIFETIME_WATCH_AGENTS=N   at most so many subagents at work
  LIFETIME_WATCH_TRACE=1    print where the time goes, on standard error

exit code: 0, also for input that cannot be understood: it is recorded, and the host goes its way
`;

export const command: Command = {
  help,
  flags: {},
  async run(argv, io) {
    const { operands } = parseFlags('hook', argv, {}, { min: 1, max: 1 });
    return runHook(findHost(operands[0] ?? ''), io.env);
  },
};
