/** Finds how code uses values of exported types: it passes them to the library, or reads what the library returns. */
import { REACT_TYPES } from '../../../shared/api.ts';
import * as ts from '../compiler/index.ts';
import type { TypesContext } from '../extract/context.ts';
import { typeOfRef } from '../extract/describe-export.ts';
import type { ApiExport } from '../extract/list-exports.ts';
import { partsOf } from '../extract/type-shape.ts';

/** How code uses a value: it passes the value to the library, or reads the value. */
export type TypeUse = 'passed' | 'read';

/** Maximum depth of nested types, and maximum number of types, because types of a library may be infinite. */
const LIMITS = { depth: 12, count: 20_000 };
/** React types whose argument is the value of a ref, which the library sets. */
const REFS = new Set(['RefObject', 'RefAttributes', 'ClassAttributes']);
/** The React type whose argument is both passed and read by code. */
const CONTEXT = new Set(['Context']);

interface Visit {
  type: ts.Type;
  use: TypeUse;
  depth: number;
}

/**
 * Returns how types are used. Props and parameters are passed; results, constants, members of refs and arguments of
 * callbacks are read. Types that the library does not use itself are absent.
 */
export function usesOfTypes(context: TypesContext, exports: readonly ApiExport[]): Map<string, ReadonlySet<TypeUse>> {
  const found = new Map<string, Set<TypeUse>>();
  const types = exports.filter(({ kind }) => kind === 'type');
  const idsOf = groupIds(context, types);
  const unions = types
    .map(({ id, symbol }) => ({ id, parts: partsOf(context.checker.declaredType(symbol)) }))
    .filter(({ parts }) => parts.length > 1);
  const note = (ids: readonly string[] | undefined, use: TypeUse): void => {
    for (const id of ids ?? []) found.set(id, (found.get(id) ?? new Set()).add(use));
  };
  const held = new Set<string>();
  const seen = new Set<string>();
  const queue = rootsOf(context, exports).map((one): Visit => ({ ...one, depth: 0 }));
  // The search is breadth-first, so that the depth limit does not depend on the order.
  for (const { type, use, depth } of queue) {
    const key = `${type.id} ${use}`;
    if (seen.has(key) || depth > LIMITS.depth || seen.size > LIMITS.count) continue;
    seen.add(key);
    for (const symbol of [type.aliasSymbol, type.symbol]) if (symbol) note(idsOf.symbols.get(symbol), use);
    // The compiler does not preserve the name of a union inside another union.
    if (type.isUnion())
      for (const { id, parts } of unions) if (parts.every((part) => type.types.includes(part))) note([id], use);
    if (isOfReact(context.packages, type, REFS))
      for (const { aliasSymbol, symbol } of type.typeArguments.flatMap(partsOf))
        for (const id of [aliasSymbol, symbol].flatMap((one) => (one && idsOf.symbols.get(one)) ?? [])) held.add(id);
    const { next, blocks } = contentOf(context, type, use);
    for (const block of blocks) note(idsOf.blocks.get(block), use);
    queue.push(...next.map((one) => ({ ...one, depth: depth + 1 })));
  }
  // Code may also pass the value of a ref, for example to a state setter, but code never creates that value.
  for (const id of held) found.set(id, new Set<TypeUse>(['read']));
  return found;
}

function groupIds(
  { checker }: TypesContext,
  types: readonly ApiExport[],
): { symbols: Map<ts.Symbol, string[]>; blocks: Map<ts.Node, string[]> } {
  const symbols = new Map<ts.Symbol, string[]>();
  const blocks = new Map<ts.Node, string[]>();
  for (const { id, symbol } of types) {
    const { symbol: named } = checker.declaredType(symbol);
    // A type may name a class that is not exported. The library then uses the class.
    const isClass = named !== symbol && Boolean((named?.flags ?? 0) & ts.SymbolFlags.Class);
    for (const one of isClass && named ? [symbol, named] : [symbol])
      symbols.set(one, [...(symbols.get(one) ?? []), id]);
    for (const declaration of symbol.declarations) blocks.set(declaration, [...(blocks.get(declaration) ?? []), id]);
  }
  return { symbols, blocks };
}

