/** One command through the analysis, and what parses it: everything that a hook needs of it, and no more. */
import { analyzeCommand, type Ports } from '../lifetime/analyze.ts';
import { describeCommand } from '../lifetime/programs/describe-command.ts';
import type { Analysis } from '../policy/finding.ts';
import type { Dialect } from '../shell/ast.ts';
import type { Grammar } from '../shell/grammar.ts';
import { outlinesFirst } from '../shell/outline-grammar.ts';
import { parseScript, unavailableScript } from '../shell/parse.ts';
import { scriptReader } from '../system/script-files.ts';

export type CommandRequest = {
  readonly text: string;
  readonly shell?: Dialect;
  /** the host was asked to run it in its background */
  readonly background?: boolean;
  /** the policy's expected long-lived commands */
  readonly longLived?: readonly string[];
  /** the folder that it runs in, where that is not the analyzer's own; null: not known */
  readonly cwd?: string | null;
};

type Parse = Ports['parse'];

/** @param cwd the folder for a request that names none */
export function analyzeRequest(request: CommandRequest, parse: Parse, cwd: string | null): Analysis {
  const { text, shell = 'bash', background = false, longLived = [] } = request;
  const readScript = scriptReader(request.cwd === undefined ? cwd : request.cwd);
  return analyzeCommand({ text, shell, background, longLived }, { parse, readScript, describe: describeCommand });
}

/**
 * The same analysis of a single command. Loading the grammar would take longer than all the rest of a hook: that is left
 * for an outline that `outlines` (that is `shell/outline-grammar`) cannot read.
 */
export async function analyzeOnce(request: CommandRequest, outlines: Grammar): Promise<Analysis> {
  let unread = false;
  const grammar = {
    ...outlines,
    parse(text: string) {
      const tree = outlines.parse(text);
      unread ||= tree === null;
      return tree;
    },
  };
  const analysis = analyzeRequest(request, (text, dialect) => parseScript(text, dialect, grammar), null);
  if (!unread) return analysis;
  const { parse } = await openParser({ oneShot: true });
  return analyzeRequest(request, parse, null);
}

/** `problem`: why the grammar could not be loaded, null when it was; without it every script is `unavailable`. */
export type OpenParser = { readonly parse: Parse; readonly problem: string | null };

/** Loads the grammar. Never throws. @param oneShot compile it once and quickly, see `preferQuickCompilation` */
export async function openParser({ oneShot }: { readonly oneShot: boolean }): Promise<OpenParser> {
  const { loadGrammar, preferQuickCompilation } = await import('../system/grammar.ts');
  if (oneShot) preferQuickCompilation();
  const loaded = await loadGrammar();
  if (!loaded.ok) {
    const { problem } = loaded;
    return { parse: (text, dialect) => unavailableScript(text, dialect, problem), problem };
  }
  const grammar = outlinesFirst(loaded.grammar);
  return { parse: (text, dialect) => parseScript(text, dialect, grammar), problem: null };
}
