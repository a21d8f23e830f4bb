import type { HostTraits } from './recognise-agent.ts';

/** The values of marker variables in one process's environment. */
export type MarkerValues = Readonly<Record<string, string>>;

/** What one host's markers in one environment say. */
export type Claim = {
  readonly host: string;
  readonly variable: string;
  /** the host's own session id */
  readonly id: string | null;
  /** the agent's, in the pid namespace that it runs in */
  readonly pid: number | null;
  /** where that stands */
  readonly pidVariable: string | null;
};

/** What the markers of a host say in an environment; null: there are none. */
export function claimOf(values: MarkerValues, host: HostTraits): Claim | null {
  const present = host.markers.filter(({ variable }) => (values[variable] ?? '') !== '');
  const strongest =
    present.find(({ carries }) => carries === 'session') ??
    present.find(({ carries }) => carries === 'pid') ??
    present.find(({ carries }) => carries === 'presence');
  if (strongest === undefined) return null;
  const variableThat = (carries: 'session' | 'pid'): string | null =>
    present.find((row) => row.carries === carries)?.variable ?? null;
  const [idVariable, pidVariable] = [variableThat('session'), variableThat('pid')];
  const pid = pidVariable === null ? Number.NaN : Number(values[pidVariable]);
  return {
    host: host.id,
    variable: strongest.variable,
    id: idVariable === null ? null : (values[idVariable] ?? null),
    pid: Number.isSafeInteger(pid) && pid >= 1 ? pid : null,
    pidVariable,
  };
}
