/** Whatever ends the process, the terminal is given back first. */

export type Guarded = {
  /** restores the terminal; must be safe to call twice and without an event loop */
  restore(): void;
  /** ends the screen in order */
  finish(result: number | Error): void;
  /** the process was stopped by the shell and goes on */
  continued(): void;
};

const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;

/** Installs the handlers; returns how to remove them. */
export function guardTerminal({ restore, finish, continued }: Guarded): () => void {
  const signals = Object.entries(EXIT_CODES).map(([signal, code]) => {
    // After all listeners have run: Ink's own would end the process when it finds itself alone.
    const handler = () => setImmediate(finish, code);
    process.on(signal as keyof typeof EXIT_CODES, handler);
    return () => process.removeListener(signal, handler);
  });
  const crashed = (error: unknown) => {
    restore();
    finish(error instanceof Error ? error : new Error(String(error)));
  };
  // A closed terminal shows as an end or an error of its streams, sometimes before any signal.
  const closed = () => finish(EXIT_CODES.SIGHUP);
  process.on('exit', restore);
  process.on('uncaughtException', crashed);
  process.on('unhandledRejection', crashed);
  process.on('SIGCONT', continued);
  process.stdin.on('end', closed);
  process.stdin.on('error', closed);
  process.stdout.on('error', closed);
  const release = holdErrorOutput();
  return () => {
    for (const remove of signals) remove();
    process.removeListener('exit', restore);
    process.removeListener('uncaughtException', crashed);
    process.removeListener('unhandledRejection', crashed);
    process.removeListener('SIGCONT', continued);
    process.stdin.removeListener('end', closed);
    process.stdin.removeListener('error', closed);
    release();
  };
}

/** What is written to standard error meanwhile (a warning of Node's, say) would tear the screen: it is shown afterwards. */
function holdErrorOutput(): () => void {
  if (process.stderr.isTTY !== true) return () => {};
  const write = process.stderr.write;
  const held: string[] = [];
  process.stderr.write = (chunk: string | Uint8Array): boolean => {
    if (held.length < 100) held.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    return true;
  };
  return () => {
    process.stderr.write = write;
    for (const text of held) process.stderr.write(text);
  };
}
