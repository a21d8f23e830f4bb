/** Which names a stretch of text may change in the shell that runs it; a pass of the loop is checked against it. */
import type { Arithmetic, Command, Statement, TestExpression, Word } from '../../shell/ast.ts';
import type { ShellFunction } from '../state/state.ts';

type Survey = { readonly names: Set<string>; readonly calls: Set<string> };

/** What was found before, by the list of statements or the body of the function. */
export type Surveys = Map<object, Survey>;

/** The names; `#` stands for the parameters. Calls of known functions are followed. */
export function assignedNames(
  surveys: Surveys,
  bodies: readonly (readonly Statement[])[],
  functions: ReadonlyMap<string, ShellFunction>,
): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const pending: Survey[] = bodies.map((body) => surveyOf(surveys, body, (survey) => visitStatements(body, survey)));
  for (let survey = pending.pop(); survey !== undefined; survey = pending.pop()) {
    for (const name of survey.names) names.add(name);
    for (const call of survey.calls) {
      const called = functions.get(call);
      if (called === undefined || seen.has(call)) continue;
      seen.add(call);
      pending.push(surveyOf(surveys, called.body, (inner) => visitCommand(called.body, inner)));
    }
  }
  return names;
}

function surveyOf(surveys: Surveys, key: object, visit: (survey: Survey) => void): Survey {
  const known = surveys.get(key);
  if (known !== undefined) return known;
  const survey: Survey = { names: new Set(), calls: new Set() };
  surveys.set(key, survey);
  visit(survey);
  return survey;
}

function visitStatements(statements: readonly Statement[], survey: Survey): void {
  for (const statement of statements) {
    if (statement.background === 'no') visitCommand(statement.command, survey);
  }
}

function visitCommand(command: Command, survey: Survey): void {
  if ('redirects' in command) for (const redirect of command.redirects) visitWord(redirect.target, survey);
  if (command.kind === 'simple') visitSimple(command, survey);
  if (command.kind === 'test') visitTest(command.expression, survey);
  if (command.kind === 'declaration') for (const one of command.assignments) survey.names.add(one.name);
  if (command.kind === 'for-in') for (const name of command.variables) survey.names.add(name);
  if (command.kind === 'select') survey.names.add(command.variable);
  if (command.kind === 'arithmetic') visitArithmetic(command.expression, survey);
  if (command.kind === 'for-arith') {
    for (const part of [command.init, command.condition, command.update])
      if (part !== null) visitArithmetic(part, survey);
  }
  for (const inner of commandsIn(command)) visitCommand(inner, survey);
  for (const body of bodiesIn(command)) visitStatements(body, survey);
}

function commandsIn(command: Command): readonly Command[] {
  if (command.kind === 'pipeline') return command.stages;
  return command.kind === 'and-or' ? [command.left, command.right] : [];
}

/** The lists of statements that run in the shell itself; those in parentheses do not. */
function bodiesIn(command: Command): readonly (readonly Statement[])[] {
  switch (command.kind) {
    case 'while':
      return [command.condition, command.body];
    case 'if':
      return [...command.branches.flatMap((branch) => [branch.condition, branch.body]), command.otherwise ?? []];
    case 'case':
      return command.arms.map((arm) => arm.body);
    case 'always':
      return [command.body, command.always];
    case 'for-in':
    case 'for-arith':
    case 'select':
    case 'repeat':
    case 'group':
    case 'anonymous-function':
      return [command.body];
    default:
      return [];
  }
}

/** Builtins whose operands are names that they set. */
const ASSIGNING = new Set(['read', 'let', 'getopts', 'mapfile', 'readarray', 'printf', 'unset', 'export', 'shift']);

function visitSimple(command: Extract<Command, { kind: 'simple' }>, survey: Survey): void {
  for (const one of command.assignments) {
    if (command.words.length === 0) survey.names.add(one.name);
    if (one.value !== null) visitWord(one.value, survey);
  }
  for (const word of command.words) visitWord(word, survey);
  const [name, ...operands] = command.words.map(beginning);
  if (name === undefined) return;
  survey.calls.add(name);
  if (name === 'shift' || name === 'set') survey.names.add('#');
  if (name === 'cd') survey.names.add('PWD');
  if (!ASSIGNING.has(name)) return;
  for (const operand of operands) {
    const assigned = /^([A-Za-z_]\w*)/.exec(operand ?? '')?.[1];
    if (assigned !== undefined) survey.names.add(assigned);
  }
}

function beginning(word: Word): string | undefined {
  const [part] = word.parts;
  return part?.kind === 'literal' ? part.value : undefined;
}

function visitWord(word: Word, survey: Survey): void {
  for (const part of word.parts) {
    if (part.kind === 'arithmetic-expansion') visitArithmetic(part.expression, survey);
    if (part.kind === 'parameter' && /=$/.test(part.operator)) survey.names.add(part.name);
  }
}

function visitArithmetic(expression: Arithmetic, survey: Survey): void {
  if (expression.kind === 'step' || expression.kind === 'assign') survey.names.add(expression.name);
  if (expression.kind === 'word') visitWord(expression.word, survey);
  for (const inner of operandsOf(expression)) visitArithmetic(inner, survey);
}

function operandsOf(expression: Arithmetic): readonly Arithmetic[] {
  switch (expression.kind) {
    case 'assign':
      return [expression.value];
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'ternary':
      return [expression.test, expression.yes, expression.no];
    case 'comma':
      return expression.items;
    default:
      return [];
  }
}

function visitTest(expression: TestExpression, survey: Survey): void {
  if (expression.kind === 'word') visitWord(expression.word, survey);
  if (expression.kind === 'unary') visitWord(expression.operand, survey);
  if (expression.kind === 'not') visitTest(expression.operand, survey);
  if (expression.kind === 'binary') for (const word of [expression.left, expression.right]) visitWord(word, survey);
  if (expression.kind === 'and' || expression.kind === 'or') {
    for (const inner of [expression.left, expression.right]) visitTest(inner, survey);
  }
}
