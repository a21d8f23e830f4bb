/** The whole check-up: the machine, each host's hook, and a canary for each hook that can be run. */
import { KnownError } from '../errors.ts';
import { REGISTRATIONS } from '../hosts/registration.ts';
import { hosts } from '../hosts/registry.ts';
import type { EffectivePolicy } from '../policy/load-policy.ts';
import { prepareSessionsFolder } from '../system/state-dir.ts';
import { type Analyzer, openAnalyzer } from './analyzer.ts';
import { flyCanary } from './doctor-canary.ts';
import type { Check } from './doctor-check.ts';
import { doubtful, well, wrong } from './doctor-check.ts';
import { examineHost, type HostDoctor, type Installed } from './doctor-host.ts';
import { readPolicy } from './read-policy.ts';

export type DoctorRequest = HostDoctor & {
  /** only these; empty: all that have a hook installed */
  readonly hosts: readonly string[];
};

/** Every check in the order in which they should be mended. */
export async function examine(request: DoctorRequest): Promise<readonly Check[]> {
  const { env, projectRoot } = request;
  const policy = examinePolicy(env, projectRoot);
  const analyzer = await openAnalyzer({ oneShot: true });
  const wanted = request.hosts.length > 0 ? request.hosts : hosts.map(({ id }) => id);
  const reports = wanted.map((host) => ({ host, ...examineHost(host, request) }));
  const installed = reports.flatMap((report) => report.installed);
  const missing = request.hosts.length > 0 ? reports.filter((report) => report.installed.length === 0) : [];
  return [
    examineState(env),
    ...policy.checks,
    analyzer.problem === null
      ? well('grammar', 'loads')
      : wrong('grammar', analyzer.problem, 'install the package again'),
    ...reports.flatMap(({ checks }) => checks),
    ...missing.map(({ host }) => wrong(host, 'no hook is installed', `lifetime-watch install ${host}`)),
    ...(installed.length > 0 || missing.length > 0 ? [] : [nothingInstalled()]),
    ...(policy.effective === null ? [] : await flyCanaries(installed, request, { analyzer, policy: policy.effective })),
  ];
}

function nothingInstalled(): Check {
  return wrong('hooks', 'no agent has the hook', `lifetime-watch install <${Object.keys(REGISTRATIONS).join('|')}>`);
}

function examineState(env: HostDoctor['env']): Check {
  try {
    return well('state', prepareSessionsFolder(env));
  } catch (error) {
    if (error instanceof KnownError)
      return wrong('state', error.message, 'set LIFETIME_WATCH_STATE_DIR to a folder of yours');
    throw error;
  }
}

function examinePolicy(
  env: HostDoctor['env'],
  cwd: string,
): { readonly checks: readonly Check[]; readonly effective: EffectivePolicy | null } {
  try {
    const effective = readPolicy({ env, cwd });
    const mistakes = effective.problems.map((problem) => wrong('policy', problem, `correct ${problem}`));
    const ignored = effective.ignored.map((member) => doubtful('policy', `ignored in the project's file: ${member}`));
    return {
      effective,
      checks: mistakes.length + ignored.length === 0 ? [well('policy', 'in force')] : [...mistakes, ...ignored],
    };
  } catch (error) {
    if (error instanceof KnownError)
      return { effective: null, checks: [wrong('policy', error.message, `correct ${error.message}`)] };
    throw error;
  }
}

/** One for each host: two places of installation run the same hook. */
async function flyCanaries(
  installed: readonly Installed[],
  { env, target }: DoctorRequest,
  { analyzer, policy }: { readonly analyzer: Analyzer; readonly policy: EffectivePolicy },
): Promise<readonly Check[]> {
  if (analyzer.problem !== null) return [];
  const checks: Check[] = [];
  const flown = new Set<string>();
  for (const { host, file, command } of installed) {
    if (flown.has(host)) continue;
    flown.add(host);
    // An in-process plugin asks the very front that is asked here.
    const asked = { host, file, command: command ?? `${target.command} ${host}` };
    try {
      checks.push(...(await flyCanary(asked, { env, policy: policy.policy, analyzer })));
    } catch (error) {
      if (!(error instanceof KnownError)) throw error;
      checks.push(wrong(`canary ${host}`, error.message, 'lifetime-watch audit --verbose'));
    }
  }
  return checks;
}
