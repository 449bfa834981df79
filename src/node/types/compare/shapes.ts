import * as ts from '../compiler/index.ts';

/** Returns the properties of an object by name, with their types loaded. Private names are left out. */
export function properties(type: ts.Type): Map<string, ts.Symbol> {
  type.loadProperties();
  const open = type.properties.filter(({ name }) => !/^__[@#]/.test(name));
  const isClass = type.symbol !== undefined && Boolean(type.symbol.flags & ts.SymbolFlags.Class);
  const shown = isClass ? open.filter(({ declarations }) => !declarations.some(ts.isInaccessible)) : open;
  return new Map(shown.map((symbol) => [symbol.name, symbol]));
}

/** Returns the arguments of a type's name: those of its alias, or else of the generic type. */
export function argumentsOf(type: ts.Type): readonly ts.Type[] {
  return type.aliasSymbol ? type.aliasTypeArguments : type.typeArguments;
}

export function isOptional({ flags }: ts.Symbol): boolean {
  return Boolean(flags & ts.SymbolFlags.Optional);
}
