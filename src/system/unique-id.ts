let count = 0;

/**
 * An id that no other entry on this machine has: the process, the time in nanoseconds, a counter and chance. Not a secret;
 * `node:crypto` would make one, and costs a hook as much as judging its command.
 */
export function uniqueId(): string {
  count += 1;
  const parts = [process.pid, Number(process.hrtime.bigint() % 2n ** 52n), count, Math.trunc(Math.random() * 2 ** 40)];
  return `${Date.now().toString(36)}-${parts.map((part) => part.toString(36)).join('-')}`;
}
