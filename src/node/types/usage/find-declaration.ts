import * as ts from '../compiler/index.ts';

export type NameSpace = 'value' | 'type';

/** In the innermost scope that declares it. Undefined for a global. */
export function findDeclaration(name: string, at: ts.Node, space: NameSpace): ts.Declaration | undefined {
  for (let scope = at.parent; scope; scope = scope.parent) {
    const found = declaredIn(scope, name, space);
    if (found) return found;
  }
  return undefined;
}

function declaredIn(scope: ts.Node, name: string, space: NameSpace): ts.Declaration | undefined {
  if (
    ts.isSourceFile(scope) ||
    ts.isBlock(scope) ||
    ts.isModuleBlock(scope) ||
    ts.isCaseClause(scope) ||
    ts.isDefaultClause(scope)
  ) {
    return first(scope.statements, (statement) => declaredBy(statement, name, space));
  }
  if (space === 'type') {
    const isGeneric =
      ts.isFunctionLike(scope) ||
      ts.isClassLike(scope) ||
      ts.isInterfaceDeclaration(scope) ||
      ts.isTypeAliasDeclaration(scope);
    return isGeneric ? scope.typeParameters?.find((parameter) => parameter.name.text === name) : undefined;
  }
  if (ts.isFunctionLike(scope)) {
    const own = ts.isFunctionExpression(scope) && scope.name?.text === name ? scope : undefined;
    return first(scope.parameters, (parameter) => boundBy(parameter, name)) ?? own;
  }
  if (ts.isForStatement(scope) || ts.isForInStatement(scope) || ts.isForOfStatement(scope)) {
    const { initializer } = scope;
    return initializer && ts.isVariableDeclarationList(initializer)
      ? first(initializer.declarations, (one) => boundBy(one, name))
      : undefined;
  }
  return ts.isCatchClause(scope) && scope.variableDeclaration ? boundBy(scope.variableDeclaration, name) : undefined;
}

function declaredBy(statement: ts.Statement, name: string, space: NameSpace): ts.Declaration | undefined {
  if (ts.isImportDeclaration(statement)) return importedBy(statement, name);
  if (ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement)) {
    return statement.name?.text === name ? statement : undefined;
  }
  if (space === 'type') {
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    return isType && statement.name.text === name ? statement : undefined;
  }
  if (ts.isFunctionDeclaration(statement)) return statement.name?.text === name ? statement : undefined;
  return ts.isVariableStatement(statement)
    ? first(statement.declarationList.declarations, (one) => boundBy(one, name))
    : undefined;
}

function importedBy({ importClause }: ts.ImportDeclaration, name: string): ts.Declaration | undefined {
  if (importClause?.name?.text === name) return importClause;
  const bindings = importClause?.namedBindings;
  if (!bindings) return undefined;
  if (ts.isNamespaceImport(bindings)) return bindings.name.text === name ? bindings : undefined;
  return bindings.elements.find((element) => element.name.text === name);
}

/** Returns the declaration itself, or the element of its pattern that has the name. */
function boundBy(
  declaration: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement,
  name: string,
): ts.Declaration | undefined {
  const { name: bound } = declaration;
  if (!bound) return undefined;
  if (ts.isIdentifier(bound)) return bound.text === name ? declaration : undefined;
  return first<ts.ArrayBindingElement>(bound.elements, (element) =>
    ts.isBindingElement(element) ? boundBy(element, name) : undefined,
  );
}

function first<Item>(
  items: readonly Item[],
  find: (item: Item) => ts.Declaration | undefined,
): ts.Declaration | undefined {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return undefined;
}
