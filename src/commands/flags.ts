import { parseArgs } from 'node:util';
import { KnownError } from '../errors.ts';
import type { FlagTable } from './command.ts';

type Operands = {
  readonly min: number;
  readonly max: number;
  /** what an operand is, where one is needed: `a host` */
  readonly what?: string;
};

export type ParsedFlags = {
  /** the value of a string flag; undefined when absent */
  text(name: string): string | undefined;
  /** whether a boolean flag was given */
  has(name: string): boolean;
  readonly operands: readonly string[];
};

/**
 * Parses argv against a command's table of flags.
 * @throws KnownError (exit 2) naming the unknown flag, the missing value or the surplus operand.
 */
export function parseFlags(
  command: string,
  argv: readonly string[],
  table: FlagTable,
  operands: Operands = { min: 0, max: 0 },
): ParsedFlags {
  const { values, positionals } = parse(command, argv, table);
  if (positionals.length < operands.min) {
    const wanted = operands.what ?? describe(operands);
    const [topic] = command.split(' ');
    throw new KnownError(
      `${command}: expected ${wanted}, got ${positionals.length || 'none'}; see 'lifetime-watch help ${topic}'`,
    );
  }
  if (positionals.length > operands.max) {
    throw new KnownError(
      `${command}: unexpected operand '${positionals[operands.max]}': expected ${describe(operands)}`,
    );
  }
  return {
    text: (name) => {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    },
    has: (name) => values[name] === true,
    operands: positionals,
  };
}

function parse(command: string, argv: readonly string[], table: FlagTable) {
  const args = joinDashed(argv, table);
  try {
    return parseArgs({ args, options: { ...table }, allowPositionals: true, strict: true });
  } catch (error) {
    throw new KnownError(`${command}: ${wrongValue(error, args, table) ?? unknownFlag(error, table)}`, {
      cause: error,
    });
  }
}

/** `--pid -1` as `--pid=-1`: what the value should be is for the command to say. Another flag is no value. */
function joinDashed(argv: readonly string[], table: FlagTable): string[] {
  const joined: string[] = [];
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  for (let index = 0; index < argv.length; index += 1) {
    const [word = '', next = ''] = argv.slice(index, index + 2);
    const wantsValue = word.startsWith('--') && table[word.slice(2)]?.type === 'string';
    const isValue = /^-[^-]/.test(next) && !Object.values(table).some(({ short }) => short === next.charAt(1));
    if (index < end && wantsValue && isValue) {
      joined.push(`${word}=${next}`);
      index += 1;
    } else {
      joined.push(word);
    }
  }
  return joined;
}

/** A flag without the value that it takes, or with one that it does not take; null: something else is wrong. */
function wrongValue(error: unknown, args: readonly string[], table: FlagTable): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error.code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return null;
  const name = /--([\w-]+)/.exec(error.message)?.[1] ?? '';
  const at = args.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  if (table[name]?.type === 'boolean') {
    return `--${name}: expected no value, got '${args[at]?.slice(name.length + 3) ?? ''}'`;
  }
  const next = args[at + 1];
  return `--${name}: expected a value, got ${next === undefined ? 'none' : `the flag '${next}'`}`;
}

function unknownFlag(error: unknown, table: FlagTable): string {
  const known = Object.keys(table).map((name) => `--${name}`);
  const what = error instanceof Error ? (error.message.split(/\. |\n/)[0] ?? error.message) : String(error);
  return `${what}; known flags: ${known.join(' ') || 'none'}`;
}

function describe(operands: Operands): string {
  if (operands.max === 0) return 'no operand';
  const count =
    operands.min === operands.max
      ? `${operands.min}`
      : operands.min === 0
        ? `at most ${operands.max}`
        : `${operands.min} to ${operands.max}`;
  return `${count} operand${operands.max === 1 ? '' : 's'}`;
}
