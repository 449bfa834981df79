import {
  NodeBuilderFlags,
  type Project,
  type Checker as RawChecker,
  type Type as RawType,
  SymbolFlags,
} from 'typescript/unstable/sync';
import { memo, remember } from './memo.ts';
import {
  type Declaration,
  isExportDeclaration,
  isSourceFile,
  type Node,
  type SourceFile,
  SyntaxKind,
  scopeOf,
  type TypeNode,
} from './syntax.ts';
import { type CheckedSymbol, Entities, type Signature, type Type, TypeFlags } from './types.ts';

interface PrintOptions {
  expand?: boolean;
  truncate?: boolean;
}

interface ShownTypes {
  textOf: (type: Type) => string;
  /** Prints the type of a node as editors show it: objects take several lines. With `expand`, prints the type of an alias. */
  shownText: (type: Type, at: Node, options?: { expand?: boolean }) => string;
  /** Prints a signature as editors show it: `(a: string): void`, or as a type, `(a: string) => void`. */
  shownSignature: (signature: Signature, at: Node, options?: { asType?: boolean }) => string;
  commentOf: (symbol: CheckedSymbol) => string;
  typeNode: (type: Type, options?: PrintOptions) => TypeNode | undefined;
  signatureNode: (signature: Signature, options?: PrintOptions) => Node | undefined;
}

function createShownTypes({ checker: raw, emitter }: Pick<Project, 'checker' | 'emitter'>): ShownTypes {
  return {
    textOf: (type) => raw.typeToString(type.raw),
    shownText: createShownText(raw),
    shownSignature(signature, at, { asType = false } = {}) {
      const kind = asType ? SyntaxKind.FunctionType : SyntaxKind.CallSignature;
      const node = raw.signatureToSignatureDeclaration(signature.raw, kind, at, SHOWN | WITH_ARGUMENTS);
      return node ? tuplesOnOneLine(emitter.printNode(node).replace(/;$/, '')) : '';
    },
    commentOf: memo((one: CheckedSymbol) => raw.getDocumentationCommentOfSymbol(one.raw)),
    typeNode: (type, options) => raw.typeToTypeNode(type.raw, undefined, flagsOf(options)),
    signatureNode: (signature, options) =>
      raw.signatureToSignatureDeclaration(signature.raw, SyntaxKind.FunctionType, undefined, flagsOf(options)),
  };
}

/** Prints types. The text of a type depends on the scope, unless the text contains no names. */
function createShownText(raw: Project['checker']): ShownTypes['shownText'] {
  const plainTexts = new Map<Type, string>();
  const textsIn = memo((_: SourceFile) => new Map<string, string>());
  return (type, at, { expand = false } = {}) => {
    const plain = type.intrinsicName ?? plainTexts.get(type);
    if (plain !== undefined) return plain;
    const { pos, kind } = scopeOf(at);
    const text = remember(textsIn(at.getSourceFile()), [pos, kind, type.id, expand].join(' '), () =>
      raw.typeToString(type.raw, at, SHOWN | (expand ? NodeBuilderFlags.InTypeAlias : 0)),
    );
    // Without `expand`, the printed text of an alias is its name.
    if (!expand && PLAIN_TEXT.test(text)) plainTexts.set(type, text);
    return text;
  };
}

/** Prints each tuple on one line, because the compiler prints each element on a separate line. */
function tuplesOnOneLine(text: string): string {
  return text.replace(
    /\[\s*\n([^[\]{}]*)\n\s*\]/g,
    (_, parts: string) => `[${parts.trim().replace(/\s*\n\s*/g, ' ')}]`,
  );
}

/** Matches type text that contains only built-in types. Such text is the same in every scope. */
const PLAIN_TEXT = /^(?:(?:string|number|boolean|undefined|null|void|true|false)\b|[|()[\] ])+$/;

/** Flags for printing types as editors show them. */
const SHOWN = NodeBuilderFlags.MultilineObjectLiterals | NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope;
const WITH_ARGUMENTS = NodeBuilderFlags.WriteTypeArgumentsOfSignature | NodeBuilderFlags.IgnoreErrors;

function flagsOf({ expand = false, truncate = false }: PrintOptions = {}): NodeBuilderFlags {
  return (
    (truncate ? 0 : NodeBuilderFlags.NoTruncation) |
    (expand ? NodeBuilderFlags.InTypeAlias : 0) |
    NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope |
    NodeBuilderFlags.IgnoreErrors
  );
}

/** Index signature of a type, such as `[key: string]: number`. */
export interface IndexSignature {
  keyType: Type;
  type: Type;
  declaration?: Declaration;
}

export interface Checker extends Names, Shapes, ShownTypes {}

