/** Where each host looks for hooks, and what is written there. Paths and formats are of the versions named in its file. */

/** What the host must run: the front under a POSIX shell, the plugin file that in-process hosts load. */
export type HookTarget = {
  /** the whole command line without the host's id, quoted for the shell that the host uses */
  readonly command: string;
  /** absolute path of the folder with the plugins of in-process hosts */
  readonly plugins: string;
};

export type Place = {
  /** `folder` is below the home folder, or below the folder that `variable` names, where that is set */
  readonly user: {
    readonly folder: string;
    readonly variable?: { readonly name: string; readonly folder: string };
    readonly file: string;
  };
  /** below the project's root */
  readonly project: string;
  /** where in the user's folder the host writes while it works; absent: not known */
  readonly transcripts?: string;
};

export type Handler = Readonly<Record<string, unknown>>;
/** One event that is listened to, and the handler for it. `group`: where handlers lie in groups by matcher. */
export type EventHook = { readonly event: string; readonly matcher: string | null; readonly handler: Handler };

export type Registration = {
  readonly place: Place;
  /** what else a person must do or know; empty: nothing */
  readonly note: string;
} & (
  | {
      /** a settings file of the host's with other things in it */
      readonly kind: 'shared-file';
      /** `grouped`: `hooks.<event>[] = {matcher, hooks: [handler]}`; `flat`: `hooks.<event>[] = handler` */
      readonly shape: 'grouped' | 'flat';
      /** members that the file must have besides */
      readonly members: Readonly<Record<string, unknown>>;
      readonly hooks: (target: HookTarget) => readonly EventHook[];
    }
  /** a file of our own in a folder that the host reads */
  | { readonly kind: 'own-file'; readonly text: (target: HookTarget) => string }
);

/** By this name in a command or an import, what we wrote is known again. */
export const OWN_MARK = 'lifetime-watch-hook';

/**
 * The line that a host runs. When the front is gone (the package was removed, or another Node is in use) a shell ends with 2,
 * which hosts take for a refusal: nothing of ours may ever end with anything but 0.
 */
function lineFor(command: string, host: string): string {
  return `${command} ${host} || exit 0`;
}

const delegation = 'Agent|Task|SendMessage|Workflow';

const claudeCode: Registration = {
  note: 'Sessions that run already read their hooks when they are started again.',
  kind: 'shared-file',
  // The project's shared settings.json would carry a path of this machine to everybody else.
  place: {
    user: { folder: '.claude', variable: { name: 'CLAUDE_CONFIG_DIR', folder: '' }, file: 'settings.json' },
    project: '.claude/settings.local.json',
    transcripts: 'projects',
  },
  shape: 'grouped',
  members: {},
  hooks: ({ command }) =>
    eventHooks({ type: 'command', command: lineFor(command, 'claude-code'), timeout: 10 }, [
      ['PreToolUse', `Bash|Monitor|${delegation}`],
      ['PostToolUse', `${delegation}|TaskStop|KillShell`],
      ['PostToolUseFailure', delegation],
      ['PermissionDenied', delegation],
      ['SubagentStart', null],
      ['SubagentStop', null],
      ['UserPromptSubmit', null],
      ['Stop', null],
      ['SessionStart', null],
      ['SessionEnd', null],
    ]),
};

const codex: Registration = {
  note: "Codex runs a hook only after a person approved its content: start codex, enter /hooks, and approve each entry of lifetime-watch. 'lifetime-watch doctor' tells whether it ever ran.",
  kind: 'shared-file',
  place: {
    user: { folder: '.codex', variable: { name: 'CODEX_HOME', folder: '' }, file: 'hooks.json' },
    project: '.codex/hooks.json',
    transcripts: 'sessions',
  },
  shape: 'grouped',
  members: {},
  hooks: ({ command }) =>
    // The timeout at the end of a session is cut to 3 seconds.
    eventHooks({ type: 'command', command: lineFor(command, 'codex'), timeout: 3 }, [
      ['PreToolUse', '^Bash$|(spawn_agent|send_input|followup_task)$'],
      ['PostToolUse', '(spawn_agent|wait_agent|close_agent|interrupt_agent|send_input|followup_task)$'],
      ['SubagentStart', null],
      ['SubagentStop', null],
      ['Stop', null],
      ['SessionStart', null],
      ['SessionEnd', null],
    ]),
};

