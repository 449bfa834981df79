/** Compares two types of one program, from two versions of a library. */
import type { MemberChanges } from '../../../shared/api-history.ts';
import * as ts from '../compiler/index.ts';
import { isObject, partsOf } from '../extract/type-shape.ts';

/**
 * How the values that a type accepts differ from those that another type accepts: `widened` accepts more, `narrowed` fewer, and
 * `changed` others.
 */
export type Difference = 'same' | 'widened' | 'narrowed' | 'changed';

/** Maximum depth of objects in objects. Deeper differences are not found if both types accept each other's values. */
const MAX_DEPTH = 8;
const { TypeFlags, SymbolFlags } = ts;

/** Joins the differences of the parts of a type. */
export function joinDifferences(differences: Iterable<Difference>): Difference {
  const found = new Set(differences);
  found.delete('same');
  const [first] = found;
  return found.size > 1 ? 'changed' : (first ?? 'same');
}

/** Compares the types of a program. Each pair is compared once. */
export class TypeComparer {
  readonly #checker: ts.Checker;
  readonly #isLibrary: ts.Program['isLibrary'];
  readonly #known = new Map<string, Difference>();

  constructor({ checker, isLibrary }: ts.Program) {
    this.#checker = checker;
    this.#isLibrary = isLibrary;
  }

  /** Compares two types. Several types stand for their union. */
  compare(older: readonly ts.Type[], newer: readonly ts.Type[]): Difference {
    return this.#compareLists(older, newer);
  }

  /** Returns the differing members, if both types contain one object and nothing else that has members. */
  membersOf(older: readonly ts.Type[], newer: readonly ts.Type[]): MemberChanges | undefined {
    const [before, after] = [this.#objectIn(older), this.#objectIn(newer)];
    if (!before || !after || before === after) return undefined;
    const [from, to] = [properties(before), properties(after)];
    const added = [...to.keys()].filter((name) => !from.has(name)).sort();
    const removed = [...from.keys()].filter((name) => !to.has(name)).sort();
    const changed = [...from]
      .filter(([name, symbol]) => {
        const other = to.get(name);
        return other && this.#compareProperty(symbol, other, 1) !== 'same';
      })
      .map(([name]) => name)
      .sort();
    if (added.length + removed.length + changed.length === 0) return undefined;
    return {
      ...(added.length > 0 && { added }),
      ...(removed.length > 0 && { removed }),
      ...(changed.length > 0 && { changed }),
    };
  }

  #fits(one: ts.Type, other: ts.Type): boolean {
    return one === other || this.#checker.isAssignable(one, other);
  }

