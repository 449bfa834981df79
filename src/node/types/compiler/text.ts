import {
  type FunctionTypeNode,
  type ImportTypeNode,
  isArrayTypeNode,
  isIdentifier,
  isLiteralTypeNode,
  isPropertySignatureDeclaration,
  isStringLiteral,
  isTypeReferenceNode,
  isUnionTypeNode,
  type Node,
  type ParameterDeclaration,
  type PropertySignatureDeclaration,
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
  updateFunctionTypeNode,
  updateImportTypeNode,
  updateParameterDeclaration,
  updatePropertySignatureDeclaration,
  updateTypeReferenceNode,
} from 'typescript/unstable/ast/factory';

export { visitEachChild } from 'typescript/unstable/ast/visitor';

export function renamed(node: TypeReferenceNode, name: string): TypeReferenceNode {
  return updateTypeReferenceNode(node, createIdentifier(name), node.typeArguments);
}

export function withType(node: ParameterDeclaration | PropertySignatureDeclaration, type: TypeNode): Node {
  if (isPropertySignatureDeclaration(node)) {
    const { modifiers, name, postfixToken, initializer } = node;
    return updatePropertySignatureDeclaration(node, modifiers, name, postfixToken, type, initializer);
  }
  const { modifiers, dotDotDotToken, name, questionToken, initializer } = node;
  return updateParameterDeclaration(node, modifiers, dotDotDotToken, name, questionToken, type, initializer);
}

export function withArguments(node: TypeReferenceNode, typeArguments: readonly TypeNode[]): TypeReferenceNode {
  return updateTypeReferenceNode(node, node.typeName, typeArguments.length > 0 ? typeArguments : undefined);
}

export function functionNode(
  node: FunctionTypeNode,
  typeOf: (index: number) => TypeNode,
  returned: TypeNode,
): FunctionTypeNode {
  const parameters = node.parameters.map((one, index) => withType(one, typeOf(index)) as ParameterDeclaration);
  return updateFunctionTypeNode(node, node.typeParameters, parameters, returned);
}

export function stringNode(text: string): StringLiteral {
  return createStringLiteral(text, 0);
}

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

export function withPath(node: ImportTypeNode, path: string): Node {
  const argument = createLiteralTypeNode(stringNode(path));
  return updateImportTypeNode(node, argument, node.attributes, node.qualifier, node.typeArguments);
}

const WORDS = new Map<SyntaxKind, string>([
  [SyntaxKind.AnyKeyword, 'any'],
  [SyntaxKind.BooleanKeyword, 'boolean'],
  [SyntaxKind.FalseKeyword, 'false'],
  [SyntaxKind.NeverKeyword, 'never'],
  [SyntaxKind.NullKeyword, 'null'],
  [SyntaxKind.NumberKeyword, 'number'],
  [SyntaxKind.ObjectKeyword, 'object'],
  [SyntaxKind.StringKeyword, 'string'],
  [SyntaxKind.TrueKeyword, 'true'],
  [SyntaxKind.UndefinedKeyword, 'undefined'],
  [SyntaxKind.UnknownKeyword, 'unknown'],
  [SyntaxKind.VoidKeyword, 'void'],
]);

/** Returns the text of a simple type without a query: most types are simple, and querying their text would take most of the time. */
export function simpleText(node: Node): string | undefined {
  const word = WORDS.get(node.kind);
  if (word !== undefined) return word;
  if (isIdentifier(node)) return node.text;
  if (isLiteralTypeNode(node)) return simpleText(node.literal);
  if (isStringLiteral(node)) return /^[\w .:#%-]*$/.test(node.text) ? `"${node.text}"` : undefined;
  if (isUnionTypeNode(node)) return joined(node.types, ' | ');
  if (isArrayTypeNode(node)) {
    const element = isUnionTypeNode(node.elementType) ? undefined : simpleText(node.elementType);
    return element && `${element}[]`;
  }
  if (!isTypeReferenceNode(node)) return undefined;
  const name = simpleText(node.typeName);
  if (!node.typeArguments?.length) return name;
  const given = joined(node.typeArguments, ', ');
  return name && given && `${name}<${given}>`;
}

function joined(nodes: readonly Node[], separator: string): string | undefined {
  const texts = nodes.map(simpleText);
  return texts.includes(undefined) ? undefined : texts.join(separator);
}
