/** How meanings look: sixteen colours and attributes only, none that vanishes on a light or a dark ground. */
import type { Line, Tone } from '../view/cell.ts';
import { lineWidth } from '../view/cell.ts';
import { widthOf } from '../view/text-width.ts';

export type Theme = {
  readonly colors: boolean;
  /** glyphs beyond ASCII */
  readonly unicode: boolean;
};

/** A line ready for the terminal; `width` columns are taken by it. */
export type Painted = { readonly text: string; readonly width: number };

type Look = { readonly attributes: readonly number[]; readonly color: number | null };

/** Attributes carry the meaning alone when there are no colours. White, black, yellow and blue vanish on some grounds. */
const LOOKS: Readonly<Record<Tone, Look>> = {
  plain: { attributes: [], color: null },
  dim: { attributes: [2], color: null },
  strong: { attributes: [1], color: null },
  title: { attributes: [1], color: null },
  accent: { attributes: [], color: 36 },
  alarm: { attributes: [1], color: 31 },
  warning: { attributes: [], color: 35 },
  good: { attributes: [], color: 32 },
  key: { attributes: [1], color: 36 },
  culprit: { attributes: [4, 1], color: 31 },
  selected: { attributes: [7, 1], color: null },
};
const RESET = '\u001b[0m';

/** One line with its colours; a highlighted one is shown in reverse over the whole `columns`. */
export function paintLine(line: Line, theme: Theme, columns: number, highlighted: boolean): Painted {
  let text = '';
  for (const { text: part, tone } of line) {
    if (part === '') continue;
    const shown = theme.unicode ? part : toAscii(part);
    const codes = highlighted ? [7, ...(tone === 'culprit' ? [4] : [])] : codesOf(tone, theme);
    text += codes.length === 0 ? shown : `\u001b[${codes.join(';')}m${shown}${RESET}`;
  }
  const width = lineWidth(line);
  if (!highlighted || width >= columns) return { text, width };
  return { text: `${text}\u001b[7m${' '.repeat(columns - width)}${RESET}`, width: columns };
}

/** The theme of a terminal by its environment: NO_COLOR (no-color.org) and a locale that is not UTF-8. */
export function themeFor(env: Readonly<Record<string, string | undefined>>, ascii: boolean): Theme {
  const noColor = env.NO_COLOR ?? '';
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  const utf8 = locale === '' || /utf-?8/i.test(locale);
  return { colors: noColor === '', unicode: utf8 && !ascii };
}

function codesOf(tone: Tone, theme: Theme): readonly number[] {
  const { attributes, color } = LOOKS[tone];
  return theme.colors && color !== null ? [...attributes, color] : attributes;
}

const ASCII: Readonly<Record<string, string>> = {
  '▸': '>',
  '▾': 'v',
  '●': '*',
  '…': '~',
  '·': '-',
  '×': 'x',
  '─': '-',
  '│': '|',
  '┬': '+',
  '└': '`',
  '↵': ' ',
  '█': '#',
  '░': '.',
  '▁': '_',
  '▂': '.',
  '▃': '-',
  '▄': '=',
  '▅': '+',
  '▆': '*',
  '▇': '%',
  '↑': '^',
  '↓': 'v',
  '←': '<',
  '→': '>',
};

/** As many ASCII characters as the text has columns. */
function toAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => ASCII[character] ?? '?'.repeat(widthOf(character)));
}
