/** Which kind of output suits where we are running. */

export type Output = 'screen' | 'plain' | 'screen-reader';

export type TerminalFacts = {
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** A screen needs a terminal on both ends that understands cursor movement; all else gets plain lines. */
export function chooseOutput({ stdinIsTerminal, stdoutIsTerminal, env }: TerminalFacts): Output {
  if (!stdoutIsTerminal || !stdinIsTerminal) return 'plain';
  if (env.INK_SCREEN_READER === 'true') return 'screen-reader';
  const term = env.TERM ?? '';
  return term === '' || term === 'dumb' ? 'plain' : 'screen';
}
