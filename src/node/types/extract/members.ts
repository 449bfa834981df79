import { REACT_TYPES } from '../../../shared/api.ts';
import * as ts from '../compiler/index.ts';
import type { TypesContext } from './context.ts';
import { partsOf } from './type-shape.ts';
import type { WrittenOrder } from './written-order.ts';

export interface Member {
  name: string;
  /** Absent for an index signature. */
  symbol?: ts.Symbol;
  declarations: readonly ts.Declaration[];
  /** Types of the member, one for each type that has the member. */
  types: ts.Type[];
  optional: boolean;
}

/**
 * Returns the members in the order of their declarations; an interface comes before the interfaces that it extends. A
 * member that some types lack is optional. `declared` is the node where the types are written.
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
  return inDeclaredOrder(merged, context, declared && context.orderOf(declared));
}

/** Sorts inline object types, such as those in `{ x: 1 } | { y: 2 }[]`, by their positions in the file. */
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
  const lost = lostAttributes(type, packages.originOf);
  return type.properties
    .filter((property) => !/^__[@#]/.test(property.name) && !property.declarations.some(ts.isInaccessible))
    .filter((property) => !lost.has(property))
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

/**
 * Finds attributes that the installed React types lack: `Pick<HTMLAttributes<HTMLDivElement>, 'id' | 'placeholder'>`.
 * The compiler assigns the type `unknown` to such attributes.
 */
function lostAttributes({ properties }: ts.Type, originOf: (file: string) => string): Set<ts.Symbol> {
  // The types of declared properties are not needed.
  const lost = properties.filter((one) => one.declarations.length === 0 && one.type.flags & ts.TypeFlags.Unknown);
  const isOfReact = ({ files: [file] }: ts.Symbol): boolean => file !== undefined && originOf(file) === REACT_TYPES;
  return new Set(lost.length > 0 && properties.some(isOfReact) ? lost : []);
}

/** Returns `children` without the declaration in `PropsWithChildren`, which adds nothing to the component's own declaration. */
function ownChildren(property: ts.Symbol, type: ts.Type, originOf: (file: string) => string): ts.Symbol {
  if (!type.isIntersection()) return property;
  const declared = type.types.flatMap((part) => part.property(property.name) ?? []);
  const own = declared.filter(({ files }) => {
    const [file] = files;
    return file === undefined || originOf(file) !== REACT_TYPES;
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
 * Restores the order of the declarations, which the compiler changes for mapped types. An interface comes before the
 * interfaces that it extends. Members without a declaration are sorted by their names in the type.
 */
export function inDeclaredOrder<One extends Pick<Member, 'name' | 'declarations'>>(
  members: readonly One[],
  context: Pick<TypesContext, 'checker' | 'program'>,
  order?: WrittenOrder,
): One[] {
  const blocks = new Map<ts.Node | undefined, One[]>();
  for (const member of members) {
    const block = member.declarations[0]?.parent;
    blocks.set(block, [...(blocks.get(block) ?? []), member]);
  }
  const rank = ({ name, declarations: [first] }: One): number => first?.pos ?? order?.ofText(name) ?? 0;
  return blocksInOrder([...blocks.keys()], context).flatMap((block) =>
    (blocks.get(block) ?? []).sort((a, b) => rank(a) - rank(b)),
  );
}

/** Sorts declaration blocks so that each block comes before the blocks that it extends. */
function blocksInOrder(
  blocks: readonly (ts.Node | undefined)[],
  { checker, program }: Pick<TypesContext, 'checker' | 'program'>,
): (ts.Node | undefined)[] {
  if (blocks.length < 2) return [...blocks];
  const bases = new Map<ts.Node, ts.Node[]>();
  const basesOf = (block: ts.Node): ts.Node[] => {
    const known = bases.get(block) ?? extendedBy(block, checker, program);
    bases.set(block, known);
    return known;
  };
  /** Returns a block and all blocks that it extends, in the order in which their names are written. */
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

/** Returns the declarations of the types that an interface extends. */
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
