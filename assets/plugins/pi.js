// Pi extension, for OMP too: asks the hook before shell, background and subagent calls.
import { askHook } from './ask-hook.js';

const LAUNCHES = new Set(['subagent', 'task']);

export default function lifetimeWatch(pi) {
  watchLifetimes(pi, 'pi');
}

/** Every handler swallows its errors: an error in a handler of Pi's blocks the call. */
export function watchLifetimes(pi, host, ask = askHook) {
  const nudges = new Map();
  const launches = new Set();
  let last = Promise.resolve();
  const tell = (payload) => {
    last = last.then(() => ask(host, payload)).catch(() => {});
  };
  const on = (event, handle) => {
    try {
      pi.on(event, async (data, context) => {
        try {
          return await handle(data ?? {}, context);
        } catch {
          return undefined;
        }
      });
    } catch {
      // An event that this version does not have is one that cannot be heard of.
    }
  };

  on('session_start', ({ reason }, context) => tell(payloadOf('session_start', context, { reason })));
  on('tool_call', async ({ toolName, toolCallId, input }, context) => {
    if (!isWatched(toolName, input)) return undefined;
    if (LAUNCHES.has(toolName)) launches.add(toolCallId);
    const call = { tool_name: toolName, tool_use_id: toolCallId, tool_input: input };
    const answer = await ask(host, payloadOf('tool_call', context, call));
    if (answer.deny) {
      launches.delete(toolCallId);
      return { block: true, reason: answer.deny };
    }
    if (answer.nudge) nudges.set(toolCallId, answer.nudge);
    return undefined;
  });
  on('tool_result', ({ toolName, toolCallId, content }, context) => {
    if (launches.delete(toolCallId)) {
      tell(payloadOf('tool_result', context, { tool_name: toolName, tool_use_id: toolCallId }));
    }
    const nudge = nudges.get(toolCallId);
    nudges.delete(toolCallId);
    if (nudge === undefined || !Array.isArray(content)) return undefined;
    return { content: [...content, { type: 'text', text: nudge }] };
  });
  // A call that somebody else refused ends without a result.
  on('tool_execution_end', ({ toolName, toolCallId }, context) => {
    nudges.delete(toolCallId);
    if (!launches.delete(toolCallId)) return;
    tell(payloadOf('tool_refused', context, { tool_name: toolName, tool_use_id: toolCallId }));
  });
  on('agent_end', (_, context) => tell(payloadOf('agent_end', context)));
  on('session_shutdown', ({ reason }, context) => ask(host, payloadOf('session_shutdown', context, { reason }), 1000).then(() => {}));
  listenToChildren(pi, (event) => tell(payloadOf('task:subagent:lifecycle', latest, { tool_response: event })));

  let latest;
  function payloadOf(event, context, more = {}) {
    latest = context ?? latest;
    return { hook_event_name: event, session_id: sessionOf(latest), cwd: latest?.cwd ?? process.cwd(), ...more };
  }
}

/** OMP reports its children on a bus; Pi has none. */
function listenToChildren(pi, hear) {
  try {
    pi.events?.on?.('task:subagent:lifecycle', (event) => {
      try {
        hear(event);
      } catch {
        // A report that cannot be passed on must not disturb the host.
      }
    });
  } catch {
    // No bus.
  }
}

function isWatched(tool, input) {
  return tool === 'bash' || LAUNCHES.has(tool) || (tool?.startsWith('bg_') && typeof input?.command === 'string');
}

function sessionOf(context) {
  try {
    return context?.sessionManager?.getSessionId?.() ?? undefined;
  } catch {
    return undefined;
  }
}
