import type { ApiProp } from '../../../shared/api.ts';
import * as ts from '../compiler/index.ts';
import type { Defaults } from '../defaults/read-defaults.ts';
import type { TypesContext } from './context.ts';
import { readDocComment, tagsOf } from './jsdoc.ts';
import { type Member, membersOf } from './members.ts';
import { reportUnresolved } from './problems.ts';
import { callSignatures, concrete, isObject, isRenderable, partsOf } from './type-shape.ts';
import { type TypePrinter, type TypeText, writtenText } from './type-text.ts';

/** How deep objects in objects are shown: a prop, its members, theirs, and theirs. */
const MAX_DEPTH = 3;
/** An object with more members than this is a thing of its own, such as a date, and shown by its name only. */
const MAX_MEMBERS = 60;
/** Packages whose types everybody knows, or can read about elsewhere. */
const WELL_KNOWN = ['typescript', 'react', '@types/react', '@types/react-dom', '@types/node', 'csstype'];
const REACT_TYPES = '@types/react';
/** Origins that come after all others, in this order. */
const LAST = [REACT_TYPES, 'typescript'];

/** What rows are made with. */
export interface RowMaker extends TypesContext {
  printer: TypePrinter;
  /** Rows of React's own properties, which hundreds of components may have. */
  shared: Map<ts.Symbol, ApiProp>;
}

/**
 * Rows for the members of types: those of the own package first, then by origin.
 * @param options.defaults values from the implementation, by name
 * @param options.isWanted whether a member gets a row; default: all do
 */
export function describeMembers(
  maker: RowMaker,
  types: readonly ts.Type[],
  { defaults, isWanted = () => true }: { defaults?: Defaults; isWanted?: (member: Member) => boolean } = {},
): ApiProp[] {
  const [named] = types.flatMap((type) => type.aliasSymbol ?? declaredSymbol(type) ?? []);
  const members = membersOf(maker, types, named?.declarations[0]).filter(isWanted);
  const within = new Set(types.flatMap(partsOf).map(identityOf));
  const rows = describeAll(maker, members, { owner: maker.packages.own, within, depth: 0, defaults });
  const rank = (origin: string): number => (origin === maker.packages.own ? -1 : LAST.indexOf(origin) + 1);
  return rows.sort((a, b) => rank(a.origin) - rank(b.origin) || compare(a.origin, b.origin));
}

/** A row for one member, such as a parameter of a function; undefined when it is hidden. */
export function describeMember(maker: RowMaker, member: Member, defaults?: Defaults): ApiProp | undefined {
  return describeAll(maker, [member], { owner: maker.packages.own, within: new Set(), depth: 0, defaults })[0];
}

interface Place {
  /** Origin of what has no declaration of its own. */
  owner: string;
  /** The types that this one is a member of, or of a member. */
  within: ReadonlySet<ts.Symbol | ts.Type>;
  depth: number;
  /** Type of the one that this is a member of, as it is written. */
  declared?: ts.Node | undefined;
  defaults?: Defaults | undefined;
}

function describeAll(maker: RowMaker, members: Member[], place: Place): ApiProp[] {
  return members.flatMap((member) => {
    const isShared = place.depth === 0 && member.types.length === 1 && !place.defaults?.has(member.name);
    const ready = isShared && member.symbol && maker.shared.get(member.symbol);
    if (ready && ready.required !== member.optional) return [{ ...ready }];
    const comment = member.symbol ? readDocComment(maker.checker, member.symbol) : undefined;
    if (comment?.hidden) return [];
    const { origin, declaration } = originOf(maker, member, place.owner);
    const known = place.defaults?.get(member.name);
    const value = comment?.default ?? known?.text;
    const { types } = member;
    const optional = member.optional || known?.fillsIn === true;
    const printed = printMember(maker, member, optional);
    const { shortText: shortType } = printed;
    const references = printed.references.filter(({ name }) => (shortType ?? printed.text).includes(name));
    const children = describeChildren(maker, types, {
      ...place,
      owner: origin,
      declared: declaration && typeOfDeclaration(declaration),
    });
    const calls = types.flatMap((type) => callSignatures(maker.checker, type));
    const isEvent = /^on[A-Z]/.test(member.name) && calls.length > 0;
    const row: ApiProp = {
      name: member.name,
      description: comment?.description ?? '',
      type: printed.text,
      ...(shortType !== undefined && { shortType }),
      ...(value !== undefined && { default: value }),
      required: !optional,
      ...(comment && tagsOf(comment)),
      origin,
      isEvent,
      isSlot:
        !isEvent &&
        (types.some((type) => isRenderable(maker.checker, type)) ||
          calls.some((call) => isRenderable(maker.checker, call.returnType))),
      ...(comment?.private && { private: true }),
      ...(children.length > 0 && { children }),
      ...(references.length > 0 && { references }),
      ...(declaration && { source: maker.packages.sourceOf(declaration) }),
    };
    if (isShared && member.symbol && origin === REACT_TYPES) maker.shared.set(member.symbol, row);
    return [row];
  });
}

