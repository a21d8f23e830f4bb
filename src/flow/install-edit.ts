/** A host's settings file with our hooks added or taken out; everything else stays byte for byte as it is. */
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { KnownError } from '../errors.ts';
import { type EventHook, type HookTarget, OWN_MARK, type Registration } from '../hosts/registration.ts';
import { appendChild, removeChild } from './install-splice.ts';

export type SharedFile = Extract<Registration, { kind: 'shared-file' }>;
type Path = readonly (string | number)[];

/**
 * The text with exactly the hooks that the registration asks for; the same text when they are there already.
 * @param text null when there is no file yet
 * @throws KnownError that names the file and the place when the text cannot be understood
 */
export function addHooks(file: string, text: string | null, registration: SharedFile, target: HookTarget): string {
  const start = text === null || text.trim() === '' ? '{}\n' : text;
  const wanted = registration.hooks(target);
  if (isInstalled(file, start, registration, wanted)) return start;
  let edited = removeHooks(file, start, registration);
  for (const [member, value] of Object.entries(registration.members)) {
    const root = parse(file, edited);
    if (nodeAt(root, [member]) === undefined) edited = appendChild(edited, root, { key: member, value });
  }
  for (const hook of wanted) edited = addHook(file, edited, registration.shape, hook);
  return edited;
}

/** The text without our hooks, and without what is empty because of that. */
export function removeHooks(file: string, text: string, { shape }: Pick<SharedFile, 'shape'>): string {
  let edited = text;
  // One at a time, from the back: each edit moves what comes after it.
  for (let ours = lastOwn(file, edited, shape); ours !== null; ours = lastOwn(file, edited, shape)) {
    edited = removeAt(file, edited, emptiedBy(file, edited, ours));
  }
  return edited;
}

function removeAt(file: string, text: string, path: Path): string {
  const node = nodeAt(parse(file, text), path);
  const child = node?.parent?.type === 'property' ? node.parent : node;
  return child?.parent === undefined ? text : removeChild(text, child.parent, child);
}

/** Our handlers in the file: the event, and the handler as it stands there. */
export function findOwnHooks(
  file: string,
  text: string,
  { shape }: Pick<SharedFile, 'shape'>,
): readonly { readonly event: string; readonly matcher: string | null; readonly handler: unknown }[] {
  return ownPaths(file, text, shape).map((path) => {
    const root = parse(file, text);
    const matcher = shape === 'grouped' ? valueAt(root, [...path.slice(0, 3), 'matcher']) : undefined;
    return {
      event: String(path[1]),
      matcher: typeof matcher === 'string' ? matcher : null,
      handler: valueAt(root, path),
    };
  });
}

function isInstalled(file: string, text: string, registration: SharedFile, wanted: readonly EventHook[]): boolean {
  const { shape } = registration;
  const expected = wanted.map(({ event, matcher, handler }) => ({
    event,
    matcher: shape === 'grouped' ? matcher : null,
    handler,
  }));
  return JSON.stringify(sorted(findOwnHooks(file, text, registration))) === JSON.stringify(sorted(expected));
}

function sorted(hooks: readonly { readonly event: string }[]): readonly object[] {
  return [...hooks].sort((one, other) => (one.event < other.event ? -1 : 1));
}

/** Into the deepest container that is there already; what is missing around it comes with it. */
function addHook(
  file: string,
  text: string,
  shape: SharedFile['shape'],
  { event, matcher, handler }: EventHook,
): string {
  const root = parse(file, text);
  const hooks = containerAt(file, text, root, ['hooks'], 'object');
  const list = containerAt(file, text, root, ['hooks', event], 'array');
  const group = matcher === null ? { hooks: [handler] } : { matcher, hooks: [handler] };
  const value = shape === 'grouped' ? group : handler;
  if (list !== undefined) return appendChild(text, list, { key: null, value });
  if (hooks !== undefined) return appendChild(text, hooks, { key: event, value: [value] });
  return appendChild(text, root, { key: 'hooks', value: { [event]: [value] } });
}

/** The outermost thing that holds nothing but the path: the handler itself, its group, its event's list, or `hooks`. */
function emptiedBy(file: string, text: string, path: Path): Path {
  const root = parse(file, text);
  let emptied = path;
  for (let length = path.length - 1; length >= 1; length -= 1) {
    const holder = path.slice(0, length);
    const value = valueAt(root, holder);
    const alone = Array.isArray(value) ? value.length === 1 : isLoneMember(value, path[length]);
    if (!alone) break;
    emptied = holder;
  }
  return emptied;
}

/** A group is nothing without its handlers, whatever its matcher. */
function isLoneMember(value: unknown, member: string | number | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.keys(value).every((key) => key === member || (member === 'hooks' && key === 'matcher'));
}

function lastOwn(file: string, text: string, shape: SharedFile['shape']): Path | null {
  return ownPaths(file, text, shape).at(-1) ?? null;
}

function ownPaths(file: string, text: string, shape: SharedFile['shape']): readonly Path[] {
  const hooks = valueAt(parse(file, text), ['hooks']);
  if (typeof hooks !== 'object' || hooks === null) return [];
  return Object.entries(hooks).flatMap(([event, list]) => {
    if (!Array.isArray(list)) return [];
    return list.flatMap((item: unknown, at): readonly Path[] => {
      if (shape === 'flat') return isOwn(item) ? [['hooks', event, at]] : [];
      const handlers: unknown = (item as { hooks?: unknown } | null)?.hooks;
      if (!Array.isArray(handlers)) return [];
      return handlers.flatMap((handler, index) => (isOwn(handler) ? [['hooks', event, at, 'hooks', index]] : []));
    });
  });
}

function isOwn(handler: unknown): boolean {
  const command = (handler as { command?: unknown } | null)?.command;
  return typeof command === 'string' && command.includes(OWN_MARK);
}

function parse(file: string, text: string): Node {
  const errors: ParseError[] = [];
  // A byte order mark is a blank to the parser and keeps every offset where it is.
  const root = parseTree(text.startsWith(byteOrderMark) ? ` ${text.slice(1)}` : text, errors, {
    allowTrailingComma: true,
  });
  const [first] = errors;
  if (first !== undefined) {
    throw new KnownError(
      `${place(file, text, first.offset)}: cannot be parsed (${printParseErrorCode(first.error)}); nothing was changed`,
    );
  }
  if (root?.type !== 'object') throw new KnownError(`${place(file, text, 0)}: expected an object; nothing was changed`);
  return root;
}

function containerAt(file: string, text: string, root: Node, path: Path, kind: 'object' | 'array'): Node | undefined {
  const node = nodeAt(root, path);
  if (node === undefined || node.type === kind) return node;
  const wanted = kind === 'array' ? 'a list' : 'an object';
  throw new KnownError(
    `${place(file, text, node.offset)}: expected ${wanted} at ${path.join('.')}, got ${node.type}; nothing was changed`,
  );
}

function nodeAt(root: Node, path: Path): Node | undefined {
  let node: Node | undefined = root;
  for (const step of path) {
    if (node === undefined) return undefined;
    node =
      typeof step === 'number'
        ? node.children?.[step]
        : node.children?.find((property) => property.children?.[0]?.value === step)?.children?.[1];
  }
  return node;
}

function valueAt(root: Node, path: Path): unknown {
  const node = nodeAt(root, path);
  return node === undefined ? undefined : getNodeValue(node);
}

const byteOrderMark = '\uFEFF';

function place(file: string, text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
