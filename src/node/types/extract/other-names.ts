import * as ts from '../compiler/index.ts';
import { unwrap } from '../compiler/unwrap.ts';
import { memberOf } from '../defaults/find-implementation.ts';
import { assignedTo } from '../defaults/module-syntax.ts';

/** Returns the `displayName` of a component, its declared name, and the names of what `forwardRef`, `memo` and casts wrap. */
export function otherNames({ valueDeclaration, declarations }: ts.Symbol): string[] {
  const declaration = valueDeclaration ?? declarations?.[0];
  if (!declaration) return [];
  const declared = ts.nameOfDeclaration(declaration);
  // Declaration files call an unnamed default `_default`.
  const own = declared && ts.isIdentifier(declared) && declared.text !== '_default' ? declared.text : undefined;
  const value = initializerOf(declaration);
  const shown = displayName(declaration, own, value);
  return [own, ...(value ? wrappedNames(value) : []), shown].filter((name) => name !== undefined);
}

/** Returns the first name of what an expression wraps: that of the component in `memo(forwardRef(function Button() {…}))`. */
export function wrappedName(expression: ts.Expression): string | undefined {
  return wrappedNames(expression)[0];
}

function wrappedNames(expression: ts.Expression): string[] {
  const inner = unwrap(expression);
  if (ts.isIdentifier(inner)) return [inner.text];
  if (ts.isFunctionExpression(inner) || ts.isClassExpression(inner)) return inner.name ? [inner.name.text] : [];
  return ts.isCallExpression(inner) ? inner.arguments.flatMap(wrappedNames) : [];
}

function initializerOf(declaration: ts.Node): ts.Expression | undefined {
  if (ts.isVariableDeclaration(declaration)) return declaration.initializer;
  return ts.isExportAssignment(declaration) ? declaration.expression : undefined;
}

function displayName(
  declaration: ts.Node,
  own: string | undefined,
  value: ts.Expression | undefined,
): string | undefined {
  const statics = ts.isClassLike(declaration) ? declaration.members.filter(ts.isPropertyDeclaration) : [];
  const call = value && unwrap(value);
  const assigned = [
    own === undefined ? undefined : assignedTo(declaration.getSourceFile(), own, 'displayName'),
    statics.find(({ name }) => name.getText() === 'displayName')?.initializer,
    // `Object.assign(Menu, { displayName: 'Menu' })`.
    ...(call && ts.isCallExpression(call) ? call.arguments.map((one) => memberOf(one, 'displayName')) : []),
  ];
  return assigned.find((node) => node !== undefined && ts.isStringLiteralLike(node))?.text;
}
