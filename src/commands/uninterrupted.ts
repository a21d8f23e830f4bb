/** Work that a signal must not cut off. */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Lets the work come to its end whatever signal comes meanwhile: half a reaping would leave processes frozen. The signal
 * counts afterwards.
 */
export async function uninterrupted<T>(work: () => Promise<T>): Promise<T> {
  let first: NodeJS.Signals | null = null;
  const hold = (signal: NodeJS.Signals): void => {
    first ??= signal;
  };
  for (const signal of SIGNALS) process.on(signal, hold);
  try {
    return await work();
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, hold);
    const signal = first;
    // Not before what was done is reported.
    if (signal !== null) setImmediate(() => process.kill(process.pid, signal));
  }
}
