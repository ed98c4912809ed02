/** Reads the titles of the tests out of a test file's source, without running it. */
import ts from 'typescript';

export interface TestTitle {
  /** As the source has it: placeholders of parametrised titles stay (`%s`, `$name`, `${width}`). */
  readonly title: string;
  /** Titles of the describes around it, outermost first. */
  readonly within: readonly string[];
  /** It is skipped, to be done or expected to fail, itself or by a describe around it. */
  readonly isOff: boolean;
}

const OFF = new Set(['skip', 'todo', 'fixme', 'skipIf', 'runIf', 'fails', 'fail']);
const MODIFIERS = new Set([...OFF, 'each', 'for', 'concurrent', 'sequential', 'serial', 'only']);

interface Opening {
  readonly kind: 'test' | 'describe';
  readonly modifiers: readonly string[];
}

export interface TestFile {
  /** In the order of the file. */
  readonly tests: readonly TestTitle[];
  /** Every string and number written in it: what the runs of parametrised tests are named after. */
  readonly values: ReadonlySet<string>;
}

export function readTestFile(source: string, fileName = 'some.test.ts'): TestFile {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const found: TestTitle[] = [];
  const values = new Set<string>();

  const visit = (node: ts.Node, within: readonly string[], isOff: boolean): void => {
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) values.add(node.text);
    const opening = ts.isCallExpression(node) ? openingOf(node.expression) : null;
    if (opening === null || !ts.isCallExpression(node)) {
      ts.forEachChild(node, (child) => visit(child, within, isOff));
      return;
    }
    const title = titleOf(node.arguments[0]);
    const isOffHere = isOff || opening.modifiers.some((modifier) => OFF.has(modifier));
    if (opening.kind === 'describe') {
      const inside = title === null ? within : [...within, title];
      for (const part of [node.expression, ...node.arguments]) visit(part, inside, isOffHere);
      return;
    }
    if (title !== null) found.push({ title, within, isOff: isOffHere });
    ts.forEachChild(node, (child) => visit(child, within, isOffHere));
  };
  visit(file, [], false);
  return { tests: found, values };
}

/** `test(`, `it.each(rows)(`, `describe.concurrent.each(rows)(`, `test.describe(`; null for any other call. */
function openingOf(callee: ts.Expression): Opening | null {
  const names: string[] = [];
  let inner = callee;
  while (!ts.isIdentifier(inner)) {
    if (ts.isPropertyAccessExpression(inner)) {
      names.unshift(inner.name.text);
      inner = inner.expression;
    } else if (ts.isCallExpression(inner) || ts.isTaggedTemplateExpression(inner)) {
      inner = ts.isCallExpression(inner) ? inner.expression : inner.tag;
    } else return null;
  }
  const isDescribe = inner.text === 'describe' || names[0] === 'describe';
  if (!isDescribe && inner.text !== 'test' && inner.text !== 'it') return null;
  const modifiers = names[0] === 'describe' ? names.slice(1) : names;
  if (!modifiers.every((name) => MODIFIERS.has(name))) return null;
  // `it.each(rows)` alone is the first half of a call; its second half carries the title.
  const last = modifiers.at(-1);
  const isHalf = last === 'each' || last === 'for' || last === 'skipIf' || last === 'runIf';
  if (isHalf && !ts.isCallExpression(callee) && !ts.isTaggedTemplateExpression(callee)) return null;
  return { kind: isDescribe ? 'describe' : 'test', modifiers };
}

function titleOf(argument: ts.Expression | undefined): string | null {
  if (argument === undefined) return null;
  if (ts.isStringLiteral(argument) || ts.isNoSubstitutionTemplateLiteral(argument)) {
    return argument.text;
  }
  if (!ts.isTemplateExpression(argument)) return null;
  const spans = argument.templateSpans.map(
    ({ expression, literal }) => `\${${expression.getText()}}${literal.text}`,
  );
  return argument.head.text + spans.join('');
}

const PLACEHOLDER = /%(?:\.\d+)?[sdifjopO#$]|\$\{[^}]*\}|\$[\w.]+/g;

/** Whether `named` is what one run of a parametrised test is called, with values that the file has. */
export function isRunOf(title: string, named: string, values: ReadonlySet<string>): boolean {
  const fixed = title.split(PLACEHOLDER);
  if (fixed.length === 1) return false;
  const pattern = fixed.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.+?)');
  const filled = new RegExp(`^${pattern}$`, 's').exec(named)?.slice(1);
  return filled?.every((value) => values.has(value)) ?? false;
}
