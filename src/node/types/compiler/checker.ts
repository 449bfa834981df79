/** What the compiler knows of a program's names and types. */
import {
  NodeBuilderFlags,
  type Project,
  type Checker as RawChecker,
  type Type as RawType,
  SymbolFlags,
} from 'typescript/unstable/sync';
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
import { type CheckedSymbol, Entities, remember, type Signature, type Type, TypeFlags } from './types.ts';

/** A member of a type that stands for all names of a kind: `[key: string]: number`. */
export interface IndexSignature {
  keyType: Type;
  type: Type;
  declaration?: Declaration;
}

/** How a type is printed. */
export interface PrintOptions {
  /** What an alias stands for, not its name. */
  expand?: boolean;
  /** Long types are cut. */
  truncate?: boolean;
}

/** Answers questions about the names and types of a program. */
export interface Checker {
  symbolAt: (node: Node) => CheckedSymbol | undefined;
  typeAt: (node: Node) => Type;
  /** The same of many nodes in one question. */
  symbolsAt: (nodes: readonly Node[]) => readonly (CheckedSymbol | undefined)[];
  typesAt: (nodes: readonly Node[]) => readonly Type[];
  /** What a type that is written stands for. */
  typeOfNode: (node: TypeNode) => Type;
  /** What an alias, such as an import, leads to; any other symbol is itself. */
  target: (symbol: CheckedSymbol) => CheckedSymbol;
  /** Exports of a module in the order in which they are written; those of `export *` come last. */
  exportsOf: (module: CheckedSymbol) => readonly CheckedSymbol[];
  /** The type that a name stands for. */
  declaredType: (symbol: CheckedSymbol) => Type;
  nonNullable: (type: Type) => Type;
  /** What a type parameter is constrained to, followed to the end. */
  baseConstraint: (type: Type) => Type | undefined;
  /** What `await` makes of a promise; undefined for what is none. */
  awaited: (type: Type) => Type | undefined;
  isArray: (type: Type) => boolean;
  isTuple: (type: Type) => boolean;
  /** Arrays, tuples, and what extends them. */
  isArrayLike: (type: Type) => boolean;
  indexSignatures: (type: Type) => readonly IndexSignature[];
  /** The type that an expression is expected to have where it stands. */
  contextualType: (node: Node) => Type | undefined;
  /** Value of a member of an enum. */
  constantValue: (node: Node) => string | number | undefined;
  /** What a name of a type means at a node. */
  resolveTypeName: (name: string, at: Node) => CheckedSymbol | undefined;
  /** A type as the compiler names it, on one line. */
  textOf: (type: Type) => string;
  /** A type as editors show it at a node: objects on lines of their own; with `expand` what an alias stands for. */
  shownText: (type: Type, at: Node, options?: { expand?: boolean }) => string;
  /** A signature as editors show it: `(a: string): void`, or as a type, `(a: string) => void`. */
  shownSignature: (signature: Signature, at: Node, options?: { asType?: boolean }) => string;
  /** The signature that a call takes. */
  resolvedSignature: (call: Node) => Signature | undefined;
  /** What is said of a symbol where it is declared: Markdown. */
  commentOf: (symbol: CheckedSymbol) => string;
  /** A tree of a type as it is printed. */
  typeNode: (type: Type, options?: PrintOptions) => TypeNode | undefined;
  signatureNode: (signature: Signature, options?: PrintOptions) => Node | undefined;
}

