import { type ApiKind, REACT_TYPES } from '../../../shared/api.ts';
import { rowName } from '../../../shared/api-changes/names.ts';
import type { ApiFact } from '../../../shared/api-history.ts';
import * as ts from '../compiler/index.ts';
import { type Defaults, readDefaults } from '../defaults/read-defaults.ts';
import type { TypesContext } from '../extract/context.ts';
import { handleFilter, TAKEN_BY_REACT, typeOfRef } from '../extract/describe-export.ts';
import { originOf } from '../extract/describe-members.ts';
import { type DocComment, readDocComment } from '../extract/jsdoc.ts';
import type { ApiExport } from '../extract/list-exports.ts';
import { type Member, membersOf } from '../extract/members.ts';
import { isObject, partsOf } from '../extract/type-shape.ts';
import type { TypeUse } from './type-uses.ts';

const PASSED: ReadonlySet<TypeUse> = new Set<TypeUse>(['passed']);
const READ: ReadonlySet<TypeUse> = new Set<TypeUse>(['read']);

export interface ComparedName {
  /** Name in the notation of `ApiHistory`. */
  name: string;
  kind: ApiKind | 'row';
  /** Member that the row describes. Absent for an export. */
  member?: Member;
  /** Types: one list, which represents a union, for each state of the export's switches. Empty if the rows are compared instead. */
  types: (readonly ts.Type[])[];
  required: boolean;
  /** True for an attribute of DOM elements, which React's types declare. */
  isAttribute: boolean;
  /** How code that uses the library uses the value. */
  uses: ReadonlySet<TypeUse>;
  comment?: DocComment | undefined;
  /** Default value in the shipped JavaScript, as source text. */
  default?: string | undefined;
  /** False if no default value of the export can be read. A missing default value then means nothing. */
  hasKnownDefaults: boolean;
}

export type Fact = Omit<ApiFact, 'version'>;

export interface NamesOfVersion {
  context: TypesContext;
  names: ReadonlyMap<string, ComparedName>;
  symbols: ReadonlyMap<ts.Symbol, readonly string[]>;
}

export interface ExportDetails {
  /** Types of the export's rows: one list for each state of its switches. Default: the export's own types. */
  states?: ts.Type[][];
  /** How code uses values of the type. Default: the code passes such values. */
  uses?: ReadonlySet<TypeUse> | undefined;
  isProps?: boolean;
}

/** Returns the names of an export. Empty if its doc comment hides the export. */
export function namesOfExport(context: TypesContext, exported: ApiExport, details: ExportDetails): ComparedName[] {
  const { checker } = context;
  const { id, kind, symbol, type } = exported;
  const { states, uses = PASSED, isProps = false } = details;
  const own: ComparedName = {
    name: id,
    kind,
    types: (kind === 'function' || kind === 'constant') && type ? [[type]] : [],
    required: false,
    isAttribute: false,
    uses: kind === 'type' ? uses : kind === 'component' ? PASSED : READ,
    comment: commentOf(context, exported),
    hasKnownDefaults: false,
  };
  if (own.comment?.hidden) return [];
  if (kind === 'component') return [own, ...rowsOfComponent(context, exported, states)];
  if (kind === 'enum') return [own, ...rowsOfEnum(context, exported, own)];
  if (kind !== 'type' || isProps) return [own];
  const declared = states ?? [[checker.declaredType(symbol)]];
  if (!declared.flat().every((one) => hasRows(context, one))) return [{ ...own, types: declared }];
  const isClass = Boolean(symbol.flags & ts.SymbolFlags.Class);
  return [own, ...rowsOf(context, declared, { nameOf: (name) => rowName(id, name), uses: isClass ? READ : uses })];
}

function rowsOfComponent(context: TypesContext, exported: ApiExport, states: ts.Type[][] | undefined): ComparedName[] {
  const { id, component } = exported;
  const props = states ?? [component?.props ?? []];
  const defaults = readDefaults(context, exported);
  const rows = rowsOf(context, props, { nameOf: (name) => rowName(id, name), uses: PASSED, defaults });
  const own = rows.filter(({ member }) => !TAKEN_BY_REACT.includes(member?.name ?? ''));
  const held = (props[0] ?? []).map((one) => typeOfRef(context.checker, one)).find((one) => one !== undefined);
  const isWanted = held && handleFilter(context, held);
  if (!held || !isWanted) return own;
  const handle = rowsOf(context, [[held]], { nameOf: (name) => rowName(id, `ref.${name}`), uses: READ });
  return [...own, ...handle.filter(({ member }) => member && isWanted(member))];
}

function rowsOfEnum({ checker }: TypesContext, { id, symbol }: ApiExport, own: ComparedName): ComparedName[] {
  return checker.exportsOf(symbol).map((member) => ({
    ...own,
    name: rowName(id, member.name),
    kind: 'row',
    types: [[member.type]],
    uses: READ,
    comment: readDocComment(checker, member),
  }));
}

function rowsOf(
  context: TypesContext,
  states: readonly (readonly ts.Type[])[],
  { nameOf, uses, defaults }: { nameOf: (name: string) => string; uses: ReadonlySet<TypeUse>; defaults?: Defaults },
): ComparedName[] {
  const { checker, packages } = context;
  const members = states.map((types) => membersOf(context, types));
  return (members[0] ?? []).flatMap((member): ComparedName[] => {
    const comment = member.symbol && readDocComment(checker, member.symbol);
    if (comment?.hidden) return [];
    const known = defaults?.get(member.name);
    return [
      {
        name: nameOf(member.name),
        kind: 'row',
        member,
        types: members.map((one) => one.find(({ name }) => name === member.name)?.types ?? []),
        required: !member.optional && !known?.fillsIn,
        isAttribute: originOf(context, member, packages.own).origin === REACT_TYPES,
        uses,
        comment,
        default: known?.text,
        hasKnownDefaults: defaults !== undefined && defaults.size > 0,
      },
    ];
  });
}

function hasRows({ checker }: TypesContext, type: ts.Type): boolean {
  return partsOf(type).every(
    (part) =>
      isObject(part) &&
      part.callSignatures.length === 0 &&
      part.constructSignatures.length === 0 &&
      !checker.isArrayLike(part),
  );
}

/** Returns the doc comment of an export. The comment may be at the declaration of the component that a property refers to. */
function commentOf({ checker }: TypesContext, { symbol, type }: ApiExport): DocComment | undefined {
  const comments = [symbol, ...(type?.symbol && type.symbol !== symbol ? [type.symbol] : [])].map((one) =>
    readDocComment(checker, one),
  );
  return comments.find(({ hidden, deprecated }) => hidden || deprecated !== undefined) ?? comments[0];
}
