import {
  type ClassLikeDeclaration,
  type Identifier,
  type ImportDeclaration,
  isClassDeclaration,
  isClassExpression,
  isFunctionLikeDeclaration,
  isImportDeclaration,
  isStringLiteral,
  type Node,
  type NoSubstitutionTemplateLiteral,
  type ParameterDeclaration,
  type ShorthandPropertyAssignment,
  type SignatureDeclaration,
  type StringLiteral,
  SyntaxKind,
} from 'typescript/unstable/ast';

export {
  type ArrayBindingElement,
  type ArrowFunction,
  type BindingElement,
  type BindingName,
  type BindingPattern,
  type CallExpression,
  type ClassDeclaration,
  type ClassElement,
  type ClassLikeDeclaration,
  type Declaration,
  type EntityName,
  type ExportDeclaration,
  type Expression,
  type FunctionLikeDeclaration,
  type FunctionTypeNode,
  type Identifier,
  type ImportDeclaration,
  type ImportTypeNode,
  type IndexedAccessTypeNode,
  isArrayBindingPattern,
  isArrayLiteralExpression,
  isArrayTypeNode,
  isArrowFunction,
  isAsExpression,
  isAwaitExpression,
  isBigIntLiteral,
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isCaseClause,
  isCatchClause,
  isClassDeclaration,
  isClassExpression,
  isComputedPropertyName,
  isConditionalExpression,
  isDefaultClause,
  isElementAccessExpression,
  isEnumDeclaration,
  isEnumMember,
  isExportAssignment,
  isExportDeclaration,
  isExpression,
  isExpressionStatement,
  isExpressionWithTypeArguments,
  isForInStatement,
  isForOfStatement,
  isForStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isFunctionTypeNode,
  isIdentifier,
  isImportClause,
  isImportDeclaration,
  isImportSpecifier,
  isImportTypeNode,
  isIndexedAccessTypeNode,
  isIndexSignatureDeclaration,
  isInterfaceDeclaration,
  isIntersectionTypeNode,
  isJsxAttribute,
  isJsxExpression,
  isJsxOpeningElement,
  isJsxSelfClosingElement,
  isJsxSpreadAttribute,
  isJsxText,
  isLiteralExpression,
  isLiteralTypeNode,
  isModuleBlock,
  isNamedExports,
  isNamedImports,
  isNamespaceImport,
  isNewExpression,
  isNonNullExpression,
  isNumericLiteral,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isParameterDeclaration as isParameter,
  isParenthesizedExpression,
  isParenthesizedTypeNode,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isPropertyDeclaration,
  isPropertySignatureDeclaration as isPropertySignature,
  isQualifiedName,
  isReturnStatement,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isSourceFile,
  isSpreadAssignment,
  isSpreadElement,
  isStringLiteral,
  isTupleTypeNode,
  isTypeAliasDeclaration,
  isTypeAssertion,
  isTypeLiteralNode,
  isTypeNode,
  isTypeOperatorNode,
  isTypeParameterDeclaration,
  isTypeReferenceNode,
  isUnionTypeNode,
  isVariableDeclaration,
  isVariableDeclarationList,
  isVariableStatement,
  isVoidExpression,
  type JsxAttribute,
  type JsxChild,
  type JsxElement,
  type JsxOpeningLikeElement,
  type Node,
  NodeFlags,
  type ObjectLiteralElementLike,
  type ObjectLiteralExpression,
  type ParameterDeclaration,
  type PropertyAccessExpression,
  type PropertySignatureDeclaration as PropertySignature,
  type SignatureDeclaration,
  type SourceFile,
  type Statement,
  SyntaxKind,
  type TypeAliasDeclaration,
  type TypeNode,
  type TypeParameterDeclaration,
  type TypeReferenceNode,
  type UnionTypeNode,
  type VariableDeclaration,
} from 'typescript/unstable/ast';

export function forEachChild<Value>(node: Node, visit: (child: Node) => Value | undefined): Value | undefined {
  return node.forEachChild(visit);
}

export function isClassLike(node: Node): node is ClassLikeDeclaration {
  return isClassDeclaration(node) || isClassExpression(node);
}

const SIGNATURES: readonly SyntaxKind[] = [
  SyntaxKind.CallSignature,
  SyntaxKind.ConstructSignature,
  SyntaxKind.MethodSignature,
  SyntaxKind.IndexSignature,
  SyntaxKind.FunctionType,
  SyntaxKind.ConstructorType,
];

export function isFunctionLike(node: Node): node is SignatureDeclaration {
  return isFunctionLikeDeclaration(node) || SIGNATURES.includes(node.kind);
}

const SCOPES: readonly SyntaxKind[] = [
  SyntaxKind.Block,
  SyntaxKind.CaseBlock,
  SyntaxKind.CatchClause,
  SyntaxKind.ClassDeclaration,
  SyntaxKind.ClassExpression,
  SyntaxKind.ConditionalType,
  SyntaxKind.ForInStatement,
  SyntaxKind.ForOfStatement,
  SyntaxKind.ForStatement,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.MappedType,
  SyntaxKind.ModuleDeclaration,
  SyntaxKind.SourceFile,
  SyntaxKind.TypeAliasDeclaration,
];

/** Returns the innermost enclosing node that may declare names. Within that node, all names have the same meaning. */
export function scopeOf(node: Node): Node {
  const { parent } = node;
  return !parent || SCOPES.includes(parent.kind) || isFunctionLike(parent) ? (parent ?? node) : scopeOf(parent);
}

export function isStringLiteralLike(node: Node): node is StringLiteral | NoSubstitutionTemplateLiteral {
  return isStringLiteral(node) || node.kind === SyntaxKind.NoSubstitutionTemplateLiteral;
}

export function nameOfDeclaration(declaration: Node): Node | undefined {
  const { name } = declaration as Node & { name?: Node };
  return name;
}

export function importOf(node: Node): ImportDeclaration {
  return isImportDeclaration(node) ? node : importOf(node.parent);
}

/** Returns the name in `{ name }`, which is also the value. */
export function shorthandName({ name }: ShorthandPropertyAssignment): Identifier {
  return name as Identifier;
}

export function hasModifier(node: Node, kind: SyntaxKind): boolean {
  const { modifiers = [] } = node as Node & { modifiers?: readonly Node[] };
  return modifiers.some((modifier) => modifier.kind === kind);
}

export function isInaccessible(node: Node): boolean {
  return hasModifier(node, SyntaxKind.PrivateKeyword) || hasModifier(node, SyntaxKind.ProtectedKeyword);
}

export function isOptionalParameter(parameter: ParameterDeclaration): boolean {
  const { parameters } = parameter.parent as SignatureDeclaration;
  const following = parameters.slice(parameters.indexOf(parameter));
  if (parameter.questionToken || parameter.dotDotDotToken) return true;
  return following.every(
    ({ initializer, questionToken, dotDotDotToken }) => initializer ?? questionToken ?? dotDotDotToken,
  );
}
