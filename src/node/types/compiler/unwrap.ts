import * as ts from './index.ts';

/** Returns an expression without the parentheses and casts around it. */
export function unwrap(expression: ts.Expression): ts.Expression {
  const isWrapper =
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isNonNullExpression(expression) ||
    ts.isTypeAssertion(expression);
  return isWrapper ? unwrap(expression.expression) : expression;
}
