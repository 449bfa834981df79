import type { ApiReference } from '../../../shared/api.ts';
import * as ts from '../compiler/index.ts';
import type { TypesContext } from './context.ts';
import { createTypeNames, NAMED } from './type-names.ts';
import { reactType } from './type-shape.ts';
import { partKey } from './written-order.ts';

export interface TypeText {
  text: string;
  /** Text with `ReactNode` instead of its parts, and with only the written type arguments. Undefined if it would not be shorter. */
  shortText?: string;
  references: ApiReference[];
}

/** Prints types as the compiler does, but abridges long types. */
export interface TypePrinter {
  /**
   * Prints several types as a union. `expand` prints the type of an alias instead of its name. `declared` is the node
   * with the written type, for the order of literals, because the compiler's order depends on the rest of the program.
   */
  print: (
    type: ts.Type | readonly ts.Type[],
    options?: { expand?: boolean; orNull?: boolean; declared?: ts.Node | undefined },
  ) => TypeText;
  printSignature: (signature: ts.Signature) => TypeText;
  printTypeParameter: (parameter: ts.Type) => { constraint?: string; default?: string };
}

/** Maximum length. Longer type text, such as that of nested conditional types, is unreadable and therefore abridged. */
const MAX_LENGTH = 10_000;

/** `plain` omits type parameters, and type arguments that result from them. Several types are merged. */
export function createTypePrinter(context: TypesContext, { plain = false } = {}): TypePrinter {
  const { checker, program } = context;
  const names = createTypeNames(context);
  const reactNode = partsOfReactNode(context);

  const printNode = (node: ts.Node, types: readonly ts.Type[], declared?: ts.Node): TypeText => {
    const order = declared && context.orderOf(declared);
    const references = new Map<string, ApiReference>();
    const known = names(types, declared);
    const written = declared && writtenArguments(declared, { plain });
    const visit = (current: ts.Node): ts.Node => {
      if (ts.isImportTypeNode(current)) return withoutPath(current, context);
      if (ts.isStringLiteral(current)) return ts.stringNode(current.text);
      const full = ts.isTypeReferenceNode(current) ? nameFully(current, known, references, context) : current;
      const result = ts.visitEachChild(full, visit) ?? full;
      return order && ts.isUnionTypeNode(result) ? order.ofUnion(result) : result;
    };
    const named = visit(node);
    const isBare = (name: string): boolean => !plain || goesWithoutArguments(known(name));
    const short = inShort(named, { reactNode, written, isBare });
    return {
      text: program.print(named),
      ...(short && { shortText: program.print(short) }),
      references: [...references.values()],
    };
  };

  const abridged = (toText: (truncate: boolean) => TypeText, declared?: ts.Node): TypeText => {
    const full = toText(false);
    if (full.text.length <= MAX_LENGTH) return full;
    if (declared && ts.isTypeNode(declared)) return { text: writtenText(declared), references: [] };
    return toText(true);
  };

  const printOne: TypePrinter['print'] = (type, { expand = false, orNull = false, declared } = {}) =>
    abridged((truncate) => {
      const types = [type].flat() as ts.Type[];
      const word = types.length === 1 && !orNull ? types[0]?.intrinsicName : undefined;
      if (word !== undefined) return { text: word, references: [] };
      const nodes = types.map((one) => checker.typeNode(one, { expand, truncate }) ?? ts.anyNode());
      if (orNull) nodes.push(ts.nullNode());
      const node = nodes.length === 1 ? (nodes[0] as ts.TypeNode) : (plain ? join : unite)(nodes, program.print);
      return printNode(node, types, declared);
    }, declared);

  /** Cache of printed types. A member often occurs twice: in a component, and in the type of the component's props. */
  const printed = new Map<ts.Node | undefined, Map<string, TypeText>>();
  const print: TypePrinter['print'] = (type, options = {}) => {
    const { expand, orNull, declared } = options;
    const texts = printed.get(declared) ?? new Map<string, TypeText>();
    printed.set(declared, texts);
    const key = [expand, orNull, ...([type].flat() as ts.Type[]).map(({ id }) => id)].join();
    const text = texts.get(key) ?? printOne(type, options);
    texts.set(key, text);
    return text;
  };

  return {
    print,
    printSignature: (signature) =>
      abridged((truncate) => {
        const types = [...signature.parameters.map(({ type }) => type), signature.returnType];
        return printNode(checker.signatureNode(signature, { truncate }) ?? ts.anyNode(), types, signature.declaration);
      }),
    printTypeParameter: (parameter) => {
      const declaration = parameter.symbol?.declarations.find((node: ts.Node) => ts.isTypeParameterDeclaration(node));
      const { constraint, defaultType } = (declaration ?? {}) as Partial<ts.TypeParameterDeclaration>;
      return {
        ...(constraint && { constraint: printNode(constraint, [], constraint).text }),
        ...(defaultType && { default: printNode(defaultType, [], defaultType).text }),
      };
    },
  };
}

