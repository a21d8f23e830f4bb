/** A shell command as each host would send it, for a check of what is installed. */

type Ask = { readonly command: string; readonly session: string; readonly cwd: string };

/** The payload of a foreground shell call; a host without one of its own speaks Claude Code's. */
export function canaryPayload(host: string, ask: Ask): string {
  return `${JSON.stringify((PAYLOADS[host] ?? likeClaudeCode)(ask))}\n`;
}

function likeClaudeCode({ command, session, cwd }: Ask): object {
  return {
    session_id: session,
    cwd,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'canary',
  };
}

function likeOurPlugins(event: string): (ask: Ask) => object {
  return (ask) => ({ ...likeClaudeCode(ask), hook_event_name: event, tool_name: 'bash' });
}

const PAYLOADS: Readonly<Record<string, (ask: Ask) => object>> = {
  opencode: likeOurPlugins('tool.execute.before'),
  pi: likeOurPlugins('tool_call'),
  omp: likeOurPlugins('tool_call'),
  'gemini-cli': (ask) => ({ ...likeClaudeCode(ask), hook_event_name: 'BeforeTool', tool_name: 'run_shell_command' }),
  cursor: ({ command, session, cwd }) => ({
    conversation_id: session,
    hook_event_name: 'preToolUse',
    tool_name: 'Shell',
    tool_input: { command },
    tool_use_id: 'canary',
    cwd,
  }),
  hermes: (ask) => ({ ...likeClaudeCode(ask), hook_event_name: 'pre_tool_call', tool_name: 'terminal' }),
};
