import * as ts from '../compiler/index.ts';
import type { PackageLookup } from './packages.ts';
import { concrete, isRenderable, partsOf } from './type-shape.ts';

export interface ComponentType {
  /** Types of the component's props, one for each overload. Empty for a component without props. */
  props: ts.Type[];
  typeParameters: readonly ts.Type[];
}

type Types = { checker: ts.Checker; packages: PackageLookup };

/** Properties in which React's wrappers store the wrapped component: `type` for `memo`, `_result` for `lazy`. */
const WRAPPED = ['type', '_result'];

/** Returns undefined for a type that is not a component. */
export function readComponentType(types: Types, type: ts.Type, depth = 0): ComponentType | undefined {
  const { checker } = types;
  const parts = partsOf(checker.nonNullable(type));
  if (parts.length > 1) {
    const read = parts.map((part) => readComponentType(types, part, depth));
    const found = read.filter((component) => component !== undefined);
    if (found.length < parts.length) return undefined;
    return { props: unique(found.flatMap(({ props }) => props)), typeParameters: found[0]?.typeParameters ?? [] };
  }
  // The signature of the wrapper itself lacks the type parameters of a generic component.
  const wrapped = depth < 5 ? wrappedType(types, type) : undefined;
  const component = wrapped && readComponentType(types, wrapped, depth + 1);
  if (component && component.typeParameters.length > 0) return component;
  return readFunction(types, type) ?? readClass(type);
}

function readFunction({ checker }: Types, type: ts.Type): ComponentType | undefined {
  const signatures = type.callSignatures.filter((signature) => {
    const [props] = signature.parameters;
    return (
      signature.parameters.length <= 2 &&
      rendersReact(checker, signature.returnType) &&
      (!props || canBeProps(checker, props.type))
    );
  });
  if (signatures.length === 0) return undefined;
  const props = signatures.flatMap(({ parameters: [first] }) => (first ? [first.type] : []));
  return { props: unique(props), typeParameters: signatures.find((one) => one.typeParameters)?.typeParameters ?? [] };
}

function readClass(type: ts.Type): ComponentType | undefined {
  for (const signature of type.constructSignatures) {
    const instance = signature.returnType;
    const props = instance.property('props');
    if (!props || !instance.property('render')) continue;
    return { props: [props.type], typeParameters: signature.typeParameters ?? [] };
  }
  return undefined;
}

function wrappedType({ packages }: Types, type: ts.Type): ts.Type | undefined {
  for (const name of WRAPPED) {
    const property = type.property(name);
    const file = property?.files[0];
    if (property && file && packages.originOf(file) === '@types/react') return property.type;
  }
  return undefined;
}

/** Returns true for elements, `null` and `any`, and for a promise of elements, which an async component returns. */
function rendersReact(checker: ts.Checker, type: ts.Type): boolean {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Null) || isRenderable(checker, type)) return true;
  const awaited = checker.awaited(type);
  return awaited !== undefined && awaited !== type && isRenderable(checker, awaited);
}

/** Returns true for objects. A function that accepts a string, an array or a function is not a component. */
function canBeProps(checker: ts.Checker, type: ts.Type): boolean {
  const value = concrete(checker, type);
  return partsOf(value).every(
    (part) =>
      !(
        part.flags & ~(ts.TypeFlags.Object | ts.TypeFlags.Intersection | ts.TypeFlags.Any | ts.TypeFlags.Instantiable)
      ) &&
      !checker.isArrayLike(part) &&
      part.callSignatures.length === 0,
  );
}

function unique<Value>(values: Value[]): Value[] {
  return [...new Set(values)];
}
