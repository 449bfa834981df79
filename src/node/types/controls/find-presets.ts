import * as ts from '../compiler/index.ts';

export const PRESETS_EXPORT = 'controls';

export interface Presets {
  statement: ts.Node;
  /** Expressions by prop and name, in source order. */
  byProp: Map<string, Map<string, ts.Node>>;
}

/** Finds `export const controls = defineControls<Props>()({ icon: { Star: <Star /> } })`, or the same object without the function. */
export function findPresets(source: ts.SourceFile): Presets | undefined {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement) || !ts.hasModifier(statement, ts.SyntaxKind.ExportKeyword)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!ts.isIdentifier(name) || name.text !== PRESETS_EXPORT || !initializer) continue;
      const object = objectIn(initializer);
      return object && { statement, byProp: new Map(entriesOf(object).map(([prop, own]) => [prop, presetsOf(own)])) };
    }
  }
  return undefined;
}

function objectIn(node: ts.Node): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(node)) return node;
  if (ts.isSatisfiesExpression(node) || ts.isAsExpression(node) || ts.isParenthesizedExpression(node))
    return objectIn(node.expression);
  const argument = ts.isCallExpression(node) ? node.arguments[0] : undefined;
  return argument && objectIn(argument);
}

function presetsOf(node: ts.Node): Map<string, ts.Node> {
  const object = objectIn(node);
  return new Map(object ? entriesOf(object) : []);
}

function entriesOf({ properties }: ts.ObjectLiteralExpression): [string, ts.Node][] {
  return properties.flatMap((property): [string, ts.Node][] => {
    if (ts.isShorthandPropertyAssignment(property)) return [[property.name.getText(), ts.shorthandName(property)]];
    if (!ts.isPropertyAssignment(property)) return [];
    const { name, initializer } = property;
    return ts.isIdentifier(name) || ts.isStringLiteral(name) ? [[name.text, initializer]] : [];
  });
}