const geminiCli: Registration = {
  note: 'Gemini CLI runs the hooks of a project only in a trusted folder, and asks again after each change.',
  kind: 'shared-file',
  place: { user: { folder: '.gemini', file: 'settings.json' }, project: '.gemini/settings.json' },
  shape: 'grouped',
  members: {},
  hooks: ({ command }) =>
    // milliseconds here
    eventHooks({ name: 'lifetime-watch', type: 'command', command: lineFor(command, 'gemini-cli'), timeout: 10_000 }, [
      ['BeforeTool', 'run_shell_command|invoke_agent'],
      ['AfterTool', 'run_shell_command|invoke_agent'],
      ['SessionStart', null],
      ['SessionEnd', null],
    ]),
};

const cursor: Registration = {
  note: 'Cursor reads the hooks of a project only when the folder is trusted.',
  kind: 'shared-file',
  place: { user: { folder: '.cursor', file: 'hooks.json' }, project: '.cursor/hooks.json' },
  shape: 'flat',
  members: { version: 1 },
  hooks: ({ command }) =>
    eventHooks({ type: 'command', command: lineFor(command, 'cursor'), timeout: 10 }, [
      ['preToolUse', 'Shell'],
      ['postToolUse', 'Shell'],
      ['subagentStart', null],
      ['subagentStop', null],
      ['sessionStart', null],
      ['sessionEnd', null],
    ]).map((hook) => (hook.matcher === null ? hook : { ...hook, handler: { ...hook.handler, matcher: hook.matcher } })),
};

const copilot: Registration = {
  note: '',
  kind: 'own-file',
  place: {
    user: { folder: '.copilot', file: `hooks/${OWN_MARK}.json` },
    project: `.github/hooks/${OWN_MARK}.json`,
  },
  text: ({ command }) => {
    const handler = { type: 'command', bash: lineFor(command, 'copilot'), timeoutSec: 10 };
    const events = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'SubagentStart', 'SubagentStop', 'Stop'];
    const hooks = Object.fromEntries([...events, 'SessionStart', 'SessionEnd'].map((event) => [event, [handler]]));
    return `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`;
  },
};

const opencode: Registration = {
  note: 'Plugins are loaded when OpenCode starts.',
  kind: 'own-file',
  place: {
    user: {
      folder: '.config/opencode',
      variable: { name: 'XDG_CONFIG_HOME', folder: 'opencode' },
      file: `plugins/${OWN_MARK}.js`,
    },
    project: `.opencode/plugins/${OWN_MARK}.js`,
  },
  // A plugin that cannot be imported must not keep the host from starting.
  text: ({ plugins }) =>
    [
      `const plugin = ${JSON.stringify(`${plugins}/opencode.js`)};`,
      'export const LifetimeWatch = async (context) => {',
      '  try {',
      '    return await (await import(plugin)).LifetimeWatch(context);',
      '  } catch {',
      '    return {};',
      '  }',
      '};',
      '',
    ].join('\n'),
};

function piLike(folder: string, host: string, project: string): Registration {
  return {
    note: 'Extensions are loaded when a session starts.',
    kind: 'own-file',
    place: {
      user: {
        folder,
        variable: { name: 'PI_CODING_AGENT_DIR', folder: '' },
        file: `extensions/${OWN_MARK}.js`,
      },
      project: `${project}/extensions/${OWN_MARK}.js`,
    },
    text: ({ plugins }) =>
      [
        `const extension = ${JSON.stringify(`${plugins}/pi.js`)};`,
        'export default async function lifetimeWatch(pi) {',
        '  try {',
        `    (await import(extension)).watchLifetimes(pi, ${JSON.stringify(host)});`,
        '  } catch {}',
        '}',
        '',
      ].join('\n'),
  };
}

/** By host. A host that is not here is set up by hand. */
export const REGISTRATIONS: Readonly<Record<string, Registration>> = {
  'claude-code': claudeCode,
  codex,
  opencode,
  pi: piLike('.pi/agent', 'pi', '.pi'),
  omp: piLike('.omp/agent', 'omp', '.omp'),
  'gemini-cli': geminiCli,
  copilot,
  cursor,
};

function eventHooks(handler: Handler, events: readonly (readonly [string, string | null])[]): readonly EventHook[] {
  return events.map(([event, matcher]) => ({ event, matcher, handler }));
}
