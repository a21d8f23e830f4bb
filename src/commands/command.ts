/** What a command needs of the world, passed in so that tests can run it without a process of its own. */
export type CommandIo = {
  /** writes text as it is to standard output / standard error */
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** what to do when nobody reads the output any more, instead of ending at once: for a command that must end in order */
  readonly whenReaderLeaves: (leave: () => void) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: NodeJS.ReadableStream;
  readonly stdoutIsTerminal: boolean;
  readonly columns: number;
};

/** Each file in `src/commands` that is a command exports one of these as `command`. */
export type Command = {
  /** whole text of `lifetime-watch help <name>`; a test checks that it names exactly the flags */
  readonly help: string;
  readonly flags: FlagTable;
  /** Returns the exit code. A KnownError is printed as one line by the cli. */
  run(argv: readonly string[], io: CommandIo): Promise<number>;
};

/** long flags as `node:util` parseArgs options */
export type FlagTable = Readonly<Record<string, FlagSpec>>;
export type FlagSpec = { readonly type: 'boolean' | 'string'; readonly short?: string; readonly multiple?: boolean };
