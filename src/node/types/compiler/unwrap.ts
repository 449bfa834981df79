import * as ts from './index.ts';

export function unwrap(expression: ts.Expression): ts.Expression {
  const isWrapper =
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isNonNullExpression(expression) ||
    ts.isTypeAssertion(expression);
  return isWrapper ? unwrap(expression.expression) : expression;
}
