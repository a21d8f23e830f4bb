import type { Analysis, Finding } from '../policy/finding.ts';
import type { ForkPlace } from '../shell/fork-place.ts';
import type { ProcessRecord } from './process-record.ts';

/** What a process's command line says about how long it can live. */
export type ProcessAnalysis = {
  /** as shown to people: the recovered script, or the program and its arguments */
  readonly command: string;
  /**
   * `script`: a shell that is given a program, in its command line or by the name of a file. `hidden`: a shell whose program cannot be seen (standard
   * input, a variable, a file that is not readable). `program`: anything else. `none`: no command line.
   */
  readonly form: 'script' | 'hidden' | 'program' | 'none';
  /** the words of the command, as the policy's expected programs are matched */
  readonly words: readonly string[];
  readonly analysis: Analysis;
  /** a program that ends its child when its time is up, and with `group` its process group as well (timeout) */
  readonly clock?: 'child' | 'group';
  /** how many forks of the shell lie before what was found; null, as when it is absent: not known */
  readonly placeOf?: (finding: Finding) => ForkPlace | null;
};

export type AnalyzeProcess = (record: ProcessRecord) => ProcessAnalysis;

/**
 * Remembers analyses by command line, because most processes repeat a few of them. `sweep` drops what the scan since the
 * last one did not ask for, so that it holds no more than the process table.
 */
export function cacheAnalyses(analyze: AnalyzeProcess): {
  readonly analyze: AnalyzeProcess;
  readonly sweep: () => void;
  /** forgets all of them: they can be made better now */
  readonly clear: () => void;
  readonly size: () => number;
} {
  let current = new Map<string, ProcessAnalysis>();
  let previous = new Map<string, ProcessAnalysis>();
  return {
    analyze(record) {
      const line = commandLineKey(record);
      // The same words name another script in another folder.
      const key = record.cwd === undefined ? line : `${record.cwd}\0${line}`;
      const known = current.get(key) ?? previous.get(key) ?? analyze(record);
      current.set(key, known);
      return known;
    },
    sweep() {
      previous = current;
      current = new Map();
    },
    clear() {
      current.clear();
      previous.clear();
    },
    size: () => new Set([...current.keys(), ...previous.keys()]).size,
  };
}

/** Equal for two processes with the same command line, as a forked subshell and its shell have. */
export function commandLineKey({ argv, argvText, comm }: ProcessRecord): string {
  if (argv === null || argv.length === 0) return argvText === null ? `c${comm}` : `t${argvText}`;
  const known = keys.get(argv);
  if (known !== undefined) return known;
  const key = `a${argv.join('\0')}`;
  keys.set(argv, key);
  return key;
}

/** A source gives the same list for the same process at every scan. */
const keys = new WeakMap<readonly string[], string>();

/** Whether two processes show the same, non-empty command line, one not being a shell that the other has started anew. */
export function sharesCommandLine(a: ProcessRecord, b: ProcessRecord): boolean {
  if (a.image !== undefined && b.image !== undefined && a.image !== b.image) return false;
  const key = commandLineKey(a);
  return !key.startsWith('c') && key === commandLineKey(b);
}