/** Makes the checker of a program that is open. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a question of the compiler each, in a line or two
export function createChecker({ checker: raw, program, emitter }: Project): Checker {
  const names = new Set(program.getSourceFileNames());
  const inSmall = new Map([...names].map((name) => [name.toLowerCase(), name]));
  const of = new Entities(raw, (path) => (names.has(path) ? path : (inSmall.get(path) ?? path)));
  const symbols = new Map<Node, { found: CheckedSymbol | undefined }>();
  const declared = new Map<CheckedSymbol, Type>();
  const nonNullables = new Map<Type, Type>();
  const arrays = new Map<Type, boolean>();
  const indexes = new Map<Type, readonly IndexSignature[]>();
  const targets = new Map<CheckedSymbol, CheckedSymbol>();
  const tuples = new Map<Type, boolean>();
  const shownTexts = new Map<SourceFile, Map<string, string>>();
  const expected = new Map<Node, { type: Type | undefined }>();
  const plainTexts = new Map<Type, string>();
  const comments = new Map<CheckedSymbol, string>();
  const wrap = (type: RawType | undefined): Type => of.type(type ?? raw.getAnyType());
  const symbol = (found: ReturnType<RawChecker['resolveName']>): CheckedSymbol | undefined => found && of.symbol(found);
  const isPromise = (type: Type): boolean => type.symbol?.name === 'Promise' || type.symbol?.name === 'PromiseLike';
  /** A module, and those that it exports everything of. */
  const filesOf = (module: CheckedSymbol, found = new Set<Node>()): Set<Node> => {
    const file = module.declarations.find((node: Node) => isSourceFile(node)) as SourceFile | undefined;
    if (!file || found.has(file)) return found;
    found.add(file);
    for (const statement of file.statements) {
      if (!isExportDeclaration(statement) || statement.exportClause || !statement.moduleSpecifier) continue;
      const target = symbol(raw.getSymbolAtLocation(statement.moduleSpecifier));
      if (target) filesOf(target, found);
    }
    return found;
  };
  return {
    symbolAt: (node) => remember(symbols, node, () => ({ found: symbol(raw.getSymbolAtLocation(node)) })).found,
    typeAt: (node) => wrap(raw.getTypeAtLocation(node)),
    symbolsAt: (nodes) => raw.getSymbolAtLocation(nodes).map(symbol),
    typesAt: (nodes) => raw.getTypeAtLocation(nodes).map(wrap),
    typeOfNode: (node) => wrap(raw.getTypeFromTypeNode(node)),
    target: (one) =>
      one.flags & SymbolFlags.Alias ? remember(targets, one, () => of.symbol(raw.getAliasedSymbol(one.raw))) : one,
    exportsOf: (module) =>
      inWrittenOrder(
        raw.getExportsOfModule(module.raw).map((one) => of.symbol(one)),
        filesOf(module),
      ),
    declaredType: (one) => remember(declared, one, () => wrap(raw.getDeclaredTypeOfSymbol(one.raw))),
    nonNullable: (type) =>
      type.flags & MAY_BE_NULL ? remember(nonNullables, type, () => wrap(raw.getNonNullableType(type.raw))) : type,
    baseConstraint(type) {
      const found = raw.getBaseConstraintOfType(type.raw);
      return found && of.type(found);
    },
    awaited: (type) => (isPromise(type) ? type.typeArguments[0] : undefined),
    isArray: (type) => type.isReference() && remember(arrays, type, () => raw.isArrayType(type.raw)),
    isTuple: (type) => type.isReference() && remember(tuples, type, () => raw.isTupleType(type.raw)),
    isArrayLike: (type) => isObject(type) && raw.isArrayLikeType(type.raw),
    indexSignatures: (type) =>
      remember(indexes, type, () =>
        raw.getIndexInfosOfType(type.raw).map(({ keyType, valueType, declaration }) => {
          const node = declaration?.resolve() as Declaration | undefined;
          return { keyType: of.type(keyType), type: of.type(valueType), ...(node && { declaration: node }) };
        }),
      ),
    contextualType: (node) =>
      remember(expected, node, () => {
        const found = raw.getContextualType(node as Parameters<RawChecker['getContextualType']>[0]);
        return { type: found && of.type(found) };
      }).type,
    constantValue: (node) => raw.getConstantValue(node),
    resolveTypeName: (name, at) => symbol(raw.resolveName(name, SymbolFlags.Type, at)),
    textOf: (type) => raw.typeToString(type.raw),
    shownText(type, at, { expand = false } = {}) {
      const plain = type.intrinsicName ?? plainTexts.get(type);
      if (plain !== undefined) return plain;
      const { pos, kind } = scopeOf(at);
      const texts = remember(shownTexts, at.getSourceFile(), () => new Map<string, string>());
      const text = remember(texts, [pos, kind, type.id, expand].join(' '), () =>
        raw.typeToString(type.raw, at, SHOWN | (expand ? NodeBuilderFlags.InTypeAlias : 0)),
      );
      // An alias is named where it is not expanded.
      if (!expand && PLAIN_TEXT.test(text)) plainTexts.set(type, text);
      return text;
    },
    shownSignature(signature, at, { asType = false } = {}) {
      const kind = asType ? SyntaxKind.FunctionType : SyntaxKind.CallSignature;
      const node = raw.signatureToSignatureDeclaration(signature.raw, kind, at, SHOWN | WITH_ARGUMENTS);
      return node ? tuplesOnOneLine(emitter.printNode(node).replace(/;$/, '')) : '';
    },
    resolvedSignature(call) {
      const found = raw.getResolvedSignature(call);
      return found && of.signature(found);
    },
    commentOf: (one) => remember(comments, one, () => raw.getDocumentationCommentOfSymbol(one.raw)),
    typeNode: (type, options) => raw.typeToTypeNode(type.raw, undefined, flagsOf(options)),
    signatureNode: (signature, options) =>
      raw.signatureToSignatureDeclaration(signature.raw, SyntaxKind.FunctionType, undefined, flagsOf(options)),
  };
}