/** The declaration that counts, that of the own package before others, and its package. */
function originOf(
  { packages }: TypesContext,
  { declarations }: Member,
  owner: string,
): { origin: string; declaration?: ts.Declaration } {
  const found = declarations.map((declaration) => ({
    declaration,
    origin: packages.originOf(declaration.getSourceFile().fileName),
  }));
  return found.find(({ origin }) => origin === packages.own) ?? found[0] ?? { origin: owner };
}

/** Text of a member's type: what an optional one is when it is given. */
export function printMember(maker: RowMaker, member: Member, optional: boolean): TypeText {
  const { checker, printer } = maker;
  const { types } = member;
  const { declaration } = originOf(maker, member, maker.packages.own);
  const declared = declaration && typeOfDeclaration(declaration);
  const own = declaration && maker.packages.isOwn(declaration) ? declared : undefined;
  if (own && reportUnresolved(maker, own)) return { text: writtenText(own), references: [] };
  if (!optional) return printer.print(types, { declared });
  const given = types.map((type) => (type.flags & ts.TypeFlags.Unknown ? type : checker.nonNullable(type)));
  // That a React node may be null goes without saying; of anything else it says something.
  const orNull = types.some(
    (type) => !isRenderable(checker, type) && partsOf(type).some(({ flags }) => flags & ts.TypeFlags.Null),
  );
  if (orNull && own) {
    const written = checker.typeOfNode(own);
    // As it is written when that is the same: it may have a name, which it loses without its null.
    if (types.length === 1 && checker.nonNullable(written) === given[0]) return printer.print(written, { declared });
  }
  return printer.print(given, { orNull, declared });
}

/** The type that is written at a declaration. */
function typeOfDeclaration(declaration: ts.Declaration): ts.TypeNode | undefined {
  return (declaration as Partial<ts.PropertySignature>).type;
}

function describeChildren(maker: RowMaker, types: readonly ts.Type[], place: Place): ApiProp[] {
  if (place.depth >= MAX_DEPTH) return [];
  const objects = types.flatMap((type) => objectsIn(maker, type)).filter((type) => !place.within.has(identityOf(type)));
  const members = membersOf(maker, [...new Set(objects)], place.declared).filter(
    ({ declarations }) => !declarations[0] || !isWellKnown(maker, declarations[0].getSourceFile().fileName),
  );
  if (members.length > MAX_MEMBERS) return [];
  const within = new Set([...place.within, ...objects.map(identityOf)]);
  const rows = describeAll(maker, members, { owner: place.owner, within, depth: place.depth + 1 });
  return rows.some(({ name, children }) => !name.startsWith('[') || children) ? rows : [];
}

/** Objects with members worth showing that a value of the type is, or is a list of. */
export function objectsIn(maker: TypesContext, type: ts.Type, depth = 0): ts.Type[] {
  const { checker } = maker;
  if (depth > MAX_DEPTH) return [];
  return partsOf(concrete(checker, type)).flatMap((part) => {
    if (part.flags & ts.TypeFlags.Instantiable) return objectsIn(maker, part, depth + 1);
    if (checker.isArray(part) || checker.isTuple(part)) {
      return part.typeArguments.flatMap((element) => objectsIn(maker, element, depth + 1));
    }
    const file = declaredSymbol(part)?.files[0];
    const isPlain =
      isObject(part) && !part.isClass() && part.callSignatures.length === 0 && part.constructSignatures.length === 0;
    return isPlain && !(file !== undefined && isWellKnown(maker, file)) ? [part] : [];
  });
}

/** What is the same for all instances of a generic type, so that one in itself is found. */
function identityOf(type: ts.Type): ts.Symbol | ts.Type {
  return type.aliasSymbol ?? declaredSymbol(type) ?? type;
}

/** Symbol of an interface or a class, whose members are declared in one place. */
function declaredSymbol({ symbol }: ts.Type): ts.Symbol | undefined {
  return symbol && symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class) ? symbol : undefined;
}

function isWellKnown({ packages, program }: TypesContext, fileName: string): boolean {
  return program.isLibrary(fileName) || WELL_KNOWN.includes(packages.originOf(fileName));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
