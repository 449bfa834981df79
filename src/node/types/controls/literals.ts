import type { Json } from '../../../shared/entities.ts';
import * as ts from '../compiler/index.ts';

export function literalOf(node: ts.Node): Json | undefined {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return literalOf(node.expression);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken) {
    const value = literalOf(node.operand);
    return typeof value === 'number' ? -value : undefined;
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (node.kind === ts.SyntaxKind.NullKeyword) return null;
  if (ts.isArrayLiteralExpression(node)) {
    const items = node.elements.map(literalOf);
    return items.includes(undefined) ? undefined : (items as Json[]);
  }
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const entries = node.properties.map((property): [string, Json | undefined] => {
    if (!ts.isPropertyAssignment(property)) return ['', undefined];
    const { name } = property;
    const key = ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : '';
    return [key, key === '' || key === '__proto__' ? undefined : literalOf(property.initializer)];
  });
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries as [string, Json][]);
}

export function isTypeOnly(clause: ts.ImportDeclaration['importClause']): boolean {
  return clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}
