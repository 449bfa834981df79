import * as ts from '../compiler/index.ts';
import { unwrap } from '../compiler/unwrap.ts';
import { locationOf } from './find-implementation.ts';
import type { SourceModules } from './source-modules.ts';

/** Only the kind of longer values is shown. */
const MAX_LENGTH = 80;

/**
 * Strings have double quotes, constants are replaced by their value, and long values become an outline. Undefined for
 * `undefined`.
 */
export function defaultText(modules: SourceModules, file: ts.SourceFile, value: ts.Expression): string | undefined {
  const node = unwrap(value);
  if (ts.isVoidExpression(node) || (ts.isIdentifier(node) && node.text === 'undefined')) return undefined;
  const literal = literalText(node);
  if (literal !== undefined) return literal;
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) {
    return constantText(modules, file, node) ?? node.getText(file).replace(/^_\w+\.(?=\w)/, '');
  }
  const text = node
    .getText(file)
    .replace(/\/\*\s*[#@]__PURE__\s*\*\/\s*/g, '')
    .replace(/\s+/g, ' ');
  return text.length <= MAX_LENGTH ? text : outline(node, file);
}

/** Returns a literal as source text. `!0` and `!1` in minified code become `true` and `false`. */
function literalText(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return JSON.stringify(node.text);
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) return node.text;
  if (ts.isPrefixUnaryExpression(node) && ts.isNumericLiteral(node.operand)) {
    if (node.operator === ts.SyntaxKind.MinusToken) return `-${node.operand.text}`;
    if (node.operator === ts.SyntaxKind.ExclamationToken) return String(node.operand.text === '0');
  }
  const words: Partial<Record<ts.SyntaxKind, string>> = {
    [ts.SyntaxKind.TrueKeyword]: 'true',
    [ts.SyntaxKind.FalseKeyword]: 'false',
    [ts.SyntaxKind.NullKeyword]: 'null',
  };
  return words[node.kind];
}

function constantText(modules: SourceModules, file: ts.SourceFile, node: ts.Expression): string | undefined {
  const location = locationOf(modules, file, node);
  if (!location) return undefined;
  const value = ts.isVariableDeclaration(location.node) ? location.node.initializer : location.node;
  return value && ts.isExpression(value) ? literalText(unwrap(value)) : undefined;
}

function outline(node: ts.Expression, file: ts.SourceFile): string {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
    return `(${node.parameters.map((parameter) => parameter.name.getText(file)).join(', ')}) => …`.replace(/\s+/g, ' ');
  }
  if (ts.isObjectLiteralExpression(node)) return '{ … }';
  if (ts.isArrayLiteralExpression(node)) return '[ … ]';
  return '…';
}
