import { existsSync } from 'node:fs';
import { examine } from '../flow/doctor.ts';
import { lastHeardIn, modifiedAt, newestBelow } from '../flow/doctor-evidence.ts';
import { registrationOf } from '../flow/install.ts';
import { hosts } from '../hosts/registry.ts';
import { nodeFiles } from '../system/files.ts';
import { hostFiles } from '../system/host-files.ts';
import { findSessionsFolder } from '../system/state-dir.ts';
import { formatCheckUp } from '../view/doctor-text.ts';
import { formatJsonLine } from '../view/json-text.ts';
import type { Command, CommandIo, FlagTable } from './command.ts';
import { parseFlags } from './flags.ts';
import { hookTarget } from './install-files.ts';

const flags = { json: { type: 'boolean' } } as const satisfies FlagTable;

const help = `usage: lifetime-watch doctor [<host> ...] [--json]

Checks that the hook works where it is installed: the settings of the agents, the version and path that they name, when
each was last heard of. Then it plants a canary for each: under a stand-in for the agent it starts a loop of three seconds
that nothing would end, which the installed hook must deny and a scan must find.

  <host>     only these: ${hosts.map(({ id }) => id).join(', ')}
  --json     {schema: 1, status: "ok"|"fail", checks: [{name, status: "ok"|"warn"|"fail", text, fix}]}

exit code: 0 all is well, 1 something is to be mended (the first thing is named), 2 usage error
`;

export const command: Command = { help, flags, run };

async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const given = parseFlags('doctor', argv, flags, { min: 0, max: hosts.length });
  for (const host of given.operands) registrationOf(host);
  const sessions = findSessionsFolder(io.env);
  const checks = await examine({
    hosts: given.operands,
    env: io.env,
    projectRoot: io.cwd,
    target: hookTarget(),
    files: hostFiles,
    exists: existsSync,
    newestBelow,
    modifiedAt,
    lastHeard: (host) => (sessions === null ? null : lastHeardIn(nodeFiles, sessions, host, Date.now())),
  });
  const failed = checks.some(({ status }) => status === 'fail');
  if (given.has('json')) io.out(formatJsonLine({ schema: 1, status: failed ? 'fail' : 'ok', checks }));
  else io.out(formatCheckUp(checks));
  return failed ? 1 : 0;
}
