/** Writes a remedy as text: a bounded spelling of this very command, with a number left to choose. */
import { assertNever } from '../../errors.ts';
import type { Dialect } from '../../shell/ast.ts';
import type { Found } from '../findings/found.ts';

const SHELLS = { bash: 'bash', sh: 'sh', zsh: 'zsh' } as const satisfies Record<Dialect, string>;

/** The text, or an empty one. `github`: the command is about GitHub Actions, which has a wait of its own. */
export function formatRemedy(found: Found, github: boolean): string {
  if (github && found.kind !== 'pattern-kill' && found.kind !== 'slow-command') return watchRun();
  const { remedy } = found;
  switch (remedy.kind) {
    case 'none':
      return '';
    case 'spelled':
      return remedy.text;
    case 'limit-program':
      return `${remedy.before}timeout <seconds> ${remedy.text}`;
    case 'limit-text':
      return `timeout <seconds> ${SHELLS[remedy.dialect]} -c ${quote(remedy.text)}`;
    default:
      return assertNever(remedy);
  }
}

/** The run's number first, then the tool's own wait, which ends with the run. */
function watchRun(): string {
  return (
    "id=$(timeout 30 gh run list --limit 1 --json databaseId --jq '.[0].databaseId'); " +
    'timeout <seconds> gh run watch "$id" --exit-status'
  );
}

/** Single quotes, which keep everything but themselves. */
function quote(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`;
}
