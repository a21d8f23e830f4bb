import * as v from 'valibot';
import { type PolicyFile, policyFileSchema } from './policy-file.ts';

/** `problems`: one line each, naming the file, the member, what was expected and the value that was found. */
export type ParsedPolicy = { readonly file: PolicyFile; readonly problems: readonly string[] };

/**
 * Reads the text of a policy file. A member that is not valid is left out, so that its default stands, and named in
 * `problems`; a caller must stay unarmed while there are any. A text that is not a JSON object gives an empty file.
 * @param name how the file is called in problems
 */
export function parsePolicy(text: string, name: string): ParsedPolicy {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return {
      file: {},
      problems: [`${name}: not valid JSON: ${error instanceof Error ? error.message : String(error)}`],
    };
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return {
      file: {},
      problems: [`${name}: expected a JSON object, got ${Array.isArray(raw) ? 'an array' : JSON.stringify(raw)}`],
    };
  }
  return keepValidMembers(raw as Record<string, unknown>, name);
}

/** Drops what the schema refuses, leaf by leaf, until the rest is valid. */
function keepValidMembers(raw: Record<string, unknown>, name: string): ParsedPolicy {
  const rest = structuredClone(raw);
  const schema = policyFileSchema();
  const problems: string[] = [];
  for (;;) {
    const result = v.safeParse(schema, rest);
    if (result.success) return { file: result.output, problems };
    for (const issue of result.issues) {
      const path = (issue.path ?? []).map((step) => String(step.key));
      problems.push(describeIssue(name, path, issue));
      if (!remove(rest, path)) return { file: {}, problems };
    }
  }
}

/** What the schema calls the kinds of JSON values. */
const IN_WORDS: Readonly<Record<string, string>> = {
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  Array: 'a list',
  Object: 'an object',
};

function describeIssue(name: string, path: readonly string[], issue: v.BaseIssue<unknown>): string {
  if (issue.expected === 'never') {
    return `${name}: unknown member '${path.join('.')}': expected one of ${membersBeside(path).join(', ')}`;
  }
  const wanted = issue.type === 'union' ? issue.message : (issue.expected ?? issue.message);
  const expected = IN_WORDS[wanted] ?? wanted;
  return `${name}: ${path.join('.')}: expected ${expected}, got ${JSON.stringify(issue.input)}`;
}

/** What the schema knows of a schema that may be wrapped, as an optional one is, and may have members. */
type Level = { readonly wrapped?: Level; readonly entries?: Readonly<Record<string, Level>> };

/** The members that are known where the last one of a path is not. */
function membersBeside(path: readonly string[]): readonly string[] {
  let level: Level | undefined = policyFileSchema() as Level;
  for (const key of path.slice(0, -1)) level = unwrapped(level)?.entries?.[key];
  return Object.keys(unwrapped(level)?.entries ?? {}).filter((member) => !member.startsWith('$'));
}

function unwrapped(level: Level | undefined): Level | undefined {
  return level?.wrapped === undefined ? level : unwrapped(level.wrapped);
}

/** Removes the member at a path; an element of a list takes the whole list with it. */
function remove(root: Record<string, unknown>, path: readonly string[]): boolean {
  let parent: Record<string, unknown> = root;
  for (const [index, key] of path.entries()) {
    const child = parent[key];
    const last = index === path.length - 1;
    if (last || Array.isArray(child) || typeof child !== 'object' || child === null) return delete parent[key];
    parent = child as Record<string, unknown>;
  }
  return false;
}
