import * as ts from '../compiler/index.ts';

/** Name in another module, or in the same module if there is no specifier. */
export interface Import {
  specifier: string | undefined;
  name: string;
}

/** Returns the declaration or the import of a name at the top level of a file. */
export function bindingIn(file: ts.SourceFile, name: string): ts.Node | Import | undefined {
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) {
      const found = statement.declarationList.declarations.find((one) => isNamed(one.name, name));
      if (found?.initializer) return found;
    } else if (ts.isFunctionDeclaration(statement)) {
      if (statement.body && isNamed(statement.name, name)) return statement;
    } else if (ts.isClassDeclaration(statement)) {
      if (isNamed(statement.name, name)) return statement;
    } else if (ts.isImportDeclaration(statement)) {
      const imported = importIn(statement, name);
      if (imported) return imported;
    }
  }
  return undefined;
}

export function exportIn(file: ts.SourceFile, name: string): { found: ts.Node | Import | undefined; stars: string[] } {
  const stars: string[] = [];
  for (const statement of file.statements) {
    const found = exportOf(statement, name);
    if (found) return { found, stars };
    if (ts.isExportDeclaration(statement) && !statement.exportClause) stars.push(specifierOf(statement) ?? '');
  }
  return { found: undefined, stars };
}

/** Returns the last value that is assigned to a property. */
export function assignedTo(file: ts.SourceFile, owner: string, property: string): ts.Expression | undefined {
  return file.statements.flatMap((statement) => assignment(statement, owner, property) ?? []).at(-1);
}

/** Returns the module in `require("./module")`, even if that call is inside other calls. */
export function requiredIn(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [first] = node.arguments;
  if (isNamed(node.expression, 'require') && first && ts.isStringLiteral(first)) return first.text;
  return node.arguments.map(requiredIn).find((specifier) => specifier !== undefined);
}

function exportOf(statement: ts.Statement, name: string): ts.Node | Import | undefined {
  if (ts.isExportAssignment(statement)) return name === 'default' ? statement.expression : undefined;
  if (ts.isExportDeclaration(statement)) {
    const clause = statement.exportClause;
    const specifier = clause && ts.isNamedExports(clause) && clause.elements.find((one) => one.name.text === name);
    return specifier
      ? { specifier: specifierOf(statement), name: (specifier.propertyName ?? specifier.name).text }
      : undefined;
  }
  if (ts.isExpressionStatement(statement)) {
    return (
      assignment(statement, 'exports', name) ??
      (name === 'default' ? assignment(statement, 'module', 'exports') : undefined)
    );
  }
  if (!ts.hasModifier(statement, ts.SyntaxKind.ExportKeyword)) return undefined;
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.find((one) => isNamed(one.name, name));
  }
  if (ts.isFunctionDeclaration(statement) ? !statement.body : !ts.isClassDeclaration(statement)) return undefined;
  const isDefault = ts.hasModifier(statement, ts.SyntaxKind.DefaultKeyword);
  return isDefault
    ? name === 'default'
      ? statement
      : undefined
    : isNamed((statement as ts.ClassDeclaration).name, name)
      ? statement
      : undefined;
}

function importIn({ importClause, moduleSpecifier }: ts.ImportDeclaration, name: string): Import | undefined {
  if (!importClause || !ts.isStringLiteral(moduleSpecifier)) return undefined;
  const specifier = moduleSpecifier.text;
  if (isNamed(importClause.name, name)) return { specifier, name: 'default' };
  const { namedBindings } = importClause;
  const found =
    namedBindings && ts.isNamedImports(namedBindings) && namedBindings.elements.find((one) => one.name.text === name);
  return found ? { specifier, name: (found.propertyName ?? found.name).text } : undefined;
}

/** Returns the value of `owner.property = value`, even in chains such as `exports.a = exports.b = value`. Ignores a first `void 0`. */
function assignment(statement: ts.Statement, owner: string, property: string): ts.Expression | undefined {
  if (!ts.isExpressionStatement(statement)) return undefined;
  let matches = false;
  let value: ts.Expression = statement.expression;
  while (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const { left } = value;
    if (ts.isPropertyAccessExpression(left) && isNamed(left.expression, owner) && left.name.text === property)
      matches = true;
    value = value.right;
  }
  return matches && !ts.isVoidExpression(value) ? value : undefined;
}

function specifierOf({ moduleSpecifier }: ts.ExportDeclaration): string | undefined {
  return moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
}

function isNamed(node: ts.Node | undefined, name: string): boolean {
  return node !== undefined && ts.isIdentifier(node) && node.text === name;
}
