import { parseArgs } from 'node:util';
import { KnownError } from '../errors.ts';
import type { FlagTable } from './command.ts';

type Operands = { readonly min: number; readonly max: number };

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
    throw new KnownError(
      `${command}: expected ${describe(operands)}, got ${positionals.length}; see 'lifetime-watch help ${command}'`,
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
  try {
    return parseArgs({ args: [...argv], options: { ...table }, allowPositionals: true, strict: true });
  } catch (error) {
    const known = Object.keys(table).map((name) => `--${name}`);
    const what = error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error);
    throw new KnownError(`${command}: ${what}; known flags: ${known.join(' ') || 'none'}`, { cause: error });
  }
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