/** Returns a type as its author wrote it, on one line. */
export function writtenText(node: ts.TypeNode): string {
  return node.getText().replace(/\s+/g, ' ');
}

function unite(nodes: ts.TypeNode[], textOf: (node: ts.Node) => string): ts.TypeNode {
  const parts = new Map<string, ts.TypeNode>();
  for (const part of nodes.flatMap((node) => (ts.isUnionTypeNode(node) ? [...node.types] : [node]))) {
    parts.set(textOf(part), part);
  }
  if (parts.has('true') && parts.has('false')) {
    parts.set('true', ts.booleanNode());
    parts.delete('false');
  }
  const [only] = parts.values();
  return parts.size === 1 && only ? only : ts.unionNode([...parts.values()]);
}

/** Records the type that a reference names. The `Element` of JSX is printed as `JSX.Element`, because the DOM has an `Element`, too. */
function nameFully(
  reference: ts.TypeReferenceNode,
  known: (name: string) => ts.Symbol | undefined,
  references: Map<string, ApiReference>,
  { packages, program }: TypesContext,
): ts.Node {
  const { typeName } = reference;
  for (const part of namesIn(typeName)) {
    const symbol = known(part);
    const fileName = symbol?.files[0];
    if (!symbol || fileName === undefined || !(symbol.flags & NAMED) || references.has(part)) continue;
    const name = symbol.parent?.name === 'JSX' ? `JSX.${part}` : part;
    const declaration = program.isLibrary(fileName) ? undefined : symbol.declarations[0];
    if (declaration) {
      references.set(name, { name, origin: packages.originOf(fileName), source: packages.sourceOf(declaration) });
    }
    if (name !== part && ts.isIdentifier(typeName)) return ts.renamed(reference, name);
  }
  return reference;
}

function namesIn(name: ts.EntityName): string[] {
  return ts.isIdentifier(name) ? [name.text] : [...namesIn(name.left), name.right.text];
}

/** Returns `import("/absolute/path")` with a path that contains no folder on this machine. */
function withoutPath(node: ts.ImportTypeNode, { packages }: TypesContext): ts.Node {
  const { argument } = node;
  if (!ts.isLiteralTypeNode(argument) || !ts.isStringLiteral(argument.literal)) return node;
  return ts.withPath(node, packages.relative(argument.literal.text));
}

interface Shortening {
  /** Keys that identify the parts of `ReactNode`. */
  reactNode: ReadonlySet<string>;
  /** Number of type arguments of each name in the written type. */
  written: ReadonlyMap<string, number> | undefined;
  /** Returns true if a name may be printed without type arguments. */
  isBare: (name: string) => boolean;
}

/**
 * Shortens a type: `ReactNode` replaces its parts, only written type arguments remain, and `undefined` after a question
 * mark is removed. Returns undefined if nothing changes.
 */
function inShort(node: ts.Node, { reactNode, written, isBare }: Shortening): ts.Node | undefined {
  let isShorter = false;
  const visit = (current: ts.Node): ts.Node => {
    const result = ts.visitEachChild(current, visit) ?? current;
    if (ts.isTypeReferenceNode(result)) {
      const { typeArguments = [], typeName } = result;
      const name = namesIn(typeName).at(-1) ?? '';
      const count = written?.get(name) ?? typeArguments.length;
      if (count >= typeArguments.length || !isBare(name)) return result;
      isShorter = true;
      return ts.withArguments(result, typeArguments.slice(0, count));
    }
    if (isOptional(result)) {
      const given = withoutUndefined(result.type);
      isShorter ||= given !== undefined;
      return given ? ts.withType(result, given) : result;
    }
    if (!ts.isUnionTypeNode(result) || reactNode.size === 0) return result;
    const keys = result.types.map(partKey);
    if (![...reactNode].every((part) => keys.includes(part))) return result;
    isShorter = true;
    const others = result.types.filter((_, index) => !reactNode.has(keys[index] ?? ''));
    const name = ts.referenceNode('ReactNode');
    return others.length === 0 ? name : ts.unionNode([name, ...others]);
  };
  const short = visit(node);
  return isShorter ? short : undefined;
}

