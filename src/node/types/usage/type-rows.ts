import * as ts from '../compiler/index.ts';
import type { ApiRows, RowLookup } from './api-rows.ts';
import type { LibraryNames } from './library-names.ts';
import type { Meanings } from './meanings.ts';

/** Generic types whose first argument declares the rows: they contain all or some of its members, or a list of it. */
const WRAPPERS = ['Array', 'ReadonlyArray', 'Partial', 'Required', 'Readonly', 'NonNullable', 'Pick', 'Omit'];

export interface TypeContext {
  meanings: Meanings;
  names: LibraryNames;
  rows: RowLookup;
}

/**
 * Rows of `Option` for `readonly Option[]`, of `CascaderProps` for an interface that extends it, of the property for
 * `CascaderProps['options']`.
 */
export function rowsOfType(node: ts.TypeNode, context: TypeContext, seen: ReadonlySet<ts.Node> = new Set()): ApiRows[] {
  if (seen.has(node)) return [];
  const further = new Set([...seen, node]);
  const follow = (one: ts.TypeNode): ApiRows[] => rowsOfType(one, context, further);
  if (ts.isParenthesizedTypeNode(node) || ts.isTypeOperatorNode(node)) return follow(node.type);
  if (ts.isArrayTypeNode(node)) return follow(node.elementType);
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) return node.types.flatMap(follow);
  if (ts.isTupleTypeNode(node)) return node.elements.flatMap(follow);
  if (ts.isIndexedAccessTypeNode(node)) {
    const rows = follow(node.objectType);
    const name = indexOf(node);
    return name === undefined ? rows : rows.flatMap((one) => context.rows.ofMembers(one, name) ?? []);
  }
  if (ts.isTypeReferenceNode(node)) return rowsOfName(node.typeName, node.typeArguments, context, follow);
  return ts.isExpressionWithTypeArguments(node) ? rowsOfName(node.expression, node.typeArguments, context, follow) : [];
}

export function indexOf({ indexType }: ts.IndexedAccessTypeNode): string | undefined {
  return ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal) ? indexType.literal.text : undefined;
}

function rowsOfName(
  name: ts.EntityName | ts.Expression,
  typeArguments: readonly ts.TypeNode[] | undefined,
  { meanings, names, rows }: TypeContext,
  follow: (node: ts.TypeNode) => ApiRows[],
): ApiRows[] {
  const meaning = meanings.ofTypeName(name);
  if (!meaning) {
    const isWrapper = ts.isIdentifier(name) && WRAPPERS.includes(name.text);
    return isWrapper && typeArguments?.[0] ? follow(typeArguments[0]) : [];
  }
  if ('path' in meaning) {
    const component = names.componentOf(meaning.path);
    return component ? [rows.ofComponent(component)] : [];
  }
  if ('file' in meaning) return [];
  if (ts.isTypeAliasDeclaration(meaning.node)) return follow(meaning.node.type);
  return ts.isInterfaceDeclaration(meaning.node)
    ? (meaning.node.heritageClauses ?? []).flatMap(({ types }) =>
        types.flatMap((one) => follow(one as ts.Node as ts.TypeNode)),
      )
    : [];
}
