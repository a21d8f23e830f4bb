/** An error that the user can act on: printed as one line, without a stack. `exitCode` is the process's. */
export class KnownError extends Error {
  override readonly name: string = 'KnownError';
  readonly exitCode: number;
  constructor(message: string, options: { readonly exitCode?: number; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.exitCode = options.exitCode ?? 2;
  }
}

/** Makes a `switch` over a tag fail to compile when a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
