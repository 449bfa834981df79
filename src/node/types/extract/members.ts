import * as ts from '../compiler/index.ts';
import type { TypesContext } from './context.ts';
import { partsOf } from './type-shape.ts';

/** A member of one or several types. */
export interface Member {
  name: string;
  /** Absent for an index signature. */
  symbol?: ts.Symbol;
  declarations: readonly ts.Declaration[];
  /** One, or what it is in each of the types that have it. */
  types: ts.Type[];
  optional: boolean;
}

/**
 * Members of all the types together, such as the props of each overload or of each part of a union. What some of the
 * types lack is optional. The order is that of the declarations, an interface before what it extends.
 *
 * @param declared where the types are written
 */
export function membersOf(context: TypesContext, types: readonly ts.Type[], declared?: ts.Node): Member[] {
  const objects = inWrittenOrder(types.flatMap(partsOf));
  const members = new Map<string, Member[]>();
  for (const type of objects) {
    for (const member of [...propertiesOf(context, type), ...indexesOf(context, type)]) {
      members.set(member.name, [...(members.get(member.name) ?? []), member]);
    }
  }
  const merged = [...members.values()].map((same) => merge(same, same.length < objects.length));
  return inOrder(merged, context, declared);
}

/** Types with those that are written where they are used, such as `{ x: 1 } | { y: 2 }[]`, in the order of their places. */
function inWrittenOrder(types: readonly ts.Type[]): readonly ts.Type[] {
  const places = new Map<ts.Type, ts.Node>();
  if (types.length < 2) return types;
  for (const type of types) {
    const { symbol } = type;
    const place = symbol && symbol.flags & ts.SymbolFlags.TypeLiteral ? symbol.declarations[0] : undefined;
    if (place) places.set(type, place);
  }
  if (new Set([...places.values()].map((place) => place.getSourceFile())).size !== 1) return types;
  const ordered = [...places.keys()].sort((a, b) => (places.get(a)?.pos ?? 0) - (places.get(b)?.pos ?? 0));
  return types.map((type) => (places.has(type) ? (ordered.shift() ?? type) : type));
}

function propertiesOf({ packages }: TypesContext, type: ts.Type): Member[] {
  type.loadProperties();
  return type.properties
    .filter((property) => !/^__[@#]/.test(property.name) && !property.declarations.some(ts.isInaccessible))
    .map((property) => {
      const symbol = property.name === 'children' ? ownChildren(property, type, packages.originOf) : property;
      return {
        name: symbol.name,
        symbol,
        declarations: symbol.declarations,
        types: [symbol.type],
        optional: Boolean(property.flags & ts.SymbolFlags.Optional),
      };
    });
}

/** `children` without those of `PropsWithChildren`, which say nothing beside the component's own. */
function ownChildren(property: ts.Symbol, type: ts.Type, originOf: (file: string) => string): ts.Symbol {
  if (!type.isIntersection()) return property;
  const declared = type.types.flatMap((part) => part.property(property.name) ?? []);
  const own = declared.filter(({ files }) => {
    const [file] = files;
    return file === undefined || originOf(file) !== '@types/react';
  });
  return (own.length === 1 && own[0]) || property;
}

function indexesOf({ checker }: TypesContext, type: ts.Type): Member[] {
  return checker.indexSignatures(type).map(({ keyType, type: value, declaration }) => {
    const parameter =
      declaration && ts.isIndexSignatureDeclaration(declaration) ? declaration.parameters[0] : undefined;
    const key = parameter && ts.isIdentifier(parameter.name) ? parameter.name.text : 'key';
    return {
      name: `[${key}: ${checker.textOf(keyType)}]`,
      declarations: declaration ? [declaration] : [],
      types: [value],
      optional: true,
    };
  });
}

function merge(same: Member[], partial: boolean): Member {
  const [first, ...others] = same as [Member, ...Member[]];
  if (others.length === 0) return { ...first, optional: first.optional || partial };
  return {
    ...first,
    declarations: [...new Set(same.flatMap(({ declarations }) => declarations))],
    types: [...new Set(same.flatMap(({ types }) => types))],
    optional: partial || same.some(({ optional }) => optional),
  };
}

/**
 * The compiler lists the members of a mapped type in an order of its own: those that are declared side by side are put
 * back into the order of their declarations, those of an interface before those of what it extends, and those that are
 * only named into the order of their names in the type.
 */
function inOrder(members: Member[], context: TypesContext, declared: ts.Node | undefined): Member[] {
  const blocks = new Map<ts.Node | undefined, Member[]>();
  for (const member of members) {
    const block = member.declarations[0]?.parent;
    blocks.set(block, [...(blocks.get(block) ?? []), member]);
  }
  const order = declared && context.orderOf(declared);
  const rank = ({ name, declarations: [first] }: Member): number => first?.pos ?? order?.ofText(name) ?? 0;
  return blocksInOrder([...blocks.keys()], context).flatMap((block) =>
    (blocks.get(block) ?? []).sort((a, b) => rank(a) - rank(b)),
  );
}

/** Blocks of declarations, each before those that it extends. */
function blocksInOrder(
  blocks: readonly (ts.Node | undefined)[],
  { checker, program }: TypesContext,
): (ts.Node | undefined)[] {
  if (blocks.length < 2) return [...blocks];
  const bases = new Map<ts.Node, ts.Node[]>();
  const basesOf = (block: ts.Node): ts.Node[] => {
    const known = bases.get(block) ?? extendedBy(block, checker, program);
    bases.set(block, known);
    return known;
  };
  /** A block and all that it extends, in the order of their names. */
  const chain = (block: ts.Node, seen: Set<ts.Node>): Set<ts.Node> => {
    if (seen.has(block)) return seen;
    seen.add(block);
    for (const base of basesOf(block)) chain(base, seen);
    return seen;
  };
  const chains = new Map(blocks.map((block) => [block, block ? chain(block, new Set()) : new Set<ts.Node>()]));
  const isExtended = (block: ts.Node | undefined): boolean =>
    block !== undefined && blocks.some((other) => other !== block && chains.get(other)?.has(block));
  const ordered = blocks
    .filter((block) => !isExtended(block))
    .flatMap((block): (ts.Node | undefined)[] => (block ? [...(chains.get(block) ?? [])] : [block]));
  const wanted = new Set(blocks);
  return [...new Set([...ordered, ...blocks])].filter((block) => wanted.has(block));
}

/** Declarations of the types that an interface names as those that it extends. */
function extendedBy(block: ts.Node, checker: ts.Checker, program: ts.Program): ts.Node[] {
  const found = new Set<ts.Node>();
  const follow = (name: ts.Node): void => {
    const named = checker.symbolAt(name);
    const symbol = named && checker.target(named);
    if (!symbol || symbol.files.some(program.isLibrary)) return;
    for (const declaration of symbol.declarations) {
      if (found.has(declaration) || declaration === block) continue;
      found.add(declaration);
      if (ts.isTypeAliasDeclaration(declaration)) visit(declaration.type);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node)) follow(node.typeName);
    if (ts.isExpressionWithTypeArguments(node)) follow(node.expression);
    if (ts.isTypeLiteralNode(node)) found.add(node);
    else ts.forEachChild(node, visit);
  };
  const { heritageClauses = [] } = block as ts.Node & { heritageClauses?: readonly ts.Node[] };
  for (const clause of heritageClauses) ts.forEachChild(clause, visit);
  return [...found];
}
