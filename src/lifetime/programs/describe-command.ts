import type { CommandDescription, DescribeContext, Operand } from './describe.ts';

/**
 * What is known of the simple command whose words are `operands` (the program first).
 * Never throws; a program that no table knows is an ordinary finite one.
 */
export function describeCommand(operands: readonly Operand[], context: DescribeContext): CommandDescription {
  void context;
  return {
    kind: 'program',
    name: operands[0]?.value ?? '',
    bound: { kind: 'finite' },
    role: 'ordinary',
    stated: false,
    reason: 'an ordinary program',
    remedy: '',
  };
}
