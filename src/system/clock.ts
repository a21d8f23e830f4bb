import { setTimeout as delay } from 'node:timers/promises';

export type Clock = {
  /** milliseconds since the epoch; may step, so it is only for people and for a grant's end */
  wallMs(): number;
  /** seconds; never steps; only differences mean anything */
  monotonic(): number;
  sleep(milliseconds: number): Promise<void>;
};

/** The machine's clocks. */
export function systemClock(): Clock {
  return {
    wallMs: () => Date.now(),
    monotonic: () => performance.now() / 1000,
    sleep: async (milliseconds) => {
      await delay(milliseconds);
    },
  };
}
