import { type ApiProp, REACT_TYPES } from '../../../shared/api.ts';
import * as ts from '../compiler/index.ts';
import type { Defaults } from '../defaults/read-defaults.ts';
import type { TypesContext } from './context.ts';
import { readDocComment, tagsOf } from './jsdoc.ts';
import { type Member, membersOf } from './members.ts';
import { reportUnresolved } from './problems.ts';
import { callSignatures, concrete, isObject, isRenderable, partsOf } from './type-shape.ts';
import { type TypePrinter, type TypeText, writtenText } from './type-text.ts';

const MAX_DEPTH = 3;
/** Maximum number of members that are listed. For a larger object, such as a date, only its name is shown. */
const MAX_MEMBERS = 60;
/** Packages whose types are well known or documented elsewhere. */
const WELL_KNOWN = ['typescript', 'react', '@types/react', '@types/react-dom', '@types/node', 'csstype'];
/** Origins that are sorted last, in this order. */
const LAST = [REACT_TYPES, 'typescript'];

export interface RowMaker extends TypesContext {
  printer: TypePrinter;
  /** Rows of React's own properties, which hundreds of components may share. */
  shared: Map<ts.Symbol, ApiProp>;
}

/** Describes members, first those of the library's own package. `defaults` are from the implementation. */
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

/** Returns undefined if the member is hidden. */
export function describeMember(maker: RowMaker, member: Member, defaults?: Defaults): ApiProp | undefined {
  return describeAll(maker, [member], { owner: maker.packages.own, within: new Set(), depth: 0, defaults })[0];
}

interface MemberContext {
  /** Origin for members without a declaration. */
  owner: string;
  /** Types that contain the described members. These types are not expanded again, so that recursive types end. */
  within: ReadonlySet<ts.Symbol | ts.Type>;
  depth: number;
  /** Node with the written type of the object that has these members. */
  declared?: ts.Node | undefined;
  defaults?: Defaults | undefined;
}

function describeAll(maker: RowMaker, members: Member[], memberContext: MemberContext): ApiProp[] {
  return members.flatMap((member) => {
    const isShared =
      memberContext.depth === 0 && member.types.length === 1 && !memberContext.defaults?.has(member.name);
    const ready = isShared && member.symbol && maker.shared.get(member.symbol);
    if (ready && ready.required !== member.optional) return [{ ...ready }];
    const comment = member.symbol ? readDocComment(maker.checker, member.symbol) : undefined;
    if (comment?.hidden) return [];
    const { origin, declaration } = originOf(maker, member, memberContext.owner);
    const known = memberContext.defaults?.get(member.name);
    const value = comment?.default ?? known?.text;
    const { types } = member;
    const optional = member.optional || known?.fillsIn === true;
    const printed = printMember(maker, member, optional);
    const { shortText: shortType } = printed;
    const references = printed.references.filter(({ name }) => (shortType ?? printed.text).includes(name));
    const children = describeChildren(maker, types, {
      ...memberContext,
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

/** Returns the origin of a member. A declaration in the library's own package takes precedence. */
export function originOf(
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

/** Prints the type of a member. For an optional member, prints the type of a passed value. */
export function printMember(maker: RowMaker, member: Member, optional: boolean): TypeText {
  const { checker, printer } = maker;
  const { types } = member;
  const { declaration } = originOf(maker, member, maker.packages.own);
  const declared = declaration && typeOfDeclaration(declaration);
  const own = declaration && maker.packages.isOwn(declaration) ? declared : undefined;
  if (own && reportUnresolved(maker, own)) return { text: writtenText(own), references: [] };
  if (!optional) return printer.print(types, { declared });
  const given = types.map((type) => (type.flags & ts.TypeFlags.Unknown ? type : checker.nonNullable(type)));
  // A React node may always be null, so `null` is only printed for other types.
  const orNull = types.some(
    (type) => !isRenderable(checker, type) && partsOf(type).some(({ flags }) => flags & ts.TypeFlags.Null),
  );
  if (orNull && own) {
    const written = checker.typeOfNode(own);
    // If the written type is the same, it is printed, because it may have a name, which is lost when `null` is removed.
    if (types.length === 1 && checker.nonNullable(written) === given[0]) return printer.print(written, { declared });
  }
  return printer.print(given, { orNull, declared });
}

function typeOfDeclaration(declaration: ts.Declaration): ts.TypeNode | undefined {
  return (declaration as Partial<ts.PropertySignature>).type;
}

function describeChildren(maker: RowMaker, types: readonly ts.Type[], memberContext: MemberContext): ApiProp[] {
  if (memberContext.depth >= MAX_DEPTH) return [];
  const objects = types
    .flatMap((type) => objectsIn(maker, type))
    .filter((type) => !memberContext.within.has(identityOf(type)));
  const members = membersOf(maker, [...new Set(objects)], memberContext.declared).filter(
    ({ declarations }) => !declarations[0] || !isWellKnown(maker, declarations[0].getSourceFile().fileName),
  );
  if (members.length > MAX_MEMBERS) return [];
  const within = new Set([...memberContext.within, ...objects.map(identityOf)]);
  const rows = describeAll(maker, members, { owner: memberContext.owner, within, depth: memberContext.depth + 1 });
  return rows.some(({ name, children }) => !name.startsWith('[') || children) ? rows : [];
}

/** Returns the objects in a type whose members are worth showing: its parts, or the elements of its arrays and tuples. */
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

/** Returns a key that is equal for all instances of a generic type, to detect a type that is nested in itself. */
function identityOf(type: ts.Type): ts.Symbol | ts.Type {
  return type.aliasSymbol ?? declaredSymbol(type) ?? type;
}

/** Returns the symbol of an interface or a class, whose members are declared in one location. */
function declaredSymbol({ symbol }: ts.Type): ts.Symbol | undefined {
  return symbol && symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class) ? symbol : undefined;
}

function isWellKnown({ packages, program }: TypesContext, fileName: string): boolean {
  return program.isLibrary(fileName) || WELL_KNOWN.includes(packages.originOf(fileName));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
