import type { MemberChanges } from '../../../shared/api-history.ts';
import * as ts from '../compiler/index.ts';
import { argumentsOf, isObject, isOptional, partsOf, properties } from '../extract/type-shape.ts';
import {
  compareSignatures,
  type Difference,
  inside,
  joinDifferences,
  losesParameter,
  type Position,
  reverse,
} from './compare-signatures.ts';

/** Maximum depth of nested objects. Deeper differences are not found if the types are assignable to each other. */
const MAX_DEPTH = 8;
const { TypeFlags, SymbolFlags } = ts;

export class TypeComparer {
  readonly #checker: ts.Checker;
  readonly #isLibrary: ts.Program['isLibrary'];
  readonly #exports: ReadonlyMap<ts.Symbol, readonly string[]>;
  readonly #known = new Map<string, { difference: Difference; hasExports: boolean }>();
  #met = 0;

  /** In both versions, uses of an exported type count as equal: a change to the type itself is not a change to the code that uses it. */
  constructor({ checker, isLibrary }: ts.Program, exports: ReadonlyMap<ts.Symbol, readonly string[]> = new Map()) {
    this.#checker = checker;
    this.#isLibrary = isLibrary;
    this.#exports = exports;
  }

  /**
   * Compares types; a list represents a union. `isRead`: an added optional member is not a difference, because only
   * passed objects are checked for unknown members. `isDefinition`: the types are those that an export declares.
   */
  compare(
    older: readonly ts.Type[],
    newer: readonly ts.Type[],
    { isRead = false, isDefinition = false }: { isRead?: boolean; isDefinition?: boolean } = {},
  ): Difference {
    return this.#compareLists(older, newer, { depth: 0, isRead, isDefinition });
  }

