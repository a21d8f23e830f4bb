import type { ProcessRecord } from './process-record.ts';
import { baseName } from './program-path.ts';

/** Texts that only a host's own wrapper around a command holds; all of one row must be there. */
const SIGNATURES = [
  { host: 'claude-code', name: 'shell snapshot', texts: ['/shell-snapshots/snapshot-', 'eval '] },
  { host: 'gemini-cli', name: 'background pid file', texts: ['_bgpids_file=', '/gemini-shell-'] },
  { host: 'gemini-cli', name: 'pgrep file', texts: ['__code=$?; pgrep -g 0 >', '/shell_pgrep_'] },
  { host: 'cursor', name: 'state dump', texts: ['snap=$(command cat <&3)', '_state >&4'] },
  { host: 'hermes', name: 'snapshot', texts: ['hermes-snap-', '__hermes_ec=$?'] },
] as const;

const SHELLS: ReadonlySet<string> = new Set(['bash', 'zsh', 'sh', 'dash', 'ksh']);

/**
 * The host whose wrapper a shell's command line carries, forked subshells included; undefined: none. Only a shell counts,
 * and only the text that it was given to run: an editor or a search may quote the same words.
 */
export function toolShellSignature(
  record: ProcessRecord,
): { readonly host: string; readonly signature: string } | undefined {
  const { argv, argvText } = record;
  const program = argv?.[0] ?? argvText?.split(' ', 1)[0] ?? '';
  if (!SHELLS.has(baseName(program))) return undefined;
  const script = argv === null ? afterCommandFlag(argvText ?? '') : scriptOf(argv);
  if (script === undefined) return undefined;
  const row = SIGNATURES.find(({ texts }) => texts.every((text) => script.includes(text)));
  return row === undefined ? undefined : { host: row.host, signature: row.name };
}

function scriptOf(argv: readonly string[]): string | undefined {
  const flag = argv.findIndex(
    (word, index) => index > 0 && word.startsWith('-') && word.includes('c') && !word.startsWith('--'),
  );
  if (flag === -1) return undefined;
  return argv.slice(flag + 1).find((word) => !word.startsWith('-'));
}

function afterCommandFlag(text: string): string | undefined {
  const at = text.indexOf(' -c ');
  return at === -1 ? undefined : text.slice(at + 4);
}
