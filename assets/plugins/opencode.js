// OpenCode plugin: asks the hook before shell and task calls, and reports what becomes of subagents.
import { askHook } from './ask-hook.js';

const LAUNCHES = new Set(['task', 'subagent']);
const WATCHED = new Set(['bash', 'shell', ...LAUNCHES]);

export const LifetimeWatch = (context) => createPlugin(context, askHook);

/** Every hook but the refusal itself swallows its errors: an error in a hook of OpenCode's blocks the call. */
export async function createPlugin({ directory }, ask) {
  const sessions = createSessions();
  const nudges = new Map();
  const tell = createTeller((payload, deadline) => ask('opencode', payload, deadline));

  const payloadOf = (event, sessionID, more = {}) => {
    const { root, child } = sessions.locate(sessionID);
    return { hook_event_name: event, session_id: root, ...(child ? { agent_id: child } : {}), cwd: directory, ...more };
  };
  const begin = (sessionID) => {
    if (sessions.begin(sessionID)) tell(payloadOf('session.start', sessionID));
  };

  return {
    'tool.execute.before': async (input, output) => {
      const answer = await safely(async () => {
        if (!WATCHED.has(input.tool)) return {};
        begin(input.sessionID);
        const call = { tool_name: input.tool, tool_use_id: input.callID, tool_input: output.args };
        return ask('opencode', payloadOf('tool.execute.before', input.sessionID, call));
      });
      if (answer?.deny) throw new Error(answer.deny);
      if (answer?.nudge) nudges.set(input.callID, answer.nudge);
    },
    'tool.execute.after': async (input, output) => {
      await safely(() => {
        const nudge = nudges.get(input.callID);
        nudges.delete(input.callID);
        if (nudge !== undefined) output.output = `${output.output ?? ''}\n\n${nudge}`;
        if (!LAUNCHES.has(input.tool)) return;
        const result = { tool_name: input.tool, tool_use_id: input.callID, tool_input: input.args, tool_response: output.metadata };
        tell(payloadOf('tool.execute.after', input.sessionID, result));
      });
    },
    // The tool shell and everything below it carry these on, also when they have left the process tree.
    'shell.env': async (input, output) => {
      await safely(() => {
        if (!input.sessionID) return;
        output.env.LIFETIME_WATCH_SESSION = sessions.locate(input.sessionID).root;
        if (input.callID) output.env.LIFETIME_WATCH_CALL = input.callID;
      });
    },
    event: async ({ event }) => {
      await safely(() => {
        const info = event.properties?.info;
        if (event.type === 'session.created' && info?.parentID) {
          sessions.adopt(info.id, info.parentID);
          tell(payloadOf('session.created', info.id));
        }
        const idle = event.type === 'session.idle' ? event.properties?.sessionID : undefined;
        if (idle && sessions.isKnown(idle)) tell(payloadOf('session.idle', idle));
      });
    },
    dispose: async () => {
      await safely(async () => {
        await Promise.all(sessions.roots().map((root) => ask('opencode', payloadOf('dispose', root), 1000)));
      });
    },
  };
}

/** Who is whose child: the root session is the one that the ledger knows. */
function createSessions() {
  const parents = new Map();
  const begun = new Set();
  const locate = (id) => {
    let root = id;
    for (let height = 0; parents.has(root) && height < 32; height += 1) root = parents.get(root);
    return { root, child: root === id ? null : id };
  };
  return {
    locate,
    adopt: (child, parent) => parents.set(child, parent),
    isKnown: (id) => parents.has(id) || begun.has(id),
    begin(id) {
      const { root } = locate(id);
      if (begun.has(root)) return false;
      begun.add(root);
      return true;
    },
    roots: () => [...begun],
  };
}

/** Reports in order and does not keep the host waiting for them. */
function createTeller(ask) {
  let last = Promise.resolve();
  return (payload) => {
    last = last.then(() => ask(payload)).catch(() => {});
  };
}

async function safely(act) {
  try {
    return await act();
  } catch {
    return undefined;
  }
}
