import * as ts from '../compiler/index.ts';
import type { TypesContext } from './context.ts';

/** Kinds of symbols whose names readers may look up. */
export const NAMED = ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Class | ts.SymbolFlags.Enum;

export type TypeNames = (name: string) => ts.Symbol | undefined;

/** Maximum number of types in a type. A larger type is not followed completely. */
const MAX_TYPES = 300;

/**
 * Finds the symbols of printed names, which the compiler does not report. The symbols are in the parts of the types, or
 * in the scope where the type is written.
 */
export function createTypeNames({
  checker,
  program,
}: TypesContext): (types: readonly ts.Type[], at?: ts.Node) => TypeNames {
  const found = new Map<ts.Type, Map<string, ts.Symbol>>();
  const namesOf = (type: ts.Type): Map<string, ts.Symbol> => {
    const known = found.get(type) ?? collectNames(checker, type);
    found.set(type, known);
    return known;
  };
  /** Returns the symbol of a name in the scope where another type is declared. Both types are parts of the same type. */
  const beside = (name: string, types: readonly ts.Type[]): ts.Symbol | undefined => {
    for (const symbol of types.flatMap((type) => [...namesOf(type).values()])) {
      const declaration = symbol.files.some(program.isLibrary) ? undefined : symbol.declarations[0];
      const found = declaration && checker.resolveTypeName(name, declaration);
      if (found) return checker.target(found);
    }
    return undefined;
  };
  return (types, at) => (name) => {
    for (const type of types) {
      const symbol = namesOf(type).get(name);
      if (symbol) return symbol;
    }
    const written = at && (writtenIn(at, name, checker) ?? checker.resolveTypeName(name, at));
    return written ? checker.target(written) : beside(name, types);
  };
}

/** Returns the symbol of a name that is written in a type, such as `React.ComponentType`. */
function writtenIn(node: ts.Node, name: string, checker: ts.Checker): ts.Symbol | undefined {
  if (ts.isTypeReferenceNode(node)) {
    const { typeName } = node;
    const last = ts.isIdentifier(typeName) ? typeName : typeName.right;
    if (last.text === name) return checker.symbolAt(typeName);
  }
  return ts.forEachChild(node, (child) => writtenIn(child, name, checker));
}

/** Returns the names with which a type is printed: its own name or, if it has none, the names in its parts. */
function collectNames(checker: ts.Checker, root: ts.Type): Map<string, ts.Symbol> {
  const names = new Map<string, ts.Symbol>();
  const seen = new Set<ts.Type>();
  const note = (symbol: ts.Symbol): void => {
    if (!names.has(symbol.name)) names.set(symbol.name, symbol);
  };
  const visit = (type: ts.Type): void => {
    if (seen.has(type) || seen.size > MAX_TYPES) return;
    seen.add(type);
    const { aliasSymbol: alias, symbol } = type;
    if (alias) {
      note(alias);
      type.aliasTypeArguments.forEach(visit);
      if (type !== root) return;
    }
    if (symbol && symbol.flags & (NAMED | ts.SymbolFlags.TypeParameter | ts.SymbolFlags.EnumMember)) {
      note(symbol);
      if (symbol.flags & ts.SymbolFlags.EnumMember && symbol.parent) note(symbol.parent);
      type.typeArguments.forEach(visit);
      return;
    }
    type.types.forEach(visit);
    type.operands.forEach(visit);
    if (type.flags & ts.TypeFlags.Object) visitObject(type);
  };
  const visitObject = (type: ts.Type): void => {
    type.typeArguments.forEach(visit);
    if (checker.isTuple(type)) return;
    for (const { parameters, returnType } of [...type.callSignatures, ...type.constructSignatures]) {
      for (const parameter of parameters) visit(parameter.type);
      visit(returnType);
    }
    for (const property of type.properties) visit(property.type);
    for (const { keyType, type: value } of checker.indexSignatures(type)) [keyType, value].forEach(visit);
  };
  visit(root);
  return names;
}
