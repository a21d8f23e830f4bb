export type SignalName = 'SIGSTOP' | 'SIGCONT' | 'SIGTERM' | 'SIGKILL';

/** `gone`: no such process. `denied`: it lives and is not ours to signal. */
export type SignalResult = 'sent' | 'gone' | 'denied' | 'failed';

export type Signals = { send(pid: number, signal: SignalName): SignalResult };

/**
 * kill(2) through `process.kill`, one process at a time. Never a `kill` program, and never 0, 1 or a negative number:
 * those mean a group, everything, or init.
 */
export function systemSignals(): Signals {
  return {
    send(pid, signal) {
      if (!Number.isSafeInteger(pid) || pid <= 1) return 'failed';
      try {
        process.kill(pid, signal);
        return 'sent';
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code;
        return code === 'ESRCH' ? 'gone' : code === 'EPERM' ? 'denied' : 'failed';
      }
    },
  };
}
