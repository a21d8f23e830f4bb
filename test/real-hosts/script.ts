/** What the scripted model does: a list of steps, told apart by how many tool results a conversation holds. */

export type ToolCall = {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly namespace?: string;
};
export type Step = { readonly calls: readonly ToolCall[] } | { readonly text: string };

/** One request of a host to the model, in our words. */
export type Turn = {
  /** what the tools have answered so far, in order */
  readonly results: readonly string[];
  /** the whole conversation as text, to tell a child from the main agent */
  readonly text: string;
  readonly hasTools: boolean;
};

/** A word in a prompt by which the children of a run are known. */
export const CHILD = 'CHILD-ERRAND';

export type Steps = readonly (readonly ToolCall[])[];
type Who = 'main' | 'child';

export type Script = {
  /** every tool result that the model was shown, the longest conversation wins */
  seen(who: Who): readonly string[];
  next(turn: Turn): Step;
};

/** Walks through the steps; requests without tools get a word at once. */
export function createScript(steps: Readonly<Record<Who, Steps>>): Script {
  const seen: Record<Who, readonly string[]> = { main: [], child: [] };
  return {
    seen: (who) => seen[who],
    next({ results, text, hasTools }) {
      if (!hasTools) return { text: 'title' };
      const who = isChild(text) ? 'child' : 'main';
      if (results.length >= seen[who].length) seen[who] = results;
      let count = 0;
      for (const calls of steps[who]) {
        if (results.length <= count) return { calls };
        count += calls.length;
      }
      return { text: who === 'main' ? 'all done' : 'the errand is done' };
    },
  };
}

/** The first words of a child's conversation carry the mark; the main agent's only later, inside a call. */
function isChild(text: string): boolean {
  const at = text.indexOf(CHILD);
  const main = text.indexOf('MAIN-ERRAND');
  return at >= 0 && (main < 0 || at < main);
}
