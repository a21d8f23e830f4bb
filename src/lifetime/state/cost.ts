/** How long a stretch of shell text takes. */
import type { Bound } from '../../policy/finding.ts';

export type Cost = {
  /** the bound's kind; `seconds` counts only for `within` */
  readonly kind: Bound['kind'];
  /** at most, as far as it is stated or slept */
  readonly seconds: number;
  /** at least */
  readonly least: number;
  /** what fixed sleeps add up to, at most */
  readonly slept: number;
  /** a program runs in it that nothing bounds: what the host's background flag asks for is missing */
  readonly loose: boolean;
  /** such a program, but one that a loop only asks for its status */
  readonly probes: boolean;
  /** where it is open, it stays so also when nobody reads what it prints */
  readonly stubborn: boolean;
};

const ORDER = { within: 0, finite: 1, conditional: 2, endless: 3 } as const satisfies Record<Bound['kind'], number>;

export const NO_COST: Cost = {
  kind: 'within',
  seconds: 0,
  least: 0,
  slept: 0,
  loose: false,
  probes: false,
  stubborn: false,
};

/** A fixed wait. */
export function sleeping(seconds: number): Cost {
  return { kind: 'within', seconds, least: seconds, slept: seconds, loose: false, probes: false, stubborn: false };
}

/** What a program takes: nothing for certain, its bound at most. */
export function lasting(bound: Bound, loose: boolean): Cost {
  const seconds = bound.kind === 'within' ? bound.seconds : 0;
  return { kind: bound.kind, seconds, least: 0, slept: 0, loose, probes: false, stubborn: isOpen(bound.kind) };
}

/** The cost with other parts, laid out like all costs, see `state/copy`. */
export function costWith(cost: Cost, parts: Partial<Cost>): Cost {
  const { kind, seconds, least, slept, loose, probes, stubborn } = cost;
  return Object.assign({ kind, seconds, least, slept, loose, probes, stubborn }, parts);
}

/** It ends as soon as nobody reads what it prints. */
export function untilReaderGoes(cost: Cost): Cost {
  return costWith(cost, { stubborn: false });
}

/** What a reader of its output can expect: it ends, it keeps coming, or it may stay silent for ever. */
export function supplyOf(cost: Cost): 'finite' | 'chatty' | 'quiet' {
  if (!isOpen(cost.kind)) return 'finite';
  return cost.stubborn ? 'quiet' : 'chatty';
}

/** One after the other. */
export function addCost(first: Cost, second: Cost): Cost {
  if (second === NO_COST) return first;
  if (first === NO_COST) return second;
  return {
    kind: looser(first.kind, second.kind),
    seconds: first.seconds + second.seconds,
    least: first.least + second.least,
    slept: first.slept + second.slept,
    loose: first.loose || second.loose,
    probes: first.probes || second.probes,
    stubborn: first.stubborn || second.stubborn,
  };
}

/** One or the other: where only one of them has no end, it depends on what decides between them. */
export function eitherCost(first: Cost, second: Cost): Cost {
  if (first === second) return first;
  const kind = looser(first.kind, second.kind);
  return {
    kind: kind === 'endless' && first.kind !== second.kind ? 'conditional' : kind,
    seconds: Math.max(first.seconds, second.seconds),
    least: Math.min(first.least, second.least),
    slept: Math.max(first.slept, second.slept),
    loose: first.loose || second.loose,
    probes: first.probes || second.probes,
    stubborn: first.stubborn || second.stubborn,
  };
}

/** Both at the same time, until the last has ended. */
export function bothCost(first: Cost, second: Cost): Cost {
  const either = eitherCost(first, second);
  return costWith(either, { kind: looser(first.kind, second.kind), least: Math.max(first.least, second.least) });
}

/** The longest of several ways; no way at all takes no time. */
export function anyCost(costs: readonly Cost[]): Cost {
  const [first = NO_COST, ...others] = costs;
  return others.reduce(eitherCost, first);
}

/** So many times the same, at most; how often at least is not known. */
export function timesCost(cost: Cost, times: number): Cost {
  return costWith(cost, { seconds: multiply(cost.seconds, times), least: 0, slept: multiply(cost.slept, times) });
}

/** Cut by a limit that binds. */
export function limitCost(cost: Cost, seconds: number): Cost {
  const most = cost.kind === 'within' ? Math.min(cost.seconds, seconds) : seconds;
  const slept = Math.min(cost.slept, seconds);
  return {
    kind: 'within',
    seconds: most,
    least: Math.min(cost.least, seconds),
    slept,
    loose: false,
    probes: false,
    stubborn: false,
  };
}

/** Cut by a limit that binds at a time that is only known at run time. */
export function limitCostSomehow(cost: Cost): Cost {
  const kind = cost.kind === 'within' ? 'within' : 'finite';
  return costWith(cost, { kind, least: 0, loose: false, probes: false, stubborn: false });
}

/** The cost as the bound that findings carry. */
export function boundOf(cost: Cost): Bound {
  return cost.kind === 'within' ? { kind: 'within', seconds: cost.seconds } : { kind: cost.kind };
}

/** The looser of two kinds. */
export function looser(first: Bound['kind'], second: Bound['kind']): Bound['kind'] {
  return ORDER[first] >= ORDER[second] ? first : second;
}

/** Whether nothing but something outside, or nothing at all, ends it. */
export function isOpen(kind: Bound['kind']): boolean {
  return ORDER[kind] >= ORDER.conditional;
}

function multiply(value: number, times: number): number {
  return value === 0 ? 0 : value * times;
}