/** Returns the types that code uses directly: those of props, refs, functions, constants and classes. */
function rootsOf({ checker, packages }: TypesContext, exports: readonly ApiExport[]): Omit<Visit, 'depth'>[] {
  return exports.flatMap(({ kind, type, symbol, component }): Omit<Visit, 'depth'>[] => {
    // A context is also a component, with props that React declares.
    if (component && type && isOfReact(packages, type, CONTEXT)) return [{ type, use: 'read' }];
    if (component) {
      const held = component.props.flatMap((props) => typeOfRef(checker, props) ?? []);
      return [
        ...component.props.map((props) => ({ type: props, use: 'passed' as const })),
        ...held.map((one) => ({ type: one, use: 'read' as const })),
      ];
    }
    const isClass = kind === 'type' && Boolean(symbol.flags & ts.SymbolFlags.Class);
    const value = isClass ? symbol.type : kind === 'function' || kind === 'constant' ? type : undefined;
    return value ? [{ type: value, use: 'read' }] : [];
  });
}

/** Returns the types inside a type, each with its use, and the nodes that declare the members of the type. */
function contentOf(
  { checker, program, packages }: TypesContext,
  type: ts.Type,
  use: TypeUse,
): { next: Omit<Visit, 'depth'>[]; blocks: ts.Node[] } {
  const as = (types: readonly ts.Type[], how: TypeUse = use) => types.map((one) => ({ type: one, use: how }));
  if (type.isUnion() || type.isIntersection()) return { next: as(type.types), blocks: [] };
  if (type.flags & ts.TypeFlags.Instantiable) {
    const constraint = checker.baseConstraint(type);
    return { next: as([...(constraint ? [constraint] : []), ...type.operands]), blocks: [] };
  }
  if (!(type.flags & ts.TypeFlags.Object)) return { next: [], blocks: [] };
  const [file] = type.symbol?.files ?? [];
  const isReact = file !== undefined && packages.originOf(file) === REACT_TYPES;
  const isNamed = Boolean((type.symbol?.flags ?? 0) & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface));
  const signatures = [...type.callSignatures, ...type.constructSignatures];
  const parameters = as(
    signatures.flatMap((signature) => signature.parameters.map((parameter) => parameter.type)),
    use === 'read' ? 'passed' : 'read',
  );
  if (isNamed && file !== undefined && (isReact || program.isLibrary(file))) {
    const isContext = isOfReact(packages, type, CONTEXT);
    // The parameters of a React function, such as `FunctionComponent<Props>`, show how its type argument is used.
    if (isReact && parameters.length > 0 && !isContext) return { next: parameters, blocks: [] };
    const uses: TypeUse[] = isContext ? ['passed', 'read'] : [isOfReact(packages, type, REFS) ? 'read' : use];
    return { next: uses.flatMap((one) => as(type.typeArguments, one)), blocks: [] };
  }
  type.loadProperties();
  const own = type.properties.filter(
    ({ files: [first] }) => first === undefined || packages.originOf(first) !== REACT_TYPES,
  );
  const open = own.filter(({ declarations }) => !declarations.some(ts.isInaccessible));
  return {
    next: [
      ...as(open.map((property) => property.type)),
      ...as(checker.indexSignatures(type).map((index) => index.type)),
      ...parameters,
      ...as(signatures.map((signature) => signature.returnType)),
    ],
    blocks: [...new Set(open.flatMap(({ declarations }) => declarations.flatMap((one) => blockOf(one) ?? [])))],
  };
}

function isOfReact(packages: TypesContext['packages'], { symbol }: ts.Type, names: ReadonlySet<string>): boolean {
  const [file] = symbol?.files ?? [];
  return (
    symbol !== undefined && names.has(symbol.name) && file !== undefined && packages.originOf(file) === REACT_TYPES
  );
}

/** Returns the type declaration that contains a member, even if the type is used through `Omit` or an extending interface. */
function blockOf(member: ts.Node): ts.Node | undefined {
  let node: ts.Node | undefined = member.parent;
  while (node && (ts.isTypeLiteralNode(node) || ts.isIntersectionTypeNode(node))) node = node.parent;
  return node && (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) ? node : undefined;
}
