/** A small tree of shell text: what the generator builds, the mutations change and `printScript` writes down. */

export type Part =
  /** one simple command, or anything that stands on one line */
  | { readonly kind: 'line'; readonly text: string }
  | {
      readonly kind: 'while';
      readonly until: boolean;
      readonly condition: readonly Part[];
      readonly body: readonly Part[];
    }
  /** `header`: `for x in a b`, `for ((;;))`, `repeat 3`, `select x in a` */
  | { readonly kind: 'for'; readonly header: string; readonly body: readonly Part[] }
  | {
      readonly kind: 'if';
      readonly condition: readonly Part[];
      readonly body: readonly Part[];
      readonly otherwise: readonly Part[];
    }
  | { readonly kind: 'case'; readonly subject: string; readonly pattern: string; readonly body: readonly Part[] }
  | { readonly kind: 'group'; readonly body: readonly Part[] }
  | { readonly kind: 'subshell'; readonly body: readonly Part[] }
  | { readonly kind: 'function'; readonly name: string; readonly body: readonly Part[] }
  | { readonly kind: 'list'; readonly operator: '&&' | '||' | '|'; readonly left: Part; readonly right: Part }
  | { readonly kind: 'not'; readonly of: Part }
  /** `wrapper` runs the text of `body` given as one quoted word: `bash -c`, `eval`, `x=$(`...`)` is `capture` */
  | { readonly kind: 'quoted'; readonly wrapper: string; readonly body: readonly Part[] }
  | { readonly kind: 'capture'; readonly variable: string; readonly body: readonly Part[] }
  /** `redirect` after a compound: `< list.txt`, `> /dev/null`, a here-document with its body */
  | { readonly kind: 'redirected'; readonly of: Part; readonly redirect: string; readonly document?: string };

export type Script = readonly Part[];

export const line = (text: string): Part => ({ kind: 'line', text });
export const loop = (condition: Script, body: Script): Part => ({ kind: 'while', until: false, condition, body });
export const until = (condition: Script, body: Script): Part => ({ kind: 'while', until: true, condition, body });
export const forEach = (header: string, body: Script): Part => ({ kind: 'for', header, body });
export const when = (condition: Script, body: Script, otherwise: Script = []): Part => ({
  kind: 'if',
  condition,
  body,
  otherwise,
});
export const caseOf = (subject: string, pattern: string, body: Script): Part => ({
  kind: 'case',
  subject,
  pattern,
  body,
});
export const group = (...body: Part[]): Part => ({ kind: 'group', body });
export const subshell = (...body: Part[]): Part => ({ kind: 'subshell', body });
export const define = (name: string, body: Script): Part => ({ kind: 'function', name, body });
export const and = (left: Part, right: Part): Part => ({ kind: 'list', operator: '&&', left, right });
export const or = (left: Part, right: Part): Part => ({ kind: 'list', operator: '||', left, right });
export const pipe = (left: Part, right: Part): Part => ({ kind: 'list', operator: '|', left, right });
export const quoted = (wrapper: string, body: Script): Part => ({ kind: 'quoted', wrapper, body });
export const capture = (variable: string, body: Script): Part => ({ kind: 'capture', variable, body });
export const redirected = (of: Part, redirect: string, document?: string): Part =>
  document === undefined ? { kind: 'redirected', of, redirect } : { kind: 'redirected', of, redirect, document };

/** The script on one line where it can be; here-documents force lines of their own. */
export function printScript(script: Script): string {
  const pending: string[] = [];
  return finish(printList(script, pending), pending);
}

/** Bodies of here-documents come after the line that announces them, so the whole text stays on one line before them. */
function finish(text: string, pending: readonly string[]): string {
  return pending.length === 0 ? text : `${text}\n${pending.join('\n')}\n`;
}

function printList(parts: Script, pending: string[]): string {
  if (parts.length === 0) return ':';
  return parts.map((part) => print(part, pending)).join('; ');
}

function print(part: Part, pending: string[]): string {
  const list = (parts: Script): string => `${printList(parts, pending)};`;
  switch (part.kind) {
    case 'line':
      return part.text;
    case 'while':
      return `${part.until ? 'until' : 'while'} ${list(part.condition)} do ${list(part.body)} done`;
    case 'for':
      return `${part.header}; do ${list(part.body)} done`;
    case 'if': {
      const otherwise = part.otherwise.length > 0 ? ` else ${list(part.otherwise)}` : '';
      return `if ${list(part.condition)} then ${list(part.body)}${otherwise} fi`;
    }
    case 'case':
      return `case ${part.subject} in ${part.pattern}) ${printList(part.body, pending)} ;; esac`;
    case 'group':
      return `{ ${list(part.body)} }`;
    case 'subshell':
      return `( ${printList(part.body, pending)} )`;
    case 'function':
      return `${part.name}() { ${list(part.body)} }`;
    case 'list':
      return `${operand(part.left, pending)} ${part.operator} ${operand(part.right, pending)}`;
    case 'not':
      return `! ${operand(part.of, pending)}`;
    case 'quoted':
      return `${part.wrapper} ${quote(printScript(part.body))}`;
    case 'capture':
      return `${part.variable}=$( ${printScript(part.body)} )`;
    case 'redirected':
      if (part.document !== undefined) pending.push(part.document);
      return `${operand(part.of, pending)} ${part.redirect}`;
  }
}

/** Inside `a && b`, `! a` and before a redirect a list must be grouped; a nested list as well, to keep it as built. */
function operand(part: Part, pending: string[]): string {
  const text = print(part, pending);
  const loose = ['list', 'not', 'function'].includes(part.kind);
  if (part.kind === 'redirected' && part.document === undefined) return text;
  return loose ? `{ ${text}; }` : text;
}

/** One word in single quotes that a shell reads as exactly this text. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