  #compareTwo(older: ts.Type, newer: ts.Type, depth: number): Difference {
    if (older === newer) return 'same';
    const key = `${older.id} ${newer.id}`;
    const found = this.#known.get(key);
    if (found) return found;
    // A type that contains itself is the same if the rest is.
    this.#known.set(key, 'same');
    const difference = this.#decide(older, newer, depth);
    this.#known.set(key, difference);
    return difference;
  }

  #decide(older: ts.Type, newer: ts.Type, depth: number): Difference {
    const isAny = [older, newer].map(({ flags }) => Boolean(flags & TypeFlags.Any));
    if (isAny[0] || isAny[1]) return isAny[0] && isAny[1] ? 'same' : isAny[1] ? 'widened' : 'narrowed';
    const forwards = this.#fits(older, newer);
    const backwards = this.#fits(newer, older);
    const isComputed = Boolean((older.flags | newer.flags) & TypeFlags.Instantiable);
    // The compiler has compared the type parameters of two functions as a whole.
    if (isComputed && depth > 0) return 'same';
    if (forwards !== backwards) return forwards ? 'widened' : 'narrowed';
    // Two declarations of a class with private members, or of a unique symbol, never fit each other.
    if (!forwards && this.#checker.textOf(older) !== this.#checker.textOf(newer)) return 'changed';
    return isComputed || depth > MAX_DEPTH ? 'same' : this.#compareParts(older, newer, depth);
  }

  /** Compares types that accept each other's values. `{ a?; b? }` and `{ a? }` do, but `{ b: 1 }` is an error for the second. */
  #compareParts(older: ts.Type, newer: ts.Type, depth: number): Difference {
    if (older.isUnion() || newer.isUnion()) {
      const left = partsOf(newer).filter((part) => !partsOf(older).includes(part));
      return joinDifferences(
        partsOf(older)
          .filter((part) => !partsOf(newer).includes(part))
          .map((part) => {
            const match =
              left.find((other) => this.#fits(part, other) && this.#fits(other, part)) ??
              left.find((other) => this.#checker.textOf(part) === this.#checker.textOf(other));
            return match ? this.#compareTwo(part, match, depth + 1) : 'same';
          }),
      );
    }
    if (!isObject(older) || !isObject(newer)) return 'same';
    if (older.symbol !== newer.symbol && this.#isOfReact(older) && this.#isOfReact(newer)) return 'same';
    if (older.isReference() && newer.isReference() && this.#isSameGeneric(older, newer)) {
      return joinDifferences(
        older.typeArguments.map((one, index) => this.#compareTwo(one, newer.typeArguments[index] ?? one, depth + 1)),
      );
    }
    return joinDifferences([
      ...this.#compareProperties(older, newer, depth),
      ...this.#compareSignatures(older.callSignatures, newer.callSignatures, depth),
      ...this.#compareIndexes(older, newer, depth),
    ]);
  }

  /** Returns true for React's own types. `JSX.Element` and `ReactElement` differ in an `any`, which is not a change of the library. */
  #isOfReact({ symbol }: ts.Type): boolean {
    return /\/node_modules\/@types\/react\//.test(symbol?.files[0] ?? '');
  }

  /** Returns true for two uses of a generic type of the language, such as two arrays. */
  #isSameGeneric(older: ts.Type, newer: ts.Type): boolean {
    if (this.#checker.isTuple(older) || this.#checker.isTuple(newer)) {
      return (
        this.#checker.isTuple(older) &&
        this.#checker.isTuple(newer) &&
        older.typeArguments.length === newer.typeArguments.length
      );
    }
    const [file] = older.symbol?.files ?? [];
    return (
      older.symbol === newer.symbol && file !== undefined && (this.#isLibrary(file) || older.typeArguments.length > 0)
    );
  }

  #compareProperties(older: ts.Type, newer: ts.Type, depth: number): Difference[] {
    const before = properties(older);
    const after = properties(newer);
    const common = [...before].flatMap(([name, symbol]): Difference[] => {
      const other = after.get(name);
      if (!other) return ['narrowed'];
      return [this.#compareProperty(symbol, other, depth)];
    });
    const added = [...after.keys()].some((name) => !before.has(name));
    return added ? [...common, 'widened'] : common;
  }

  #compareProperty(older: ts.Symbol, newer: ts.Symbol, depth: number): Difference {
    if (older === newer) return 'same';
    const presence = isOptional(older) === isOptional(newer) ? 'same' : isOptional(older) ? 'narrowed' : 'widened';
    return joinDifferences([presence, this.#compareTwo(older.type, newer.type, depth + 1)]);
  }

  #compareSignatures(older: readonly ts.Signature[], newer: readonly ts.Signature[], depth: number): Difference[] {
    if (older.length !== newer.length) return [];
    return older.flatMap((one, index): Difference[] => {
      const other = newer[index];
      if (!other) return [];
      const parameters = one.parameters.flatMap((parameter, position): Difference[] => {
        const match = other.parameters[position];
        return match ? [reverse(this.#compareTwo(parameter.type, match.type, depth + 1))] : [];
      });
      return [...parameters, this.#compareTwo(one.returnType, other.returnType, depth + 1)];
    });
  }

  #compareIndexes(older: ts.Type, newer: ts.Type, depth: number): Difference[] {
    const before = this.#checker.indexSignatures(older);
    const after = this.#checker.indexSignatures(newer);
    const match = (list: readonly ts.IndexSignature[], { keyType }: ts.IndexSignature): ts.IndexSignature | undefined =>
      list.find((other) => other.keyType === keyType);
    return [
      ...before.map((one): Difference => {
        const other = match(after, one);
        return other ? this.#compareTwo(one.type, other.type, depth + 1) : 'narrowed';
      }),
      ...after.filter((one) => !match(before, one)).map((): Difference => 'widened'),
    ];
  }

  /** Compares unions, each as a list of parts: each part must fit a part of the other list. */
  #compareLists(older: readonly ts.Type[], newer: readonly ts.Type[]): Difference {
    const left = older.filter((one) => !newer.includes(one));
    const right = newer.filter((one) => !older.includes(one));
    if (left.length === 0 && right.length === 0) return 'same';
    const [one, ...moreOld] = left;
    const [other, ...moreNew] = right;
    if (one && other && moreOld.length + moreNew.length === 0) return this.#compareTwo(one, other, 0);
    const matches = left.map((part) => right.find((next) => this.#fits(part, next) && this.#fits(next, part)));
    const rest = right.filter((part) => !matches.includes(part));
    const all = { older: older.flatMap(partsOf), newer: newer.flatMap(partsOf) };
    const isCovered = (parts: readonly ts.Type[], by: readonly ts.Type[]): boolean =>
      parts.every((part) => partsOf(part).every((single) => by.some((next) => this.#fits(single, next))));
    const forwards = isCovered(
      left.filter((_, index) => !matches[index]),
      all.newer,
    );
    const backwards = isCovered(rest, all.older);
    const whole: Difference =
      forwards === backwards ? (forwards ? 'same' : 'changed') : forwards ? 'widened' : 'narrowed';
    return joinDifferences([
      whole,
      ...left.flatMap((part, index): Difference[] => {
        const match = matches[index];
        return match ? [this.#compareTwo(part, match, 0)] : [];
      }),
    ]);
  }

  /** Returns the only object in a list of types. */
  #objectIn(types: readonly ts.Type[]): ts.Type | undefined {
    const objects = types.flatMap(partsOf).filter(isObject);
    const [object] = objects;
    const hasMembers =
      object &&
      object.callSignatures.length === 0 &&
      !this.#checker.isArrayLike(object) &&
      !this.#isLibrary(object.symbol?.files[0] ?? '');
    return objects.length === 1 && hasMembers ? object : undefined;
  }
}

/** Returns the properties of an object by name, with their types loaded. Private names are left out. */
function properties(type: ts.Type): Map<string, ts.Symbol> {
  type.loadProperties();
  const open = type.properties.filter(({ name }) => !/^__[@#]/.test(name));
  const isClass = type.symbol !== undefined && Boolean(type.symbol.flags & SymbolFlags.Class);
  const shown = isClass ? open.filter(({ declarations }) => !declarations.some(ts.isInaccessible)) : open;
  return new Map(shown.map((symbol) => [symbol.name, symbol]));
}

function isOptional({ flags }: ts.Symbol): boolean {
  return Boolean(flags & SymbolFlags.Optional);
}

/** Reverses a difference, for parameters: a callback that accepts more fits more places. */
function reverse(difference: Difference): Difference {
  return difference === 'widened' ? 'narrowed' : difference === 'narrowed' ? 'widened' : difference;
}
