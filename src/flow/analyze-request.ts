/** One command through the analysis, and what parses it: everything that a hook needs of it, and no more. */
import { analyzeCommand, type Ports } from '../lifetime/analyze.ts';
import { describeCommand } from '../lifetime/programs/describe-command.ts';
import type { Analysis } from '../policy/finding.ts';
import type { Dialect } from '../shell/ast.ts';
import type { Grammar, SyntaxTree } from '../shell/grammar.ts';
import { parseScript, unavailableScript } from '../shell/parse.ts';
import type { LoadedGrammar } from '../system/grammar.ts';
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

/** What analyses commands, and can be asked to read what it could not read yet. */
export type RequestAnalyzer = Pick<LazyParser, 'complete'> & { analyze(request: CommandRequest): Analysis };

/** The analysis of a command by one whose grammar may not be loaded yet. */
export async function analyzeWhole(analyzer: RequestAnalyzer, request: CommandRequest): Promise<Analysis> {
  const analysis = analyzer.analyze(request);
  return (await analyzer.complete()) ? analyzer.analyze(request) : analysis;
}

/** The same for a single command. @param outlines `shell/outline-grammar`, which needs nothing to be loaded */
export function analyzeOnce(request: CommandRequest, outlines: Grammar): Promise<Analysis> {
  const { parse, complete } = createLazyParser(outlines, () => loadRealGrammar({ oneShot: true }));
  return analyzeWhole({ analyze: (asked) => analyzeRequest(asked, parse, null), complete }, request);
}

/**
 * A parser that loads the grammar only for an outline that `outlines` cannot read: that takes longer than all the rest of
 * a hook, and costs a watcher 8 MB (measured) that hardly any command line wants.
 */
export type LazyParser = {
  readonly parse: Parse;
  /** Loads the grammar. Never throws: without it what wants it is `unavailable`. */
  load(): Promise<void>;
  /**
   * To be called right after an analysis: loads the grammar when it was wanted since the last call.
   * @returns true: it was, so what was analysed should be analysed again
   */
  complete(): Promise<boolean>;
  /** why the grammar could not be loaded; null: it could, or nothing has wanted it yet */
  problem(): string | null;
};

/** @param loadGrammar gives the grammar that is asked about what `outlines` does not know; called once at most */
export function createLazyParser(outlines: Grammar, loadGrammar: () => Promise<LoadedGrammar>): LazyParser {
  let wanted = false;
  let loading: Promise<LoadedGrammar> | null = null;
  let loaded: LoadedGrammar | null = null;
  const load = async (): Promise<void> => {
    loading ??= loadGrammar();
    loaded = await loading;
  };
  return {
    load,
    async complete() {
      if (!wanted || loaded !== null) return false;
      wanted = false;
      await load();
      return true;
    },
    problem: () => (loaded === null || loaded.ok ? null : loaded.problem),
    parse(text, dialect) {
      const real = loaded?.ok === true ? loaded.grammar : null;
      let lacked = false;
      const readOutline = (outline: string): SyntaxTree | null => {
        const tree = outlines.parse(outline) ?? real?.parse(outline) ?? null;
        lacked ||= tree === null;
        return tree;
      };
      const script = parseScript(text, dialect, { parse: readOutline, liveTrees: outlines.liveTrees });
      wanted ||= lacked;
      return lacked && loaded?.ok === false ? unavailableScript(text, dialect, loaded.problem) : script;
    },
  };
}

/** @param oneShot compile the grammar once and quickly, see `preferQuickCompilation` */
export async function loadRealGrammar({ oneShot }: { readonly oneShot: boolean }): Promise<LoadedGrammar> {
  const { loadGrammar, preferQuickCompilation } = await import('../system/grammar.ts');
  if (oneShot) preferQuickCompilation();
  return loadGrammar();
}
