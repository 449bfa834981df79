import * as ts from '../compiler/index.ts';

type CompareTwo = (older: ts.Type, newer: ts.Type, at: Position) => Difference;

/** Compares functions. `fit` is true if they are assignable to each other. */
export function compareSignatures(
  older: readonly ts.Signature[],
  newer: readonly ts.Signature[],
  { fit, compareTwo, ...at }: Position & { fit: boolean; compareTwo: CompareTwo },
): Difference[] {
  if (older.length !== newer.length) return fit ? [] : ['changed'];
  return older.flatMap((one, index): Difference[] => {
    const other = newer[index];
    if (!other) return [];
    // Type parameters of two functions are not assignable to anything. The compiler has compared the functions as a whole.
    if (fit && one.typeParameters.length + other.typeParameters.length > 0) return [];
    const parameters = one.parameters.map((parameter, position): Difference => {
      const match = other.parameters[position];
      const rest = other.parameters.find(isRest);
      // Rest parameters are compared by the compiler.
      if (rest && (!match || match === rest) && !isRest(parameter)) return 'same';
      // A callback with this parameter is rejected. A call that passes it is rejected, too.
      if (!match) return at.isRead ? 'changed' : 'narrowed';
      return reverse(compareTwo(parameter.type, match.type, { ...inside(at), isRead: !at.isRead }));
    });
    const added = other.parameters.slice(one.parameters.length).map(
      // Calls need not pass an optional parameter, and callbacks may ignore any parameter.
      (parameter): Difference => (at.isRead && canBeMissing(parameter) ? 'narrowed' : 'widened'),
    );
    return [...parameters, ...added, compareTwo(one.returnType, other.returnType, inside(at))];
  });
}

function canBeMissing(parameter: ts.Symbol): boolean {
  const [declaration] = parameter.declarations;
  const isOptional = declaration && ts.isParameter(declaration) && declaration.questionToken !== undefined;
  return isOptional === true || isRest(parameter);
}

function isRest({ declarations: [declaration] }: ts.Symbol): boolean {
  return declaration !== undefined && ts.isParameter(declaration) && declaration.dotDotDotToken !== undefined;
}

/** Returns true if a function has fewer parameters than before. */
export function losesParameter(older: ts.Type, newer: ts.Type): boolean {
  const [before, after] = [older.callSignatures, newer.callSignatures].map(([one]) => one?.parameters ?? []);
  if (!before || !after || older.callSignatures.length !== 1 || newer.callSignatures.length !== 1) return false;
  return after.length < before.length && !after.some(isRest);
}

/** `widened` accepts more values, `narrowed` accepts fewer, and `changed` accepts different values. */
export type Difference = 'same' | 'widened' | 'narrowed' | 'changed';

export interface Position {
  depth: number;
  /** True if code that uses the library reads the value, which is a parameter of its callback or a result. */
  isRead: boolean;
  /** True for the type that an export declares, but not for a use of the type's name. */
  isDefinition?: boolean;
}

export function joinDifferences(differences: Iterable<Difference>): Difference {
  const found = new Set(differences);
  found.delete('same');
  const [first] = found;
  return found.size > 1 ? 'changed' : (first ?? 'same');
}

/** Reverses a difference, because for parameters the direction is opposite: a callback that accepts more fits more types. */
export function reverse(difference: Difference): Difference {
  return difference === 'widened' ? 'narrowed' : difference === 'narrowed' ? 'widened' : difference;
}

export function inside({ depth, isRead }: Position): Position {
  return { depth: depth + 1, isRead };
}
