import * as ts from '../compiler/index.ts';

/** Parts of a union, or the type itself. */
export function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** Whether a value of the type may be a React element, so that it can be rendered. */
export function isRenderable(checker: ts.Checker, type: ts.Type): boolean {
  return partsOf(concrete(checker, type)).some((part) => {
    // The rarest name first: each is a question.
    const names = ['props', 'key', 'type'];
    return Boolean(part.flags & OBJECTS) && names.every((name) => part.property(name) !== undefined);
  });
}

/** Call signatures of a type, or of the parts of a union. */
export function callSignatures(checker: ts.Checker, type: ts.Type): ts.Signature[] {
  return partsOf(concrete(checker, type)).flatMap((part) => [...part.callSignatures]);
}

/** A type without `null` and `undefined`; a type parameter is what it is constrained to. */
export function concrete(checker: ts.Checker, type: ts.Type): ts.Type {
  const value = checker.nonNullable(type);
  if (!(value.flags & ts.TypeFlags.Instantiable)) return value;
  const constraint = checker.baseConstraint(value);
  return constraint ? checker.nonNullable(constraint) : value;
}

/** Whether the type is an object or several at once, not a primitive or a union. */
export function isObject(type: ts.Type): boolean {
  return Boolean(type.flags & OBJECTS);
}

const OBJECTS = ts.TypeFlags.Object | ts.TypeFlags.Intersection;
