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

/** Where two types are compared. */
interface Position {
  /** Number of objects around them. */
  depth: number;
  /** True if code that uses the library reads the value: a parameter of its callback, or a result. */
  isRead: boolean;
}

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

  /**
   * Compares two types. Several types stand for their union.
   *
   * @param isRead true if code that uses the library reads the value. Then an added optional member is no difference: only
   * objects that are passed are checked for unknown members.
   */
  compare(older: readonly ts.Type[], newer: readonly ts.Type[], isRead = false): Difference {
    return this.#compareLists(older, newer, { depth: 0, isRead });
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
        return other && this.#compareProperty(symbol, other, { depth: 1, isRead: false }) !== 'same';
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

  #compareTwo(older: ts.Type, newer: ts.Type, at: Position): Difference {
    if (older === newer) return 'same';
    const key = `${older.id} ${newer.id} ${at.isRead}`;
    const found = this.#known.get(key);
    if (found) return found;
    // A type that contains itself is the same if the rest is.
    this.#known.set(key, 'same');
    const difference = this.#decide(older, newer, at);
    this.#known.set(key, difference);
    return difference;
  }

  #decide(older: ts.Type, newer: ts.Type, at: Position): Difference {
    const isAny = [older, newer].map(({ flags }) => Boolean(flags & TypeFlags.Any));
    // Any fits everything. So a change to it breaks no code, and a change from it may break code that passes or reads values.
    const toAny = at.isRead ? 'narrowed' : 'widened';
    if (isAny[0] || isAny[1]) return isAny[0] && isAny[1] ? 'same' : isAny[1] ? toAny : reverse(toAny);
    const forwards = this.#fits(older, newer);
    const backwards = this.#fits(newer, older);
    const isComputed = Boolean((older.flags | newer.flags) & TypeFlags.Instantiable);
    if (isComputed && at.depth > 0) return 'same';
    if (forwards !== backwards) return forwards ? 'widened' : 'narrowed';
    // Two declarations of a class with private members, or of a unique symbol, never fit each other.
    if (!forwards && this.#checker.textOf(older) !== this.#checker.textOf(newer)) return 'changed';
    return isComputed || at.depth > MAX_DEPTH ? 'same' : this.#compareParts(older, newer, at);
  }

  /** Compares types that accept each other's values. `{ a?; b? }` and `{ a? }` do, but `{ b: 1 }` is an error for the second. */
  #compareParts(older: ts.Type, newer: ts.Type, at: Position): Difference {
    if (older.isUnion() || newer.isUnion()) {
      const pairs = this.#pair(partsOf(older), partsOf(newer));
      return joinDifferences([...pairs].map(([one, other]) => this.#compareTwo(one, other, inside(at))));
    }
    if (!isObject(older) || !isObject(newer)) return 'same';
    if (older.symbol !== newer.symbol && this.#isOfReact(older) && this.#isOfReact(newer)) return 'same';
    if (older.isReference() && newer.isReference() && this.#isSameGeneric(older, newer)) {
      return joinDifferences(
        older.typeArguments.map((one, index) => this.#compareTwo(one, newer.typeArguments[index] ?? one, inside(at))),
      );
    }
    return joinDifferences([
      ...this.#compareProperties(older, newer, at),
      ...this.#compareSignatures(older.callSignatures, newer.callSignatures, at),
      ...this.#compareIndexes(older, newer, at),
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

  #compareProperties(older: ts.Type, newer: ts.Type, at: Position): Difference[] {
    const before = properties(older);
    const after = properties(newer);
    const old = [...before].map(([name, symbol]): Difference => {
      const other = after.get(name);
      if (other) return this.#compareProperty(symbol, other, at);
      const index = this.#indexOf(newer);
      return index ? this.#compareToIndex(symbol, index, at) : at.isRead ? 'widened' : 'narrowed';
    });
    const added = [...after].flatMap(([name, symbol]): Difference[] => {
      if (before.has(name)) return [];
      const index = this.#indexOf(older);
      return index ? [reverse(this.#compareToIndex(symbol, index, at))] : at.isRead ? [] : ['widened'];
    });
    return [...old, ...added];
  }

  /** Returns the type of all members that have no declaration. */
  #indexOf(type: ts.Type): ts.Type | undefined {
    return this.#checker.indexSignatures(type).find(({ keyType }) => keyType.flags & TypeFlags.String)?.type;
  }

  /** Compares an older member with the type of the newer members that have no declaration. */
  #compareToIndex(older: ts.Symbol, newer: ts.Type, at: Position): Difference {
    const isDefined = ({ flags }: ts.Type): boolean => !(flags & TypeFlags.Undefined);
    const [before = [], after = []] = [older.type, newer].map((type) =>
      isOptional(older) ? partsOf(type).filter(isDefined) : partsOf(type),
    );
    return joinDifferences([isOptional(older) ? 'same' : 'widened', this.#compareLists(before, after, inside(at))]);
  }

  #compareProperty(older: ts.Symbol, newer: ts.Symbol, at: Position): Difference {
    if (older === newer) return 'same';
    const presence = isOptional(older) === isOptional(newer) ? 'same' : isOptional(older) ? 'narrowed' : 'widened';
    return joinDifferences([presence, this.#compareTwo(older.type, newer.type, inside(at))]);
  }

  #compareSignatures(older: readonly ts.Signature[], newer: readonly ts.Signature[], at: Position): Difference[] {
    if (older.length !== newer.length) return [];
    return older.flatMap((one, index): Difference[] => {
      const other = newer[index];
      // Type parameters of two functions fit nothing. The compiler has compared the functions as a whole.
      if (!other || one.typeParameters.length > 0 || other.typeParameters.length > 0) return [];
      const parameters = one.parameters.flatMap((parameter, position): Difference[] => {
        const match = other.parameters[position];
        return match
          ? [reverse(this.#compareTwo(parameter.type, match.type, { ...inside(at), isRead: !at.isRead }))]
          : [];
      });
      return [...parameters, this.#compareTwo(one.returnType, other.returnType, inside(at))];
    });
  }

  #compareIndexes(older: ts.Type, newer: ts.Type, at: Position): Difference[] {
    const before = this.#checker.indexSignatures(older);
    const after = this.#checker.indexSignatures(newer);
    const match = (list: readonly ts.IndexSignature[], { keyType }: ts.IndexSignature): ts.IndexSignature | undefined =>
      list.find((other) => other.keyType === keyType);
    return [
      ...before.map((one): Difference => {
        const other = match(after, one);
        return other ? this.#compareTwo(one.type, other.type, inside(at)) : 'narrowed';
      }),
      ...after.filter((one) => !match(before, one)).map((): Difference => 'widened'),
    ];
  }

  /**
   * Pairs the parts of two unions that differ: those with the same text, then those that accept each other's values. Each part
   * has at most one partner: a part with `any` accepts many others.
   */
  #pair(older: readonly ts.Type[], newer: readonly ts.Type[]): Map<ts.Type, ts.Type> {
    const left = new Set(older.filter((one) => !newer.includes(one)));
    const right = new Set(newer.filter((one) => !older.includes(one)));
    const pairs = new Map<ts.Type, ts.Type>();
    const pairBy = (belongs: (one: ts.Type, other: ts.Type) => boolean): void => {
      for (const one of left) {
        const other = [...right].find((candidate) => belongs(one, candidate));
        if (!other) continue;
        pairs.set(one, other);
        left.delete(one);
        right.delete(other);
      }
    };
    pairBy((one, other) => this.#checker.textOf(one) === this.#checker.textOf(other));
    pairBy((one, other) => this.#fits(one, other) && this.#fits(other, one));
    return pairs;
  }

  /** Compares unions, each as a list of parts: each part must fit a part of the other list. */
  #compareLists(older: readonly ts.Type[], newer: readonly ts.Type[], at: Position): Difference {
    const left = older.filter((one) => !newer.includes(one));
    const right = newer.filter((one) => !older.includes(one));
    if (left.length === 0 && right.length === 0) return 'same';
    const [one, ...moreOld] = left;
    const [other, ...moreNew] = right;
    if (one && other && moreOld.length + moreNew.length === 0) return this.#compareTwo(one, other, at);
    const pairs = this.#pair(older, newer);
    const partners = new Set(pairs.values());
    const forwards = this.#isCovered(
      left.filter((part) => !pairs.has(part)),
      newer.flatMap(partsOf),
    );
    const backwards = this.#isCovered(
      right.filter((part) => !partners.has(part)),
      older.flatMap(partsOf),
    );
    const whole: Difference =
      forwards === backwards ? (forwards ? 'same' : 'changed') : forwards ? 'widened' : 'narrowed';
    return joinDifferences([whole, ...[...pairs].map(([from, to]) => this.#compareTwo(from, to, at))]);
  }

  /** Returns true if each part of the types fits one of the other parts. */
  #isCovered(types: readonly ts.Type[], by: readonly ts.Type[]): boolean {
    return types.every((type) => partsOf(type).every((part) => by.some((other) => this.#fits(part, other))));
  }

  /** Returns true for a type such as `Date`. Mapped types are declared by the language as well, but have members of the library. */
  #isOfLanguage({ symbol }: ts.Type): boolean {
    const isNamed = symbol !== undefined && Boolean(symbol.flags & (SymbolFlags.Class | SymbolFlags.Interface));
    return isNamed && this.#isLibrary(symbol.files[0] ?? '');
  }

  /** Returns the only object in a list of types. */
  #objectIn(types: readonly ts.Type[]): ts.Type | undefined {
    const objects = types.flatMap(partsOf).filter(isObject);
    const [object] = objects;
    const hasMembers =
      object && object.callSignatures.length === 0 && !this.#checker.isArrayLike(object) && !this.#isOfLanguage(object);
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

function inside({ depth, isRead }: Position): Position {
  return { depth: depth + 1, isRead };
}
