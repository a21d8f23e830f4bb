/** Ways to write the same program differently. Each answers null where it does not fit. */
import { quote } from './script-tree.ts';
import type { Shell } from './shells.ts';

export type Rewrite = (text: string, shell: Shell) => string | null;

const SHELL_NAME = { bash: 'bash', dash: 'sh', zsh: 'zsh' } as const satisfies Record<Shell, string>;

export const REWRITES = {
  'in braces': (text) => `{ ${text}\n}`,
  'in a subshell': (text) => `( ${text}\n)`,
  'between comments': (text) => `# while :; do sleep 1; done\n${text}\n# tail -f x &`,
  'blank lines': (text) => `\n\n  \t${text}\n\n`,
  'continuation lines': (text) => outsideQuotes(text, (part) => part.replace(/(\w) (?=[-\w$"{(])/g, '$1 \\\n ')),
  'lines for semicolons': (text) => outsideQuotes(text, (part) => part.replace(/(?<!;); (?!;)/g, '\n')),
  'quoted literals': (text) =>
    outsideQuotes(text, (part) =>
      part
        .replace(/\bsleep (\d+)\b/g, `'sleep' "$1"`)
        .replace(
          /(?<=[;&|] |^|do |then |else |\{ |\( )(true|false|probe|break|continue|exit|shift|wait|kill)\b(?!\(|=)/g,
          "'$1'",
        )
        .replace(/\bread -r\b/g, 'read "-r"')
        .replace(/(?<= )(-(?:lt|le|gt|ge|eq|ne))(?= [^[\]]*(?<!\]) \](?!\]))/g, "'$1'"),
    ),
  'escaped letters': (text) =>
    outsideQuotes(text, (part) => part.replace(/\bsleep(?= )/g, '\\sleep').replace(/\bprobe\b(?!\()/g, 'pro\\be')),
  'in another shell': (text, shell) => `${SHELL_NAME[shell]} -c ${quote(text)}`,
  'in another shell, in double quotes': (text, shell) =>
    `${SHELL_NAME[shell]} -c "${text.replaceAll(/[\\"$`]/g, '\\$&')}"`,
  evaluated: (text) => `eval ${quote(text)}`,
  'with a harmless start': (text) => `cd . && true; ${text}`,
} as const satisfies Record<string, Rewrite>;

/** Changes what is neither quoted nor the head of an arithmetic `for`; null when there is a here-document or nothing changed. */
function outsideQuotes(text: string, change: (part: string) => string): string | null {
  if (/<<['\w]/.test(text)) return null;
  const changed = text
    .split(/('[^']*'|"(?:\\.|[^"\\])*"|\\.|for \(\(.*?\)\))/s)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
  return changed === text ? null : changed;
}