export function createChecker(project: Project): Checker {
  const { checker: raw, program } = project;
  const names = new Set(program.getSourceFileNames());
  const inSmall = new Map([...names].map((name) => [name.toLowerCase(), name]));
  const of = new Entities(raw, (path) => (names.has(path) ? path : (inSmall.get(path) ?? path)));
  return { ...createNames(raw, of), ...createShapes(raw, of), ...createShownTypes(project) };
}

type Names = ReturnType<typeof createNames>;

function createNames(raw: RawChecker, of: Entities) {
  const wrap = (type: RawType | undefined): Type => of.type(type ?? raw.getAnyType());
  const symbol = (found: ReturnType<RawChecker['resolveName']>): CheckedSymbol | undefined => found && of.symbol(found);
  const symbolAt = memo((node: Node) => symbol(raw.getSymbolAtLocation(node)));
  const aliased = memo((alias: CheckedSymbol) => of.symbol(raw.getAliasedSymbol(alias.raw)));
  return {
    symbolAt,
    typeAt: (node: Node): Type => wrap(raw.getTypeAtLocation(node)),
    symbolsAt: (nodes: readonly Node[]): readonly (CheckedSymbol | undefined)[] =>
      raw.getSymbolAtLocation(nodes).map(symbol),
    typesAt: (nodes: readonly Node[]): readonly Type[] => raw.getTypeAtLocation(nodes).map(wrap),
    typeOfNode: (node: TypeNode): Type => wrap(raw.getTypeFromTypeNode(node)),
    /** Returns the target of an alias. Returns any other symbol unchanged. */
    target: (one: CheckedSymbol): CheckedSymbol => (one.flags & SymbolFlags.Alias ? aliased(one) : one),
    /** Returns the exports of a module in source order. Exports of `export *` come last. */
    exportsOf(module: CheckedSymbol): readonly CheckedSymbol[] {
      const exported = raw.getExportsOfModule(module.raw).map((one) => of.symbol(one));
      return inWrittenOrder(module, exported, symbolAt);
    },
    declaredType: memo((one: CheckedSymbol) => wrap(raw.getDeclaredTypeOfSymbol(one.raw))),
    contextualType: memo((node: Node) => {
      const found = raw.getContextualType(node as Parameters<RawChecker['getContextualType']>[0]);
      return found && of.type(found);
    }),
    constantValue: (node: Node): string | number | undefined => raw.getConstantValue(node),
    resolveTypeName: (name: string, at: Node): CheckedSymbol | undefined =>
      symbol(raw.resolveName(name, SymbolFlags.Type, at)),
    resolvedSignature(call: Node): Signature | undefined {
      const found = raw.getResolvedSignature(call);
      return found && of.signature(found);
    },
  };
}

type Shapes = ReturnType<typeof createShapes>;

function createShapes(raw: RawChecker, of: Entities) {
  const nonNullable = memo((type: Type) => of.type(raw.getNonNullableType(type.raw) ?? raw.getAnyType()));
  const isArray = memo((type: Type) => raw.isArrayType(type.raw));
  const isTuple = memo((type: Type) => raw.isTupleType(type.raw));
  return {
    nonNullable: (type: Type): Type => (type.flags & MAY_BE_NULL ? nonNullable(type) : type),
    isAssignable: (source: Type, target: Type): boolean => raw.isTypeAssignableTo(source.raw, target.raw),
    baseConstraint(type: Type): Type | undefined {
      const found = raw.getBaseConstraintOfType(type.raw);
      return found && of.type(found);
    },
    /** Returns the type of an awaited promise. Undefined for any other type. */
    awaited: (type: Type): Type | undefined => (isPromise(type) ? type.typeArguments[0] : undefined),
    isArray: (type: Type): boolean => type.isReference() && isArray(type),
    isTuple: (type: Type): boolean => type.isReference() && isTuple(type),
    /** Returns true for arrays, tuples, and types that extend them. */
    isArrayLike: (type: Type): boolean => isObject(type) && raw.isArrayLikeType(type.raw),
    indexSignatures: memo((type: Type) =>
      raw.getIndexInfosOfType(type.raw).map(({ keyType, valueType, declaration }) => {
        const node = declaration?.resolve() as Declaration | undefined;
        return { keyType: of.type(keyType), type: of.type(valueType), ...(node && { declaration: node }) };
      }),
    ),
  };
}

/** Flags of types that may contain `null` or `undefined`. */
const MAY_BE_NULL = TypeFlags.Union | TypeFlags.Nullable | TypeFlags.Instantiable | TypeFlags.Unknown;

function isPromise({ symbol }: Type): boolean {
  return symbol?.name === 'Promise' || symbol?.name === 'PromiseLike';
}

function isObject(type: Type): boolean {
  return Boolean(type.flags & (TypeFlags.Object | TypeFlags.Instantiable | TypeFlags.Any));
}

/** Sorts exports in source order; those of `export *` come last. `symbolAt` returns the module of a specifier. */
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
