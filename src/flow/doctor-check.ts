/** What the doctor looked at and how it is. */
export type Check = {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly text: string;
  /** what to do about it; null: nothing */
  readonly fix: string | null;
};

export function well(name: string, text: string): Check {
  return { name, status: 'ok', text, fix: null };
}

export function doubtful(name: string, text: string, fix: string | null = null): Check {
  return { name, status: 'warn', text, fix };
}

export function wrong(name: string, text: string, fix: string): Check {
  return { name, status: 'fail', text, fix };
}
