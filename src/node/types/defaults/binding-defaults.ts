import * as ts from '../compiler/index.ts';
import { unwrap } from '../compiler/unwrap.ts';
import type { Implementation } from './find-implementation.ts';

export type DefaultExpressions = Map<string, ts.Expression>;

/** Returns the defaults in the destructuring pattern of a component's props, and in code that is compiled for older JavaScript. */
export function propDefaults({ node }: Implementation): DefaultExpressions {
  const defaults: DefaultExpressions = new Map();
  if (ts.isClassLike(node)) {
    for (const member of node.members) readBody(member, new Set(['this.props']), defaults);
    return defaults;
  }
  const [props] = node.parameters;
  if (!props) return defaults;
  const names = new Set<string>();
  if (ts.isIdentifier(props.name)) names.add(props.name.text);
  else readPattern(props.name, names, defaults);
  if (node.body) readBody(node.body, names, defaults);
  return defaults;
}

export function parameterDefaults({ node }: Implementation): DefaultExpressions {
  if (ts.isClassLike(node)) return new Map();
  return new Map(
    node.parameters.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && initializer ? [[name.text, initializer] as const] : [],
    ),
  );
}

/** Reads a function's body without nested functions. `names` refer to the props: the parameter, and a `...rest` variable. */
function readBody(body: ts.Node, names: Set<string>, defaults: DefaultExpressions): void {
  /** Props, by the temporary variables to which compiled JavaScript assigns them: `_a = props.size`. */
  const held = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && node !== body) return;
    if (ts.isVariableDeclaration(node) && node.initializer) read(node.name, node.initializer);
    ts.forEachChild(node, visit);
  };
  const propIn = (node: ts.Expression): string | undefined => {
    if (ts.isIdentifier(node)) return held.get(node.text);
    return ts.isPropertyAccessExpression(node) && names.has(node.expression.getText()) ? node.name.text : undefined;
  };
  const read = (name: ts.BindingName, initializer: ts.Expression): void => {
    const value = unwrap(initializer);
    if (!ts.isIdentifier(name)) {
      if (names.has(value.getText())) readPattern(name, names, defaults);
      return;
    }
    if (names.has(value.getText())) names.add(name.text);
    const prop = propIn(value);
    if (prop !== undefined) held.set(name.text, prop);
    const [tested, fallback] = fallbackIn(value);
    const withDefault = tested && propIn(tested);
    if (withDefault !== undefined && fallback) note(defaults, withDefault, fallback);
  };
  visit(body);
}

function readPattern(pattern: ts.BindingPattern, names: Set<string>, defaults: DefaultExpressions): void {
  for (const element of pattern.elements) {
    if (!ts.isBindingElement(element)) continue;
    const { name, propertyName, initializer, dotDotDotToken } = element;
    if (dotDotDotToken && name && ts.isIdentifier(name)) names.add(name.text);
    const key = propertyName ?? name;
    if (initializer && key && (ts.isIdentifier(key) || ts.isStringLiteral(key))) note(defaults, key.text, initializer);
  }
}

/** Returns the tested expression and the fallback in `size === void 0 ? "small" : size` and in `size ?? "small"`. */
function fallbackIn(node: ts.Expression): [ts.Expression?, ts.Expression?] {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
    // A value that is not a literal is probably another source of the prop rather than its default.
    return ts.isLiteralExpression(node.right) || isBoolean(node.right) ? [node.left, node.right] : [];
  }
  if (!ts.isConditionalExpression(node) || !ts.isBinaryExpression(node.condition)) return [];
  const { left, operatorToken, right } = node.condition;
  const isTest = operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken;
  if (!isTest) return [];
  if (isUndefined(right)) return [left, node.whenTrue];
  return isUndefined(left) ? [right, node.whenTrue] : [];
}

function isUndefined(node: ts.Expression): boolean {
  return ts.isVoidExpression(node) || (ts.isIdentifier(node) && node.text === 'undefined');
}

function isBoolean(node: ts.Expression): boolean {
  return node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword;
}

function note(defaults: DefaultExpressions, name: string, value: ts.Expression): void {
  if (!defaults.has(name)) defaults.set(name, value);
}
