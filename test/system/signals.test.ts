/** Proves that the port to kill(2) never takes a number that means a group, everybody, or the system. */
import { afterEach, describe, expect, it } from 'vitest';
import { systemSignals } from '../../src/system/signals.ts';

const real = process.kill;
afterEach(() => {
  process.kill = real;
});

/** What would have been handed to the system. */
function sentFor(pid: number, answer: () => true = () => true) {
  const sent: unknown[] = [];
  process.kill = (target, signal) => {
    sent.push([target, signal]);
    return answer();
  };
  return { result: systemSignals().send(pid, 'SIGTERM'), sent };
}

describe('systemSignals', () => {
  it.each([0, 1, -1, -4711, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])('refuses %d', (pid) => {
    expect(sentFor(pid)).toEqual({ result: 'failed', sent: [] });
  });

  it('signals one process', () => {
    expect(sentFor(4711)).toEqual({ result: 'sent', sent: [[4711, 'SIGTERM']] });
  });

  it.each([
    ['ESRCH', 'gone'],
    ['EPERM', 'denied'],
    ['EINVAL', 'failed'],
  ])('says what %s means', (code, result) => {
    const failing = (): never => {
      throw Object.assign(new Error(code), { code });
    };
    expect(sentFor(4711, failing).result).toBe(result);
  });
});