function isOptional(node: ts.Node): node is ts.ParameterDeclaration | ts.PropertySignature {
  return ts.isParameter(node)
    ? node.questionToken !== undefined
    : ts.isPropertySignature(node) && Boolean(node.postfixToken);
}

/** Returns the type without `undefined`. Returns undefined for a type that does not contain it. */
function withoutUndefined(type: ts.TypeNode | undefined): ts.TypeNode | undefined {
  if (!type || !ts.isUnionTypeNode(type)) return undefined;
  const given = type.types.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword);
  const [only] = given;
  if (!only || given.length === type.types.length) return undefined;
  return given.length > 1 ? ts.unionNode(given) : ts.isParenthesizedTypeNode(only) ? only.type : only;
}

/** Counts the written type arguments of each name; for a repeated name, the maximum. `plain` ignores arguments with type parameters. */
function writtenArguments(declared: ts.Node, { plain }: { plain: boolean }): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const parameters = plain ? parametersAround(declared) : [];
  const names = new Set(parameters.map(({ name }) => name.text));
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node)) {
      const name = namesIn(node.typeName).at(-1) ?? '';
      const own = (node.typeArguments ?? []).filter((one: ts.TypeNode) => !namesAny(one, names));
      counts.set(name, Math.max(counts.get(name) ?? 0, own.length));
    }
    ts.forEachChild(node, visit);
  };
  for (const node of [declared, ...parameters]) visit(node);
  return counts;
}

function parametersAround(node: ts.Node | undefined): ts.TypeParameterDeclaration[] {
  if (!node) return [];
  const { typeParameters = [] } = node as ts.Node & { typeParameters?: readonly ts.TypeParameterDeclaration[] };
  return [...typeParameters, ...parametersAround(node.parent)];
}

function namesAny(node: ts.Node, names: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(node)) return names.has(node.text);
  return ts.forEachChild(node, (child) => namesAny(child, names) || undefined) ?? false;
}

/** Returns true if all type parameters of a name have a default. */
function goesWithoutArguments(symbol: ts.Symbol | undefined): boolean {
  const { typeParameters } = (symbol?.declarations[0] ?? {}) as {
    typeParameters?: readonly ts.TypeParameterDeclaration[];
  };
  return typeParameters?.every(({ defaultType }) => defaultType) ?? false;
}

/** Joins types. Functions of the same shape become one function whose parameters are unions; other types become a union. */
function join(nodes: ts.TypeNode[], textOf: (node: ts.Node) => string): ts.TypeNode {
  const [first] = nodes;
  const functions = nodes.filter((node) => ts.isFunctionTypeNode(node));
  const isSame = ({ parameters, typeParameters }: ts.FunctionTypeNode): boolean =>
    !typeParameters?.length && parameters.length === functions[0]?.parameters.length;
  if (!first || functions.length < nodes.length || !functions.every(isSame)) return unite(nodes, textOf);
  const typesOf = (pick: (node: ts.FunctionTypeNode) => ts.TypeNode | undefined): ts.TypeNode =>
    join(
      functions.flatMap((node) => pick(node) ?? []),
      textOf,
    );
  return ts.functionNode(
    functions[0] as ts.FunctionTypeNode,
    (index) => typesOf(({ parameters }) => parameters[index]?.type),
    typesOf(({ type }) => type),
  );
}

/** Returns the keys of the parts of `ReactNode` in the program's React types, without `null` and `undefined`. */
function partsOfReactNode({ checker, program }: TypesContext): ReadonlySet<string> {
  const type = reactType('ReactNode', program);
  const node = type && checker.typeNode(checker.nonNullable(type), { expand: true });
  return new Set(node && ts.isUnionTypeNode(node) ? node.types.map(partKey) : []);
}
