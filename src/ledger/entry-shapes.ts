/** PURE: what the fields of every kind of entry must be. The checksum says that we wrote a line, this says that we can use it. */
import type { Entry, EntryBody } from './entry.ts';

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const number: Check = (value) => typeof value === 'number';
const places: Check = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const texts: Check = (value) => Array.isArray(value) && value.every(text);
const object: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const objects: Check = (value) => Array.isArray(value) && value.every(object);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && values.includes(value);

const mode = oneOf('watch', 'guard');
const paused: Shape = { process: object, command: text, by: text };

const SHAPES = {
  'session-start': { agent: orNull(object), cwd: orNull(text), sid: orNull(number), policy: optional(text) },
  'session-end': { reason: text },
  verdict: { verdict: oneOf('deny', 'nudge', 'ask'), command: text, findings: objects, toolCall: orNull(text) },
  bypass: { variable: text, command: text, verdict: text },
  'fail-open': { reason: text },
  'policy-change': { before: text, after: text },
  flag: { process: object, command: text, finding: text, reason: text },
  pause: paused,
  resume: paused,
  'reap-intent': { plan: text, process: object, tree: objects, command: text, reason: text },
  'reap-outcome': {
    plan: text,
    outcome: oneOf('gone', 'survived', 'refused', 'aborted', 'unknown'),
    detail: text,
  },
  grant: { process: object, untilMs: number, why: text },
  reserve: {
    action: text,
    places: orNull(places),
    completion: oneOf('call', 'children', 'unknown'),
    parent: orNull(text),
    budget: orNull(places),
    mode,
  },
  bind: { action: text, agent: text, aliases: texts },
  'agent-start': { agent: text },
  'agent-stop': { agent: text, confirmed: flag },
  'agent-resume': { agent: text, action: optional(orNull(text)) },
  settle: { action: text, result: oneOf('joined', 'launched', 'not-started', 'unknown'), agents: texts },
  'agent-killed': { agent: text },
  'live-list': { agents: texts, by: optional(orNull(text)) },
  'at-rest': { agent: orNull(text) },
  expire: { action: text, why: text },
  hold: { action: text, why: text },
  release: { action: text, why: text },
  budget: { agents: orNull(places), mode },
} as const satisfies Readonly<Record<EntryBody['kind'], Shape>>;

const HEAD: Shape = { id: text, at: text, session: text, host: text };

/** What a version 0 entry did not record yet; each default is the one that keeps a place taken. */
const SINCE_VERSION_1: Readonly<Record<string, object>> = {
  reserve: { completion: 'unknown', parent: null, budget: null, mode: 'watch' },
  bind: { aliases: [] },
  settle: { agents: [] },
  'agent-stop': { confirmed: false },
  'session-start': { cwd: null, sid: null },
  verdict: { toolCall: null },
};

/** The newest version that this program writes and understands. */
export const ENTRY_VERSION = 1;

/**
 * Turns a parsed line into an entry; entries of version 0 are completed.
 * @returns a string that says why it is none
 */
export function decodeEntry(value: unknown): Entry | string {
  if (!isRecord(value)) return 'not an object';
  const { v, kind } = value;
  if (v !== 0 && v !== ENTRY_VERSION) return `version ${JSON.stringify(v)}: expected at most ${ENTRY_VERSION}`;
  if (typeof kind !== 'string' || !Object.hasOwn(SHAPES, kind)) return `unknown kind ${JSON.stringify(kind)}`;
  const entry = v === 0 ? { ...SINCE_VERSION_1[kind], ...value, v: ENTRY_VERSION } : value;
  const wrong = firstWrongField(entry, HEAD) ?? firstWrongField(entry, SHAPES[kind as EntryBody['kind']]);
  return wrong === null ? (entry as Entry) : `${kind}: field '${wrong}' is not what it should be`;
}

/** Whether there are entries of this kind. */
export function isEntryKind(kind: string): kind is EntryBody['kind'] {
  return Object.hasOwn(SHAPES, kind);
}

function firstWrongField(entry: Readonly<Record<string, unknown>>, shape: Shape): string | null {
  for (const [field, check] of Object.entries(shape)) if (!check(entry[field])) return field;
  return null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return object(value);
}
