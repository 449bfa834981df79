import { type Project, type Checker as RawChecker, type Type as RawType, SymbolFlags } from 'typescript/unstable/sync';
import { memo } from './memo.ts';
import { createShownTypes, type ShownTypes } from './shown-types.ts';
import type { Declaration, Node, TypeNode } from './syntax.ts';
import { isExportDeclaration, isSourceFile, type SourceFile } from './syntax.ts';
import { type CheckedSymbol, Entities, type Signature, type Type, TypeFlags } from './types.ts';

/** Index signature of a type: `[key: string]: number`. */
export interface IndexSignature {
  keyType: Type;
  type: Type;
  declaration?: Declaration;
}

export interface Checker extends Names, Shapes, ShownTypes {}

interface Names {
  symbolAt: (node: Node) => CheckedSymbol | undefined;
  typeAt: (node: Node) => Type;
  symbolsAt: (nodes: readonly Node[]) => readonly (CheckedSymbol | undefined)[];
  typesAt: (nodes: readonly Node[]) => readonly Type[];
  typeOfNode: (node: TypeNode) => Type;
  /** Any other symbol is returned unchanged. */
  target: (symbol: CheckedSymbol) => CheckedSymbol;
  /** Returns the exports of a module in their written order. Those of `export *` come last. */
  exportsOf: (module: CheckedSymbol) => readonly CheckedSymbol[];
  declaredType: (symbol: CheckedSymbol) => Type;
  contextualType: (node: Node) => Type | undefined;
  constantValue: (node: Node) => string | number | undefined;
  resolveTypeName: (name: string, at: Node) => CheckedSymbol | undefined;
  resolvedSignature: (call: Node) => Signature | undefined;
}

interface Shapes {
  nonNullable: (type: Type) => Type;
  isAssignable: (source: Type, target: Type) => boolean;
  baseConstraint: (type: Type) => Type | undefined;
  /** Returns the type that `await` gives for a promise; undefined for any other type. */
  awaited: (type: Type) => Type | undefined;
  isArray: (type: Type) => boolean;
  isTuple: (type: Type) => boolean;
  /** Returns true for arrays, tuples, and types that extend them. */
  isArrayLike: (type: Type) => boolean;
  indexSignatures: (type: Type) => readonly IndexSignature[];
}

export function createChecker(project: Project): Checker {
  const { checker: raw, program } = project;
  const names = new Set(program.getSourceFileNames());
  const inSmall = new Map([...names].map((name) => [name.toLowerCase(), name]));
  const of = new Entities(raw, (path) => (names.has(path) ? path : (inSmall.get(path) ?? path)));
  return { ...createNames(raw, of), ...createShapes(raw, of), ...createShownTypes(project) };
}

function createNames(raw: RawChecker, of: Entities): Names {
  const wrap = (type: RawType | undefined): Type => of.type(type ?? raw.getAnyType());
  const symbol = (found: ReturnType<RawChecker['resolveName']>): CheckedSymbol | undefined => found && of.symbol(found);
  const symbolAt = memo((node: Node) => symbol(raw.getSymbolAtLocation(node)));
  const aliased = memo((alias: CheckedSymbol) => of.symbol(raw.getAliasedSymbol(alias.raw)));
  return {
    symbolAt,
    typeAt: (node) => wrap(raw.getTypeAtLocation(node)),
    symbolsAt: (nodes) => raw.getSymbolAtLocation(nodes).map(symbol),
    typesAt: (nodes) => raw.getTypeAtLocation(nodes).map(wrap),
    typeOfNode: (node) => wrap(raw.getTypeFromTypeNode(node)),
    target: (one) => (one.flags & SymbolFlags.Alias ? aliased(one) : one),
    exportsOf(module) {
      const exported = raw.getExportsOfModule(module.raw).map((one) => of.symbol(one));
      return inWrittenOrder(module, exported, symbolAt);
    },
    declaredType: memo((one: CheckedSymbol) => wrap(raw.getDeclaredTypeOfSymbol(one.raw))),
    contextualType: memo((node: Node) => {
      const found = raw.getContextualType(node as Parameters<RawChecker['getContextualType']>[0]);
      return found && of.type(found);
    }),
    constantValue: (node) => raw.getConstantValue(node),
    resolveTypeName: (name, at) => symbol(raw.resolveName(name, SymbolFlags.Type, at)),
    resolvedSignature(call) {
      const found = raw.getResolvedSignature(call);
      return found && of.signature(found);
    },
  };
}

