import * as ts from '../compiler/index.ts';

export interface WrittenOrder {
  /** Returns a union with its parts in source order. Parts that are not in the source keep their positions. */
  ofUnion: (union: ts.UnionTypeNode) => ts.TypeNode;
  /** Returns the rank of a string literal. Undefined if the literal is not in the source. */
  ofText: (text: string) => number | undefined;
}

interface Types {
  program: ts.Program;
  checker: ts.Checker;
}

const NAMES_OF_TYPES = ts.SymbolFlags.TypeAlias | ts.SymbolFlags.TypeParameter;

/** Maximum number of type names to follow. */
const MAX_STEPS = 5;

/** Restores the source order of unions, whose parts the compiler sorts alphabetically. */
export function createWrittenOrder(context: Types): (declared: ts.Node) => WrittenOrder {
  const known = new Map<ts.Node, Map<string, number>>();
  const ranksOf = (declared: ts.Node): Map<string, number> => {
    const ranks = known.get(declared) ?? readRanks(context, declared);
    known.set(declared, ranks);
    return ranks;
  };
  return (declared) => ({
    ofUnion: (union) => inOrder(union, ranksOf(declared)),
    ofText: (text) => ranksOf(declared).get(stringKey(text)),
  });
}

function readRanks({ checker, program }: Types, declared: ts.Node): Map<string, number> {
  const ranks = new Map<string, number>();
  const noteKey = (key: string): void => {
    if (!ranks.has(key)) ranks.set(key, ranks.size);
  };
  const followed = new Set<ts.Node>();
  /** Returns the type of an alias. Each declaration is followed only once. */
  const aliased = (reference: ts.TypeReferenceNode): ts.TypeNode | undefined => {
    const named = checker.symbolAt(reference.typeName);
    const symbol = named && checker.target(named);
    // Types of the language, such as `Partial`, cannot be unions.
    if (!symbol || !(symbol.flags & NAMES_OF_TYPES) || symbol.files.some(program.isLibrary)) return undefined;
    const declaration = symbol.declarations.find((node: ts.Node) => !followed.has(node));
    if (!declaration) return undefined;
    followed.add(declaration);
    if (ts.isTypeParameterDeclaration(declaration)) return declaration.constraint;
    return ts.isTypeAliasDeclaration(declaration) ? declaration.type : undefined;
  };
  /** Ranks the parts of a union in source order. The parts of an alias take the position of the alias. Nested types come last. */
  const visit = (node: ts.Node, steps: number): void => {
    const inner: ts.Node[] = [];
    const noteParts = (part: ts.Node, depth: number): void => {
      if (ts.isUnionTypeNode(part)) {
        for (const one of part.types) noteParts(one, depth);
        return;
      }
      noteKey(partKey(part));
      const position = ts.isTypeReferenceNode(part) && depth < MAX_STEPS ? aliased(part) : undefined;
      if (position) noteParts(position, depth + 1);
      inner.push(part);
    };
    if (ts.isUnionTypeNode(node) || ts.isTypeReferenceNode(node) || ts.isLiteralTypeNode(node)) noteParts(node, steps);
    else inner.push(node);
    for (const part of inner) {
      if (ts.isTypeOperatorNode(part) && part.operator === ts.SyntaxKind.KeyOfKeyword) {
        for (const { name } of checker.typeOfNode(part.type).properties) noteKey(stringKey(name));
      }
      ts.forEachChild(part, (child) => visit(child, steps + 1));
    }
  };
  visit(declared, 0);
  return ranks;
}

function inOrder(union: ts.UnionTypeNode, ranks: Map<string, number>): ts.TypeNode {
  const rank = (node: ts.Node): number | undefined => ranks.get(partKey(node));
  const known = union.types.filter((type) => rank(type) !== undefined);
  known.sort((a, b) => (rank(a) ?? 0) - (rank(b) ?? 0));
  return ts.unionNode(union.types.map((type) => (rank(type) === undefined ? type : (known.shift() ?? type))));
}

function stringKey(text: string): string {
  return `literal:${ts.SyntaxKind.StringLiteral}:${text}`;
}

/** Returns a key that identifies a part of a union, whether written or printed. */
export function partKey(node: ts.Node): string {
  if (ts.isParenthesizedTypeNode(node)) return partKey(node.type);
  if (ts.isTypeReferenceNode(node)) {
    const { typeName } = node;
    return `name:${ts.isIdentifier(typeName) ? typeName.text : typeName.right.text}`;
  }
  if (ts.isArrayTypeNode(node)) return `array:${partKey(node.elementType)}`;
  if (!ts.isLiteralTypeNode(node)) return `kind:${node.kind}`;
  const { literal } = node;
  const text = (literal as ts.Node & { text?: string }).text;
  return `literal:${literal.kind}:${text ?? ''}`;
}
