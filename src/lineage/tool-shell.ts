import { recoverScript } from '../shell/argv.ts';
import { dialectOf } from '../shell/argv-shell.ts';
import type { ProcessRecord } from './process-record.ts';
import { bareName } from './program-path.ts';

/**
 * The host whose wrapper a shell's command line carries, forked subshells included; undefined: none. Only a shell counts,
 * and only the text that it was given to run: an editor or a search may quote the same words.
 */
export function toolShellSignature(
  record: ProcessRecord,
): { readonly host: string; readonly signature: string } | undefined {
  const { argv, argvText } = record;
  const program = argv?.[0] ?? argvText?.split(' ', 1)[0] ?? '';
  if (dialectOf(bareName(program)) === undefined) return undefined;
  const recovered = recoverScript(argv === null ? { text: argvText ?? '' } : { argv });
  const host = recovered.kind === 'script' || recovered.kind === 'hidden' ? recovered.host : undefined;
  if (host === undefined) return undefined;
  return { host: host === 'copilot-cli' ? 'copilot' : host, signature: `the wrapper of ${host}` };
}