  /** Returns the members that differ, if both types contain one object and nothing else with members. */
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
    const key = `${older.id} ${newer.id} ${at.isRead} ${at.isDefinition === true}`;
    const found = this.#known.get(key);
    if (found) {
      if (found.hasExports) this.#met++;
      return found.difference;
    }
    // A type that contains itself counts as the same if everything else is the same.
    this.#known.set(key, { difference: 'same', hasExports: false });
    const before = this.#met;
    const difference = this.#decide(older, newer, at);
    this.#known.set(key, { difference, hasExports: this.#met > before });
    return difference;
  }

  /** Returns true for two uses of the same exported type with the same type arguments. */
  #isSameExport(older: ts.Type, newer: ts.Type, at: Position): boolean {
    const namesOf = ({ aliasSymbol, symbol }: ts.Type): string[] =>
      [aliasSymbol, symbol].flatMap((one) => (one && this.#exports.get(one)) ?? []);
    const names = namesOf(older);
    if (names.length === 0 || !namesOf(newer).some((name) => names.includes(name))) return false;
    const [before, after] = [argumentsOf(older), argumentsOf(newer)];
    return before.every((one, index) => this.#compareTwo(one, after[index] ?? one, inside(at)) === 'same');
  }

  #decide(older: ts.Type, newer: ts.Type, at: Position): Difference {
    const isAny = [older, newer].map(({ flags }) => Boolean(flags & TypeFlags.Any));
    // `any` is assignable to everything. A change to `any` breaks no code; a change from `any` may break code that passes or reads values.
    const toAny = at.isRead ? 'narrowed' : 'widened';
    if (isAny[0] || isAny[1]) return isAny[0] && isAny[1] ? 'same' : isAny[1] ? toAny : reverse(toAny);
    if (!at.isDefinition && this.#isSameExport(older, newer, at)) {
      this.#met++;
      return 'same';
    }
    const forwards = this.#fits(older, newer);
    const backwards = this.#fits(newer, older);
    const isComputed = Boolean((older.flags | newer.flags) & TypeFlags.Instantiable);
    if (isComputed && at.depth > 0) return 'same';
    const before = this.#met;
    const fit = forwards && backwards;
    const ofParts = isComputed || at.depth > MAX_DEPTH ? 'same' : this.#compareParts(older, newer, { ...at, fit });
    // The compiler also compares exported types, but their changes do not count here.
    if (this.#met > before) return ofParts;
    if (forwards !== backwards) {
      // A function that lacks a parameter is still assignable to the longer function type, but calls to it may fail.
      if (at.isRead && losesParameter(older, newer)) return 'changed';
      return forwards ? 'widened' : 'narrowed';
    }
    // Two declarations of a class with private members, or of a unique symbol, are never assignable to each other.
    if (!forwards && this.#checker.textOf(older) !== this.#checker.textOf(newer)) return 'changed';
    return ofParts;
  }

  /**
   * Finds differences between types that are assignable to each other. For example, `{ a?; b? }` and `{ a? }` are
   * assignable to each other, but `{ b: 1 }` is an error only for `{ a? }`.
   */
  #compareParts(older: ts.Type, newer: ts.Type, { fit, ...at }: Position & { fit: boolean }): Difference {
    if (older.isUnion() || newer.isUnion()) {
      if (!fit) return this.#compareLists(partsOf(older), partsOf(newer), inside(at));
      const pairs = this.#pair(partsOf(older), partsOf(newer));
      return joinDifferences([...pairs].map(([one, other]) => this.#compareTwo(one, other, inside(at))));
    }
    if (!isObject(older) || !isObject(newer)) {
      return fit || this.#checker.textOf(older) === this.#checker.textOf(newer) ? 'same' : 'changed';
    }
    if (older.symbol !== newer.symbol && this.#isOfReact(older) && this.#isOfReact(newer)) return 'same';
    if (older.isReference() && newer.isReference() && this.#isSameGeneric(older, newer)) {
      // The type argument of a React function, such as `FunctionComponent<Props>`, is the type of the function's parameter.
      const isFunction = older.callSignatures.length > 0;
      const within = { ...inside(at), isRead: isFunction ? !at.isRead : at.isRead };
      const ofArguments = joinDifferences(
        older.typeArguments.map((one, index) => this.#compareTwo(one, newer.typeArguments[index] ?? one, within)),
      );
      return isFunction ? reverse(ofArguments) : ofArguments;
    }
    const compareTwo = this.#compareTwo.bind(this);
    return joinDifferences([
      ...this.#compareProperties(older, newer, at),
      ...compareSignatures(older.callSignatures, newer.callSignatures, { ...at, fit, compareTwo }),
      ...this.#compareIndexes(older, newer, at),
    ]);
  }

  /** Returns true for React's types. `JSX.Element` and `ReactElement` differ by an `any`, which is not a change to the library. */
  #isOfReact({ symbol }: ts.Type): boolean {
    return /\/node_modules\/@types\/react\//.test(symbol?.files[0] ?? '');
  }

  /** Returns true for two uses of a built-in generic type, such as two arrays. */
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
      if (index) return [reverse(this.#compareToIndex(symbol, index, at))];
      return at.isRead ? [] : [isOptional(symbol) ? 'widened' : 'narrowed'];
    });
    return [...old, ...added];
  }

  /** Returns the type of all members without a declaration. */
  #indexOf(type: ts.Type): ts.Type | undefined {
    return this.#checker.indexSignatures(type).find(({ keyType }) => keyType.flags & TypeFlags.String)?.type;
  }

  /** Compares an older member with the type of the newer members without a declaration. */
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
   * Pairs parts with equal texts, then types that are assignable to each other. A part with `any` is assignable to many
   * other parts, so each part has at most one partner.
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
    pairBy((one, other) => this.#isSameExport(one, other, { depth: 0, isRead: false }));
    pairBy((one, other) => this.#checker.textOf(one) === this.#checker.textOf(other));
    pairBy((one, other) => this.#fits(one, other) && this.#fits(other, one));
    return pairs;
  }

  /** Compares unions as lists of constituents. Each constituent must be assignable to a constituent in the other list. */
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
    const part = { ...at, isDefinition: false };
    return joinDifferences([whole, ...[...pairs].map(([from, to]) => this.#compareTwo(from, to, part))]);
  }

  /** Returns true if each constituent of `types` is assignable to a constituent of `by`. */
  #isCovered(types: readonly ts.Type[], by: readonly ts.Type[]): boolean {
    return types.every((type) => partsOf(type).every((part) => by.some((other) => this.#fits(part, other))));
  }

  /** Returns true for a type such as `Date`. Mapped types are declared by the language too, but their members are the library's. */
  #isOfLanguage({ symbol }: ts.Type): boolean {
    const isNamed = symbol !== undefined && Boolean(symbol.flags & (SymbolFlags.Class | SymbolFlags.Interface));
    return isNamed && this.#isLibrary(symbol.files[0] ?? '');
  }

  #objectIn(types: readonly ts.Type[]): ts.Type | undefined {
    const objects = types.flatMap(partsOf).filter(isObject);
    const [object] = objects;
    const hasMembers =
      object && object.callSignatures.length === 0 && !this.#checker.isArrayLike(object) && !this.#isOfLanguage(object);
    return objects.length === 1 && hasMembers ? object : undefined;
  }
}
