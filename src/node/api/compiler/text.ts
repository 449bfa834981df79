/** Trees of types that are changed before they are printed. */
import {
  type ImportTypeNode,
  type Node,
  type StringLiteral,
  SyntaxKind,
  type TypeNode,
  type TypeReferenceNode,
} from 'typescript/unstable/ast';
import {
  createIdentifier,
  createKeywordExpression,
  createKeywordTypeNode,
  createLiteralTypeNode,
  createStringLiteral,
  createTypeReferenceNode,
  createUnionTypeNode,
  updateImportTypeNode,
  updateTypeReferenceNode,
} from 'typescript/unstable/ast/factory';

export { visitEachChild } from 'typescript/unstable/ast/visitor';

/** A reference to a type by another name. */
export function renamed(node: TypeReferenceNode, name: string): TypeReferenceNode {
  return updateTypeReferenceNode(node, createIdentifier(name), node.typeArguments);
}

/** A text in double quotes. */
export function stringNode(text: string): StringLiteral {
  return createStringLiteral(text, 0);
}

/** A reference to a type. */
export function referenceNode(name: string): TypeReferenceNode {
  return createTypeReferenceNode(createIdentifier(name));
}

export function unionNode(types: readonly TypeNode[]): TypeNode {
  return createUnionTypeNode(types);
}

export function anyNode(): TypeNode {
  return createKeywordTypeNode(SyntaxKind.AnyKeyword);
}

export function booleanNode(): TypeNode {
  return createKeywordTypeNode(SyntaxKind.BooleanKeyword);
}

export function nullNode(): TypeNode {
  return createLiteralTypeNode(createKeywordExpression(SyntaxKind.NullKeyword));
}

/** The type of an import with another path. */
export function withPath(node: ImportTypeNode, path: string): Node {
  const argument = createLiteralTypeNode(stringNode(path));
  return updateImportTypeNode(node, argument, node.attributes, node.qualifier, node.typeArguments);
}
