/** PURE: what changes in a text, line by line. */

type Line = { readonly sign: ' ' | '-' | '+'; readonly text: string };

const CONTEXT = 3;

/** The changed lines with their surroundings, in the form of `diff -u` without positions. Empty when nothing changes. */
export function formatLineDiff(name: string, before: string | null, after: string | null): string {
  if (before === after) return '';
  const lines = compareLines(toLines(before), toLines(after));
  const near = lines.map((_, at) => lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(isChange));
  const shown = lines.flatMap(({ sign, text }, at) => {
    if (near[at]) return [`${sign}${text}`];
    return near[at - 1] === true && near.indexOf(true, at) > at ? ['@@'] : [];
  });
  const [from, to] = [before === null ? '/dev/null' : name, after === null ? '/dev/null' : name];
  return `--- ${from}\n+++ ${to}\n${shown.join('\n')}\n`;
}

function isChange({ sign }: Line): boolean {
  return sign !== ' ';
}

function toLines(text: string | null): readonly string[] {
  if (text === null || text === '') return [];
  return text.replace(/\n$/, '').split('\n');
}

/** Common beginnings and ends are set aside; what is left is aligned by its longest common subsequence. */
function compareLines(before: readonly string[], after: readonly string[]): readonly Line[] {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [
    ...same(before.slice(0, start)),
    ...align(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ];
}

function same(lines: readonly string[]): readonly Line[] {
  return lines.map((text) => ({ sign: ' ', text }));
}

function align(before: readonly string[], after: readonly string[]): readonly Line[] {
  const common = commonLengths(before, after);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]];
    if (old !== undefined && old === fresh) {
      lines.push({ sign: ' ', text: old });
      i += 1;
      j += 1;
    } else if (old !== undefined && (fresh === undefined || (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))) {
      lines.push({ sign: '-', text: old });
      i += 1;
    } else if (fresh !== undefined) {
      lines.push({ sign: '+', text: fresh });
      j += 1;
    }
  }
  return lines;
}

/** `[i][j]`: how many lines the rests from `i` and `j` have in common, in order. */
function commonLengths(before: readonly string[], after: readonly string[]): readonly (readonly number[])[] {
  const rows: number[][] = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = rows[i];
      if (row === undefined) continue;
      const [below, right] = [rows[i + 1]?.[j] ?? 0, row[j + 1] ?? 0];
      row[j] = before[i] === after[j] ? (rows[i + 1]?.[j + 1] ?? 0) + 1 : Math.max(below, right);
    }
  }
  return rows;
}
