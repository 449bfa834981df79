import * as ts from '../compiler/index.ts';

export function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** Returns true if a value of the type may be a React element, so that it can be rendered. */
export function isRenderable(checker: ts.Checker, type: ts.Type): boolean {
  return partsOf(concrete(checker, type)).some((part) => {
    // The rarest name comes first, because each name is a query.
    const names = ['props', 'key', 'type'];
    return Boolean(part.flags & OBJECTS) && names.every((name) => part.property(name) !== undefined);
  });
}

/** Returns the call signatures of a type, or of the parts of a union. */
export function callSignatures(checker: ts.Checker, type: ts.Type): ts.Signature[] {
  return partsOf(concrete(checker, type)).flatMap((part) => [...part.callSignatures]);
}

/** Returns a type without `null` and `undefined`. A type parameter is replaced by its constraint. */
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
