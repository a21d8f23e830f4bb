import type { Span } from '../policy/finding.ts';

/**
 * The lines of `text` that a span touches, each with a line of carets below the part that it covers.
 * @param width gives the columns that a piece of text takes on a terminal
 * @param most at most so many lines are shown; the rest is counted
 */
export function underline(text: string, span: Span, width: (piece: string) => number, most = 6): readonly string[] {
  const shown: string[] = [];
  let hidden = 0;
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    if (span.start <= end && span.end > start) {
      if (shown.length < most * 2) shown.push(line, carets(line, span.start - start, span.end - start, width));
      else hidden += 1;
    }
    start = end + 1;
  }
  return hidden > 0 ? [...shown, `... ${hidden} more line${hidden === 1 ? '' : 's'}`] : shown;
}

function carets(line: string, from: number, to: number, width: (piece: string) => number): string {
  const first = Math.max(0, from);
  const before = line.slice(0, first);
  const covered = line.slice(first, Math.min(line.length, to));
  // A tab takes the columns that it takes in the line above.
  const indent = before.replace(/[^\t]+/g, (piece) => ' '.repeat(width(piece)));
  return `${indent}${'^'.repeat(Math.max(1, width(covered)))}`;
}
