import ts from 'typescript';
import type { ApiReference } from '../../shared/api.ts';
import type { ApiContext } from './context.ts';

/** A type as text, and the named types in it. */
export interface TypeText {
  text: string;
  references: ApiReference[];
}

/** Prints types as the compiler does, but for those that are too long. */
export interface TypePrinter {
  /**
   * @param type one, or several that are printed as a union
   * @param options.expand print what an alias stands for, not its name
   * @param options.orNull add `null` to the union
   * @param options.declared where the type is written: its literals are printed in that order, which does not change
   *   with what else is in the program, as the compiler's does
   */
  print: (
    type: ts.Type | readonly ts.Type[],
    options?: { expand?: boolean; orNull?: boolean; declared?: ts.Node | undefined },
  ) => TypeText;
  /** Prints the signature of a function, such as `(value: string) => void`. */
  printSignature: (signature: ts.Signature) => TypeText;
  /** Prints what a type parameter is constrained to, and what it is by default. */
  printTypeParameter: (parameter: ts.TypeParameter) => { constraint?: string; default?: string };
  /** Text with the members of `ReactNode` by that name, or undefined when they are not in it. */
  shorten: (text: string) => string | undefined;
}

/** A text that is longer, such as that of conditions in conditions, is nothing to read: it is abridged. */
const MAX_LENGTH = 10_000;

const FLAGS =
  ts.NodeBuilderFlags.NoTruncation |
  ts.NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope |
  ts.NodeBuilderFlags.IgnoreErrors;

/** Makes a printer for the types of a program. */
export function createTypePrinter(context: ApiContext): TypePrinter {
  const { checker, program, entryFile } = context;
  const printer = ts.createPrinter({ removeComments: true, omitTrailingSemicolon: true });
  const anyFile = program.getSourceFile(entryFile) as ts.SourceFile;
  const textOf = (node: ts.Node): string => printer.printNode(ts.EmitHint.Unspecified, node, anyFile);

  const printNode = (node: ts.Node, declared?: ts.Node): TypeText => {
    const ranks = declared ? literalsIn(declared) : undefined;
    const references = new Map<string, ApiReference>();
    const visit = (current: ts.Node, transformation: ts.TransformationContext): ts.Node => {
      if (ts.isIdentifier(current)) return nameFully(current, references, context);
      if (ts.isImportTypeNode(current)) return withoutPath(current, context);
      const result = ts.visitEachChild(current, (child) => visit(child, transformation), transformation);
      return ranks && ts.isUnionTypeNode(result) ? inOrder(result, ranks) : result;
    };
    const named = ts.transform(node, [(transformation) => (root) => visit(root, transformation)]).transformed[0];
    return { text: textOf(named as ts.Node), references: [...references.values()] };
  };

  const abridged = (toText: (flags: ts.NodeBuilderFlags) => TypeText, declared?: ts.Node): TypeText => {
    const full = toText(FLAGS);
    if (full.text.length <= MAX_LENGTH) return full;
    if (declared && ts.isTypeNode(declared)) return { text: writtenText(declared), references: [] };
    return toText(FLAGS & ~ts.NodeBuilderFlags.NoTruncation);
  };

  const print: TypePrinter['print'] = (type, { expand = false, orNull = false, declared } = {}) =>
    abridged((flags) => {
      const all = expand ? flags | ts.NodeBuilderFlags.InTypeAlias : flags;
      const nodes = [type].flat().map((one) => checker.typeToTypeNode(one as ts.Type, undefined, all) ?? any());
      if (orNull) nodes.push(ts.factory.createLiteralTypeNode(ts.factory.createNull()));
      return printNode(nodes.length === 1 ? (nodes[0] as ts.TypeNode) : unite(nodes, textOf), declared);
    }, declared);

  const node = reactNodeType(context);
  const members = node && print(checker.getNonNullableType(node), { expand: true }).text;
  return {
    print,
    printSignature: (signature) =>
      abridged((flags) => {
        const kind = ts.SyntaxKind.FunctionType;
        return printNode(checker.signatureToSignatureDeclaration(signature, kind, undefined, flags) ?? any());
      }),
    printTypeParameter: (parameter) => {
      const declaration = checker.typeParameterToDeclaration(parameter, undefined, FLAGS);
      const { constraint, default: fallback } = declaration ?? {};
      return {
        ...(constraint && { constraint: printNode(constraint).text }),
        ...(fallback && { default: printNode(fallback).text }),
      };
    },
    shorten: (text) => (members && text.includes(members) ? text.replaceAll(members, 'ReactNode') : undefined),
  };
}

