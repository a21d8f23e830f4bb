/** Prints a script as a compact S-expression, so that rows of tests read as sentences. */
import type {
  Arithmetic,
  Assignment,
  Command,
  Redirect,
  Script,
  Statement,
  TestExpression,
  Word,
  WordPart,
} from '../../src/shell/ast.ts';

export function printScript(script: Script): string {
  return printList(script.body);
}

const printList = (body: readonly Statement[]): string => body.map(printStatement).join(' ');
const join = (...parts: (string | null)[]): string => parts.filter((part) => part !== null && part !== '').join(' ');
const block = (body: readonly Statement[]): string => `{${printList(body)}}`;

function printStatement({ command, background }: Statement): string {
  return printCommand(command) + { no: '', job: '&', disowned: '&!' }[background];
}

export function printCommand(command: Command): string {
  const redirects = 'redirects' in command ? command.redirects.map(printRedirect).join(' ') : '';
  return `(${join(printInner(command), redirects)})`;
}

function printInner(command: Command): string {
  switch (command.kind) {
    case 'simple':
      return join(...command.assignments.map(printAssignment), ...command.words.map(printWord));
    case 'declaration':
      return join(
        `declare:${command.keyword}`,
        ...command.words.map(printWord),
        ...command.assignments.map(printAssignment),
      );
    case 'pipeline':
      return join(
        command.timed ? 'time' : '',
        command.negated ? '!' : '',
        command.stages.map(printCommand).join(' | '),
      );
    case 'and-or':
      return `${printCommand(command.left)} ${command.operator} ${printCommand(command.right)}`;
    case 'while':
      return `${command.until ? 'until' : 'while'} ${printList(command.condition)} do ${block(command.body)}`;
    case 'for-in':
      return join(`for ${command.variables.join(',')}`, printItems(command.words), block(command.body));
    case 'select':
      return join(`select ${command.variable}`, printItems(command.words), block(command.body));
    case 'for-arith': {
      const parts = [command.init, command.condition, command.update].map((part) =>
        part ? printArithmetic(part) : '',
      );
      return `for ((${parts.join(';')})) ${block(command.body)}`;
    }
    case 'repeat':
      return `repeat ${printWord(command.count)} ${block(command.body)}`;
    case 'if':
      return join(
        ...command.branches.map((branch) => `if ${printList(branch.condition)} then ${block(branch.body)}`),
        command.otherwise === null ? '' : `else ${block(command.otherwise)}`,
      );
    case 'case':
      return join(
        `case ${printWord(command.subject)}`,
        ...command.arms.map((arm) => `${arm.patterns.map(printWord).join('|')}) ${block(arm.body)}${arm.ending}`),
      );
    case 'group':
      return `group ${block(command.body)}`;
    case 'subshell':
      return `subshell ${block(command.body)}`;
    case 'function':
      return `function ${command.name} ${printCommand(command.body)}`;
    case 'anonymous-function':
      return join('anonymous', block(command.body), ...command.arguments.map(printWord));
    case 'always':
      return `group ${block(command.body)} always ${block(command.always)}`;
    case 'test':
      return `test ${printTest(command.expression)}`;
    case 'arithmetic':
      return `arith ${printArithmetic(command.expression)}`;
    case 'coproc':
      return join('coproc', command.name, printCommand(command.command));
    case 'unknown':
      return 'unknown';
  }
}

function printItems(words: readonly Word[] | null): string {
  return words === null ? 'in @' : `in [${words.map(printWord).join(' ')}]`;
}

function printAssignment({ name, index, append, value, elements }: Assignment): string {
  const right =
    elements === null ? (value === null ? '?' : printWord(value)) : `[${elements.map(printWord).join(' ')}]`;
  return `${name}${index === null ? '' : `[${printWord(index)}]`}${append ? '+=' : ':='}${right}`;
}

function printRedirect({ operator, descriptor, target, quoted }: Redirect): string {
  return `${descriptor ?? ''}${operator}${quoted ? 'raw:' : ''}${printWord(target)}`;
}

export function printWord(word: Word): string {
  return word.parts.length === 0 ? '∅' : word.parts.map(printPart).join('·');
}

function printPart(part: WordPart): string {
  const quote = 'quoted' in part && part.quoted ? '"' : '';
  switch (part.kind) {
    case 'literal':
      return part.quoted ? JSON.stringify(part.value) : part.value;
    case 'parameter': {
      const index = part.index === null ? '' : `[${printWord(part.index)}]`;
      const argument = part.argument === null ? '' : ` ${printWord(part.argument)}`;
      return `${quote}$${part.name}${index}${part.operator === '' ? '' : ` ${part.operator}${argument}`}`;
    }
    case 'command-substitution':
      return `${quote}$(${printList(part.body)})`;
    case 'process-substitution':
      return `${part.direction}(${printList(part.body)})`;
    case 'arithmetic-expansion':
      return `${quote}$((${printArithmetic(part.expression)}))`;
    case 'brace-list':
      return `{${part.items.map(printWord).join(',')}}`;
    case 'brace-range':
      return `{${part.from}..${part.to}${part.step === null ? '' : `..${part.step}`}}`;
    case 'glob':
      return `glob:${part.value}`;
    case 'unknown':
      return 'unknown';
  }
}

export function printArithmetic(node: Arithmetic): string {
  switch (node.kind) {
    case 'number':
      return String(node.value);
    case 'variable':
      return node.index === null ? node.name : `${node.name}[${printArithmetic(node.index)}]`;
    case 'word':
      return `word:${printWord(node.word)}`;
    case 'unary':
      return `(${node.operator}${printArithmetic(node.operand)})`;
    case 'step':
      return node.prefix ? `(${node.operator}${node.name})` : `(${node.name}${node.operator})`;
    case 'assign':
      return `(${node.name} ${node.operator}= ${printArithmetic(node.value)})`;
    case 'binary':
      return `(${printArithmetic(node.left)} ${node.operator} ${printArithmetic(node.right)})`;
    case 'ternary':
      return `(${printArithmetic(node.test)} ? ${printArithmetic(node.yes)} : ${printArithmetic(node.no)})`;
    case 'comma':
      return `(${node.items.map(printArithmetic).join(', ')})`;
    case 'unknown':
      return 'unknown';
  }
}

function printTest(node: TestExpression): string {
  switch (node.kind) {
    case 'word':
      return printWord(node.word);
    case 'unary':
      return `(${node.operator} ${printWord(node.operand)})`;
    case 'binary':
      return `(${printWord(node.left)} ${node.operator} ${printWord(node.right)})`;
    case 'not':
      return `(! ${printTest(node.operand)})`;
    case 'and':
      return `(${printTest(node.left)} && ${printTest(node.right)})`;
    case 'or':
      return `(${printTest(node.left)} || ${printTest(node.right)})`;
    case 'unknown':
      return 'unknown';
  }
}