/** Symbols in the order of their declarations: the compiler's is that of its own. */
function inWrittenOrder(symbols: CheckedSymbol[], files: Set<Node>): CheckedSymbol[] {
  const ranks = new Map([...files].map((file, index) => [file, index]));
  const placeOf = (one: CheckedSymbol): [number, number] => {
    const [declaration] = one.declarations;
    return [(declaration && ranks.get(declaration.getSourceFile())) ?? ranks.size, declaration?.pos ?? 0];
  };
  const places = new Map(symbols.map((one) => [one, placeOf(one)]));
  return symbols.sort((a, b) => {
    const [[fileA, posA], [fileB, posB]] = [places.get(a) ?? [0, 0], places.get(b) ?? [0, 0]];
    return fileA - fileB || posA - posB;
  });
}

/** The printer has a line for each part of a tuple. */
function tuplesOnOneLine(text: string): string {
  return text.replace(
    /\[\s*\n([^[\]{}]*)\n\s*\]/g,
    (_, parts: string) => `[${parts.trim().replace(/\s*\n\s*/g, ' ')}]`,
  );
}

/** A text of the language's own types alone: it is the same everywhere. */
const PLAIN_TEXT = /^(?:(?:string|number|boolean|undefined|null|void|true|false)\b|[|()[\] ])+$/;

/** How editors show types. */
const SHOWN = NodeBuilderFlags.MultilineObjectLiterals | NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope;
const WITH_ARGUMENTS = NodeBuilderFlags.WriteTypeArgumentsOfSignature | NodeBuilderFlags.IgnoreErrors;

/** What `null` and `undefined` can be taken out of. */
const MAY_BE_NULL = TypeFlags.Union | TypeFlags.Nullable | TypeFlags.Instantiable | TypeFlags.Unknown;

function isObject(type: Type): boolean {
  return Boolean(type.flags & (TypeFlags.Object | TypeFlags.Instantiable | TypeFlags.Any));
}

function flagsOf({ expand = false, truncate = false }: PrintOptions = {}): NodeBuilderFlags {
  return (
    (truncate ? 0 : NodeBuilderFlags.NoTruncation) |
    (expand ? NodeBuilderFlags.InTypeAlias : 0) |
    NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope |
    NodeBuilderFlags.IgnoreErrors
  );
}
