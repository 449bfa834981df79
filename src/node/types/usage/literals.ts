import * as ts from '../compiler/index.ts';
import { unwrap } from '../compiler/unwrap.ts';
import type { Meanings } from './meanings.ts';
import { nameOfCallee, nameOfProperty } from './name-syntax.ts';

export interface LiteralProperty {
  name: string;
  /** Value of the property. Undefined for methods and accessors. */
  value?: ts.Expression;
}

/** Functions that return the result of the function in their first argument, or a list of its results. */
const CALLS_OF_ARGUMENT = ['useMemo', 'map', 'flatMap'];
const EITHER_SIDE = [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken];
const RIGHT_SIDE = [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.CommaToken];

/** Finds literals anywhere in the demo, including spread objects, both branches of conditionals, and results of the demo's functions. */
export function propertiesIn(expression: ts.Expression, meanings: Meanings): LiteralProperty[] {
  const seen = new Set<ts.Node>();
  const properties: LiteralProperty[] = [];

  const visit = (one: ts.Expression | undefined): void => {
    const meaning = one && meanings.ofExpression(one);
    if (!meaning || !('node' in meaning) || seen.has(meaning.node)) return;
    const { node } = meaning;
    seen.add(node);
    if (ts.isObjectLiteralExpression(node)) node.properties.forEach(visitProperty);
    else if (ts.isArrayLiteralExpression(node)) for (const element of node.elements) visit(spreadOr(element));
    else if (ts.isConditionalExpression(node)) {
      visit(node.whenTrue);
      visit(node.whenFalse);
    } else if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      if (EITHER_SIDE.includes(kind)) visit(node.left);
      if (EITHER_SIDE.includes(kind) || RIGHT_SIDE.includes(kind)) visit(node.right);
    } else if (ts.isAwaitExpression(node)) visit(node.expression);
    else if (ts.isCallExpression(node)) visitCall(node);
  };

  const visitProperty = (property: ts.ObjectLiteralElementLike): void => {
    if (ts.isSpreadAssignment(property)) {
      visit(property.expression);
      return;
    }
    const name = nameOfProperty(property);
    if (name === undefined) return;
    if (ts.isPropertyAssignment(property)) properties.push({ name, value: property.initializer });
    else if (ts.isShorthandPropertyAssignment(property)) properties.push({ name, value: ts.shorthandName(property) });
    else properties.push({ name });
  };

  const visitCall = (call: ts.CallExpression): void => {
    const callee = CALLS_OF_ARGUMENT.includes(nameOfCallee(call) ?? '') ? call.arguments[0] : call.expression;
    const meaning = callee && meanings.ofExpression(callee);
    if (!meaning || !('node' in meaning) || !ts.isFunctionLike(meaning.node)) return;
    for (const result of resultsOf(meaning.node)) visit(result);
  };

  visit(expression);
  return properties;
}

export function resultsOf(node: ts.SignatureDeclaration): ts.Expression[] {
  const body = (node as ts.FunctionLikeDeclaration).body;
  if (!body) return [];
  if (!ts.isBlock(body)) return [body];
  const results: ts.Expression[] = [];
  const visit = (inner: ts.Node): void => {
    if (ts.isReturnStatement(inner)) results.push(...(inner.expression ? [inner.expression] : []));
    else if (!ts.isFunctionLike(inner) && !ts.isClassLike(inner)) ts.forEachChild(inner, visit);
  };
  visit(body);
  return results;
}

function spreadOr(element: ts.Expression): ts.Expression {
  const inner = unwrap(element);
  return ts.isSpreadElement(inner) ? inner.expression : inner;
}
