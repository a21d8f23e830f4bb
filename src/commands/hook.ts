import { KnownError } from '../errors.ts';
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

exit code: always 0, also for input that cannot be understood (it is recorded) and for a host that is none (said on
standard error): the host goes its way
`;

export const command: Command = {
  help,
  flags: {},
  async run(argv, io) {
    try {
      const { operands } = parseFlags('hook', argv, {}, { min: 1, max: 1, what: 'a host' });
      return await runHook(findHost(operands[0] ?? ''), io.env);
    } catch (error) {
      // A host takes 2 for a refusal; a hook that was set up wrongly must not block everything.
      if (!(error instanceof KnownError)) throw error;
      io.err(`lifetime-watch: ${error.message}\n`);
      return 0;
    }
  },
};
