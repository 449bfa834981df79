import * as ts from '../compiler/index.ts';

export function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** Returns true if a value of the type may be a React element, so that React can render it. */
export function isRenderable(checker: ts.Checker, type: ts.Type): boolean {
  return partsOf(concrete(checker, type)).some((part) => {
    // The rarest name comes first, because each name requires a query.
    const names = ['props', 'key', 'type'];
    return Boolean(part.flags & OBJECTS) && names.every((name) => part.property(name) !== undefined);
  });
}

/** Returns the call signatures of a type, or of the parts of a union. */
export function callSignatures(checker: ts.Checker, type: ts.Type): ts.Signature[] {
  return partsOf(concrete(checker, type)).flatMap((part) => [...part.callSignatures]);
}

/** Returns a type without `null` and `undefined`. A type parameter is replaced with its constraint. */
export function concrete(checker: ts.Checker, type: ts.Type): ts.Type {
  const value = checker.nonNullable(type);
  if (!(value.flags & ts.TypeFlags.Instantiable)) return value;
  const constraint = checker.baseConstraint(value);
  return constraint ? checker.nonNullable(constraint) : value;
}

export function isObject(type: ts.Type): boolean {
  return Boolean(type.flags & OBJECTS);
}

const OBJECTS = ts.TypeFlags.Object | ts.TypeFlags.Intersection;

/** Returns a type that React declares. Undefined if React's types are not installed. */
export function reactType(name: string, { checker, file, fileNames }: ts.Program): ts.Type | undefined {
  const fileName = fileNames().find((one) => one.endsWith('/@types/react/index.d.ts'));
  const source = fileName === undefined ? undefined : file(fileName);
  const module = source && checker.symbolAt(source);
  const symbol = module && checker.exportsOf(module).find((one) => one.name === name);
  return symbol && checker.declaredType(symbol);
}

/** Returns the properties of an object by name, with their types loaded. Private names are omitted. */
export function properties(type: ts.Type): Map<string, ts.Symbol> {
  type.loadProperties();
  const open = type.properties.filter(({ name }) => !/^__[@#]/.test(name));
  const isClass = type.symbol !== undefined && Boolean(type.symbol.flags & ts.SymbolFlags.Class);
  const shown = isClass ? open.filter(({ declarations }) => !declarations.some(ts.isInaccessible)) : open;
  return new Map(shown.map((symbol) => [symbol.name, symbol]));
}

/** Returns the type arguments of an alias or, without an alias, of the generic type. */
export function argumentsOf(type: ts.Type): readonly ts.Type[] {
  return type.aliasSymbol ? type.aliasTypeArguments : type.typeArguments;
}

export function isOptional({ flags }: ts.Symbol): boolean {
  return Boolean(flags & ts.SymbolFlags.Optional);
}