function createShapes(raw: RawChecker, of: Entities): Shapes {
  const nonNullable = memo((type: Type) => of.type(raw.getNonNullableType(type.raw) ?? raw.getAnyType()));
  const isArray = memo((type: Type) => raw.isArrayType(type.raw));
  const isTuple = memo((type: Type) => raw.isTupleType(type.raw));
  return {
    nonNullable: (type) => (type.flags & MAY_BE_NULL ? nonNullable(type) : type),
    isAssignable: (source, target) => raw.isTypeAssignableTo(source.raw, target.raw),
    baseConstraint(type) {
      const found = raw.getBaseConstraintOfType(type.raw);
      return found && of.type(found);
    },
    awaited: (type) => (isPromise(type) ? type.typeArguments[0] : undefined),
    isArray: (type) => type.isReference() && isArray(type),
    isTuple: (type) => type.isReference() && isTuple(type),
    isArrayLike: (type) => isObject(type) && raw.isArrayLikeType(type.raw),
    indexSignatures: memo((type: Type) =>
      raw.getIndexInfosOfType(type.raw).map(({ keyType, valueType, declaration }) => {
        const node = declaration?.resolve() as Declaration | undefined;
        return { keyType: of.type(keyType), type: of.type(valueType), ...(node && { declaration: node }) };
      }),
    ),
  };
}

/** Types that may contain `null` or `undefined`. */
const MAY_BE_NULL = TypeFlags.Union | TypeFlags.Nullable | TypeFlags.Instantiable | TypeFlags.Unknown;

function isPromise({ symbol }: Type): boolean {
  return symbol?.name === 'Promise' || symbol?.name === 'PromiseLike';
}

function isObject(type: Type): boolean {
  return Boolean(type.flags & (TypeFlags.Object | TypeFlags.Instantiable | TypeFlags.Any));
}

/** `symbolAt` returns the module of a specifier. Exports of `export *` come last. */
function inWrittenOrder(
  module: CheckedSymbol,
  exported: CheckedSymbol[],
  symbolAt: (node: Node) => CheckedSymbol | undefined,
): CheckedSymbol[] {
  const ranks = new Map([...filesOf(module, symbolAt)].map((file, index) => [file, index]));
  const positionOf = (one: CheckedSymbol): [number, number] => {
    const [declaration] = one.declarations;
    return [(declaration && ranks.get(declaration.getSourceFile())) ?? ranks.size, declaration?.pos ?? 0];
  };
  const positions = new Map(exported.map((one) => [one, positionOf(one)]));
  return exported.sort((a, b) => {
    const [[fileA, posA], [fileB, posB]] = [positions.get(a) ?? [0, 0], positions.get(b) ?? [0, 0]];
    return fileA - fileB || posA - posB;
  });
}

function filesOf(
  module: CheckedSymbol,
  symbolAt: (node: Node) => CheckedSymbol | undefined,
  found = new Set<Node>(),
): Set<Node> {
  const file = module.declarations.find((node: Node) => isSourceFile(node)) as SourceFile | undefined;
  if (!file || found.has(file)) return found;
  found.add(file);
  for (const statement of file.statements) {
    if (!isExportDeclaration(statement) || statement.exportClause || !statement.moduleSpecifier) continue;
    const target = symbolAt(statement.moduleSpecifier);
    if (target) filesOf(target, symbolAt, found);
  }
  return found;
}
