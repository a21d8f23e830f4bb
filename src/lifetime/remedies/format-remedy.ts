/** Writes a remedy as text: a bounded spelling of this very command, with a number left to choose. */
import { assertNever } from '../../errors.ts';
import type { Dialect } from '../../shell/ast.ts';
import type { Found } from '../findings/found.ts';
import { textAt } from '../source-text.ts';
import { ciWait } from './ci-wait.ts';

const SHELLS = { bash: 'bash', sh: 'sh', zsh: 'zsh' } as const satisfies Record<Dialect, string>;

/** The text, or an empty one. A wait for a forge's runs is spelled with the wait of the forge's own client. */
export function formatRemedy(found: Found): string {
  const wait = forgeWait(found);
  if (wait !== undefined) return wait;
  const { remedy } = found;
  switch (remedy.kind) {
    case 'none':
      return '';
    case 'spelled':
      return remedy.text;
    case 'limit-program':
      return `${remedy.before}timeout <seconds> ${remedy.text}`;
    case 'limit-text':
      return `${handOver(remedy.names ?? [])}timeout <seconds> ${SHELLS[remedy.dialect]} -c ${quote(remedy.text)}`;
    default:
      return assertNever(remedy);
  }
}

/** A loop asks in its own text, a pause before or behind itself. */
function forgeWait({ kind, prevents, source, span }: Found): string | undefined {
  const what = kind === 'ineffective-bound' ? prevents : kind;
  if (what === 'unbounded-loop' || what === 'long-poll') return ciWait(textAt(source, span));
  return what === 'long-sleep' ? ciWait(source.text) : undefined;
}

/** Variables of this shell, given to the one that the text runs in. */
function handOver(names: readonly string[]): string {
  return names.map((name) => `${name}="$${name}" `).join('');
}

/** Single quotes, which keep everything but themselves. */
function quote(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`;
}