function any(): ts.TypeNode {
  return ts.factory.createKeywordTypeNode(ts.SyntaxKind.AnyKeyword);
}

/** A type as its author wrote it, on one line. */
export function writtenText(node: ts.TypeNode): string {
  return node.getText().replace(/\s+/g, ' ');
}

/** Literals of a type as it is written, each with its place. */
function literalsIn(declared: ts.Node): Map<string, number> {
  const ranks = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    const literal = literalOf(node);
    if (literal !== undefined && !ranks.has(literal)) ranks.set(literal, ranks.size);
    ts.forEachChild(node, visit);
  };
  visit(declared);
  return ranks;
}

/** A union with those of its literals that have a place in the order of their places, among each other. */
function inOrder(union: ts.UnionTypeNode, ranks: Map<string, number>): ts.UnionTypeNode {
  const rank = (node: ts.Node): number | undefined => ranks.get(literalOf(node) ?? '');
  const known = union.types.filter((type) => rank(type) !== undefined);
  known.sort((a, b) => (rank(a) ?? 0) - (rank(b) ?? 0));
  const types = union.types.map((type) => (rank(type) === undefined ? type : (known.shift() ?? type)));
  return ts.factory.updateUnionTypeNode(union, ts.factory.createNodeArray(types));
}

function literalOf(node: ts.Node): string | undefined {
  if (!ts.isLiteralTypeNode(node)) return undefined;
  const { literal } = node;
  return ts.isStringLiteral(literal) || ts.isNumericLiteral(literal) ? `${literal.kind}:${literal.text}` : undefined;
}

/** The union of types, each part of it once. */
function unite(nodes: ts.TypeNode[], textOf: (node: ts.Node) => string): ts.TypeNode {
  const parts = new Map<string, ts.TypeNode>();
  for (const part of nodes.flatMap((node) => (ts.isUnionTypeNode(node) ? [...node.types] : [node]))) {
    parts.set(textOf(part), part);
  }
  if (parts.has('true') && parts.has('false')) {
    parts.set('true', ts.factory.createKeywordTypeNode(ts.SyntaxKind.BooleanKeyword));
    parts.delete('false');
  }
  return ts.factory.createUnionTypeNode([...parts.values()]);
}

/** Notes the type that an identifier names; `Element` of JSX is called so, as there is one of the DOM too. */
function nameFully(
  identifier: ts.Identifier,
  references: Map<string, ApiReference>,
  { packages, program }: ApiContext,
): ts.Identifier {
  // The compiler notes the symbol on the names that it prints, though it does not declare so.
  const symbol = (identifier as { symbol?: ts.Symbol & { parent?: ts.Symbol } }).symbol;
  const declaration = symbol?.declarations?.[0];
  if (!symbol || !declaration || !(symbol.flags & NAMED) || references.has(identifier.text)) return identifier;
  const file = declaration.getSourceFile();
  const name = symbol.parent?.name === 'JSX' ? `JSX.${identifier.text}` : identifier.text;
  if (!program.isSourceFileDefaultLibrary(file)) {
    references.set(name, { name, origin: packages.originOf(file.fileName), source: packages.sourceOf(declaration) });
  }
  return name === identifier.text ? identifier : ts.factory.createIdentifier(name);
}

const NAMED = ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Class | ts.SymbolFlags.Enum;

/** `import("/absolute/path")` with a path that says nothing of the machine. */
function withoutPath(node: ts.ImportTypeNode, { packages }: ApiContext): ts.ImportTypeNode {
  const { argument } = node;
  if (!ts.isLiteralTypeNode(argument) || !ts.isStringLiteral(argument.literal)) return node;
  const path = packages.relative(argument.literal.text);
  return ts.factory.updateImportTypeNode(
    node,
    ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(path)),
    node.attributes,
    node.qualifier,
    node.typeArguments,
    node.isTypeOf,
  );
}

/** The type `ReactNode` of the React that the program uses. */
function reactNodeType({ checker, program }: ApiContext): ts.Type | undefined {
  const react = program.getSourceFiles().find(({ fileName }) => fileName.endsWith('/@types/react/index.d.ts'));
  const module = react && checker.getSymbolAtLocation(react);
  const symbol = module && checker.getExportsOfModule(module).find(({ name }) => name === 'ReactNode');
  return symbol && checker.getDeclaredTypeOfSymbol(symbol);
}
