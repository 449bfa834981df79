/** The names of a library's API in one version, with what is compared of each. */
import type { ApiKind } from '../../../shared/api.ts';
import type { ApiFact } from '../../../shared/api-history.ts';
import * as ts from '../compiler/index.ts';
import { readDefaults } from '../defaults/read-defaults.ts';
import type { TypesContext } from '../extract/context.ts';
import { handleFilter, TAKEN_BY_REACT, typeOfRef } from '../extract/describe-export.ts';
import { originOf } from '../extract/describe-members.ts';
import { type DocComment, readDocComment } from '../extract/jsdoc.ts';
import type { ApiExport } from '../extract/list-exports.ts';
import { type Member, membersOf } from '../extract/members.ts';
import { isObject, partsOf } from '../extract/type-shape.ts';

/** A name of the API: an export or a row of its table. */
export interface ComparedName {
  /** See `ApiHistory`. */
  name: string;
  kind: ApiKind | 'row';
  /** Set for rows. */
  member?: Member;
  /**
   * Types that are compared, one list for each state of the export's switches; empty if the rows are compared instead. All
   * types of a list together are a union.
   */
  types: (readonly ts.Type[])[];
  required: boolean;
  /** True for an attribute of DOM elements, which React's types declare. */
  isAttribute: boolean;
  /** True if code that uses the library reads the value. */
  isRead: boolean;
  comment?: DocComment | undefined;
  /** Default value in the shipped JavaScript, as source text. */
  default?: string | undefined;
  /** False if no default value of the export can be read, so that a missing one means nothing. */
  hasKnownDefaults: boolean;
}

/** A fact of the newer version. */
export type Fact = Omit<ApiFact, 'version'>;

/** Names of one version, with the context that they are queried in. */
export interface NamesOfVersion {
  context: TypesContext;
  names: ReadonlyMap<string, ComparedName>;
}

/** Package that declares the attributes of DOM elements. */
const REACT_TYPES = '@types/react';

/**
 * Lists the names of an export.
 *
 * @param states types of the export's rows, one list for each state of its switches; default: those of the export
 * @param isRead true if the export is the type of a ref
 */
export function namesOfExport(
  context: TypesContext,
  exported: ApiExport,
  { states, isRead = false, isProps = false }: { states?: ts.Type[][]; isRead?: boolean; isProps?: boolean },
): ComparedName[] {
  const { checker, packages } = context;
  const { id, kind, symbol } = exported;
  const own: ComparedName = {
    name: id,
    kind,
    types: wholeTypes(context, exported),
    required: false,
    isAttribute: false,
    isRead: kind !== 'type' && kind !== 'component',
    comment: commentOf(context, exported),
    hasKnownDefaults: false,
  };
  if (own.comment?.hidden) return [];
  const defaults = kind === 'component' ? readDefaults(context, exported) : undefined;
  const rowsOf = (lists: readonly (readonly ts.Type[])[], prefix = '', read = isRead): ComparedName[] => {
    const members = lists.map((types) => membersOf(context, types));
    return (members[0] ?? []).flatMap((member): ComparedName[] => {
      const comment = member.symbol && readDocComment(checker, member.symbol);
      if (comment?.hidden) return [];
      const same = members.map((one) => one.find(({ name }) => name === member.name)?.types ?? []);
      return [
        {
          name: `${id}#${prefix}${member.name}`,
          kind: 'row',
          member,
          types: same,
          required: !member.optional,
          isAttribute: originOf(context, member, packages.own).origin === REACT_TYPES,
          isRead: read,
          comment,
          default: read ? undefined : defaults?.get(member.name)?.text,
          hasKnownDefaults: defaults !== undefined && defaults.size > 0,
        },
      ];
    });
  };
  if (kind === 'component') {
    const props = states ?? [exported.component?.props ?? []];
    const rows = rowsOf(props).filter(({ member }) => !TAKEN_BY_REACT.includes(member?.name ?? ''));
    const held = (props[0] ?? []).map((type) => typeOfRef(checker, type)).find((type) => type !== undefined);
    const isWanted = held && handleFilter(context, held);
    const handle = held && isWanted ? rowsOf([[held]], 'ref.', true) : [];
    return [own, ...rows, ...handle.filter(({ member }) => member && isWanted?.(member))];
  }
  if (kind === 'enum') {
    const rows = checker.exportsOf(symbol).map((member): ComparedName => {
      const types = [[member.type]];
      return { ...own, name: `${id}#${member.name}`, kind: 'row', types, isRead: true, comment: undefined };
    });
    return [own, ...rows];
  }
  if (kind !== 'type' || isProps) return [{ ...own, types: isProps ? [] : own.types }];
  const declared = states ?? [[checker.declaredType(symbol)]];
  if (!declared.flat().every((type) => hasRows(context, type))) return [{ ...own, types: declared }];
  const isClass = Boolean(symbol.flags & ts.SymbolFlags.Class);
  return [own, ...rowsOf(declared, '', isRead || isClass)];
}

/** Returns the types to compare of an export that has no rows. */
function wholeTypes(_: TypesContext, { kind, type }: ApiExport): ts.Type[][] {
  return (kind === 'function' || kind === 'constant') && type ? [[type]] : [];
}

/** Returns true if the members of a type are its rows. */
function hasRows({ checker }: TypesContext, type: ts.Type): boolean {
  return partsOf(type).every(
    (part) =>
      isObject(part) &&
      part.callSignatures.length === 0 &&
      part.constructSignatures.length === 0 &&
      !checker.isArrayLike(part),
  );
}

/** Returns the doc comment of an export, which may be at the declaration of the component that a property refers to. */
function commentOf({ checker }: TypesContext, { symbol, type }: ApiExport): DocComment | undefined {
  const comments = [symbol, ...(type?.symbol && type.symbol !== symbol ? [type.symbol] : [])].map((one) =>
    readDocComment(checker, one),
  );
  return comments.find(({ hidden, deprecated }) => hidden || deprecated !== undefined) ?? comments[0];
}
