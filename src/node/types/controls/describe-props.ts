import { ownValue } from '../../../shared/own-value.ts';
import type { PlaygroundSchema, PropSchema, WithoutReason } from '../../../shared/playground/schema.ts';
import type { ControlLimits } from '../../markdown/types.ts';
import * as ts from '../compiler/index.ts';
import { memo } from '../compiler/memo.ts';
import { inDeclaredOrder } from '../extract/members.ts';
import { concrete, isOptional, partsOf, reactType } from '../extract/type-shape.ts';
import { type ControlContext, type Described, describeField } from './describe-control.ts';
import { limitControl } from './limit-control.ts';
import { defaultNameOf } from './names.ts';
import { createStyleNames } from './style-names.ts';
import type { PropsType } from './type-arguments.ts';

/** Minimum number of members in a declaration that repeats React's. A smaller declaration is a choice, such as `title`. */
const MIN_MEMBERS = 3;

/** Returns true for attributes and handlers of every element in a declaration without other members. */
function createRepeatedNames(program: ts.Program): (property: ts.Symbol) => boolean {
  const { checker } = program;
  const properties = reactType('HTMLAttributes', program)?.properties ?? [];
  const attributes = new Map(properties.map((property) => [property.name, property]));
  // Having children is the component's choice.
  attributes.delete('children');
  const isCopy = memo((block: ts.Node): boolean => {
    const { members = [] } = block as ts.Node & { members?: readonly ts.Node[] };
    const isAttribute = (member: ts.Node): boolean => attributes.has(memberName(member));
    return members.length >= MIN_MEMBERS && members.every(isAttribute);
  });
  return ({ name, type, declarations: [first] }) => {
    const attribute = attributes.get(name);
    if (!attribute || !first?.parent || !isCopy(first.parent)) return false;
    const [own, known] = [type, attribute.type].map(checker.nonNullable) as [ts.Type, ts.Type];
    // Types of handlers differ only in their elements.
    if (known.callSignatures.length > 0) return own.symbol === known.symbol;
    return checker.isAssignable(own, known) && checker.isAssignable(known, own);
  };
}

function memberName(member: ts.Node): string {
  const name = ts.nameOfDeclaration(member);
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '';
}

/** Maximum number of branches. If there are more, only the props that all branches have get controls. */
const MAX_BRANCHES = 64;
const NAME = /^[a-z][\w-]*$/i;

export interface PropsWanted {
  /** Names that the author has listed, in this order. Default: the names of the component's own props. */
  listed?: readonly string[];
  /** Names of the props for which the demo has values. These props are part of the demo's state even if they are not listed. */
  given: readonly string[];
  /** Names of the destructured props, if the demo does not pass on any others. */
  only?: readonly string[];
  /** Returns false for a prop that the code of the demo cannot set. */
  isFree: (name: string) => boolean;
  presets: Readonly<Record<string, readonly string[]>>;
  limits?: Readonly<Record<string, ControlLimits>> | undefined;
}

export interface DescribedProps {
  schema: PlaygroundSchema;
  /** Listed names that are not in any branch. */
  unknown: string[];
  names: string[];
  /** Names of the props that the component declares, for suggestions. */
  own: string[];
  /** Required props without a control, which make every branch incomplete. Empty if a branch is complete. */
  missing: string[];
  /** Number of branches if there are too many to describe, otherwise 0. */
  omitted: number;
}

interface Branch {
  properties: ReadonlyMap<string, ts.Symbol>;
  required: readonly string[];
}

/** Describes the props of types. There is one type for each overload and type argument. */
export function describeProps(
  context: ControlContext,
  types: readonly PropsType[],
  wanted: PropsWanted,
): DescribedProps {
  const all = types.flatMap(({ type, needed }) =>
    partsOf(concrete(context.checker, type)).map((part) => branchOf(part, needed)),
  );
  const isShort = all.length <= MAX_BRANCHES;
  const selected = select(context, all, wanted);
  const properties = all.flatMap((branch) => [...branch.properties.values()]);
  const { props, described, without } = describeBranches(context, isShort ? all : commonOf(all, selected), {
    wanted,
    selected,
  });
  const names = [...new Set(properties.map(nameOf))];
  const lacking = all.map(({ required }, index) => {
    const entries = described[isShort ? index : 0] ?? [];
    return required.filter((name) => wanted.isFree(name) && !entries.some((entry) => props[entry]?.name === name));
  });
  const isComplete = lacking.some((missing) => missing.length === 0);
  const kept = isComplete && isShort ? described.filter((_, index) => lacking[index]?.length === 0) : described;
  const [first = [], ...others] = kept;
  const shared = first.filter((index) => others.every((branch) => branch.includes(index)));
  const rests = kept.map((branch) => branch.filter((index) => !shared.includes(index)));
  const branches = [...new Map(rests.map((branch) => [JSON.stringify(branch), branch])).values()];
  const schema = inOrder({ props, shared, branches: branches.length > 0 ? branches : [[]] }, selected);
  const controlled = new Set(schema.props.map(({ name }) => name));
  const reasons = [...without].filter(([name]) => !controlled.has(name));
  return {
    schema: { ...schema, ...(reasons.length > 0 && { without: reasons }) },
    unknown: (wanted.listed ?? []).filter((name) => !names.includes(name)),
    names,
    own: [...new Set(properties.filter((property) => isDeclared(context, property)).map(nameOf))],
    missing: isComplete ? [] : [...new Set(lacking.flat())],
    omitted: isShort ? 0 : all.length,
  };
}

function branchOf(type: ts.Type, needed: readonly string[]): Branch {
  const properties = new Map(type.properties.map((property) => [property.name, property]));
  return {
    properties,
    required: [...properties.values()].filter((one) => !isOptional(one) || needed.includes(one.name)).map(nameOf),
  };
}

/** Returns true for the props of an `<input>`, which must not have children although React's types allow them. */
function isInput(properties: Branch['properties']): boolean {
  return ['checked', 'maxLength', 'accept'].every((name) => properties.has(name));
}

/** Returns a single branch with the props that have the same type in all branches. */
function commonOf(all: readonly Branch[], selected: readonly string[]): Branch[] {
  const [first, ...others] = all;
  const isCommon = (property: ts.Symbol): boolean =>
    others.every(({ properties }) => {
      const other = properties.get(property.name);
      return (
        other && (other === property || (isOptional(other) === isOptional(property) && other.type === property.type))
      );
    });
  const common = selected.flatMap((name) => first?.properties.get(name) ?? []).filter(isCommon);
  const required = (first?.required ?? []).filter((name) => common.some((property) => property.name === name));
  return [{ properties: new Map(common.map((property) => [property.name, property])), required }];
}

interface Selection {
  wanted: PropsWanted;
  /** Names of the props to describe, in the order of their controls. */
  selected: readonly string[];
}

/** Describes the branches. Equal props are stored once. */
function describeBranches(context: ControlContext, all: readonly Branch[], selection: Selection) {
  const props: PropSchema[] = [];
  const keys = new Map<string, number>();
  const without = new Map<string, WithoutReason>();
  const indexOf = (prop: PropSchema): number => {
    const key = JSON.stringify(prop);
    const known = keys.get(key) ?? props.push(prop) - 1;
    keys.set(key, known);
    return known;
  };
  const described = all.map((branch) =>
    selection.selected.flatMap((name): number[] => {
      const { properties, required } = branch;
      const property = properties.get(name);
      if (!property || isNever(property)) return [];
      const prop = describeProp(context, property, {
        wanted: selection.wanted,
        isRequired: required.includes(name),
        isControlled: !selection.wanted.listed && hasDefault(context, branch, name),
        types: all.flatMap((other) => other.properties.get(name)?.type ?? []),
      });
      if (prop === undefined) return [];
      if (typeof prop === 'object') return [indexOf(prop)];
      if (!without.has(name)) without.set(name, prop);
      return [];
    }),
  );
  return { props, described, without };
}

function inOrder({ props, shared, branches }: PlaygroundSchema, names: readonly string[]): PlaygroundSchema {
  const used = new Set([...shared, ...branches.flat()]);
  const order = [...used].sort((a, b) => rankOf(a) - rankOf(b) || a - b);
  function rankOf(index: number): number {
    return names.indexOf(props[index]?.name ?? '');
  }
  const renumbered = (list: number[]): number[] => list.map((index) => order.indexOf(index)).sort((a, b) => a - b);
  return {
    props: order.flatMap((index) => props[index] ?? []),
    shared: renumbered(shared),
    branches: branches.map(renumbered),
  };
}

function select(context: ControlContext, all: readonly Branch[], wanted: PropsWanted): string[] {
  const { listed, only, given } = wanted;
  const needed = [...given, ...all.flatMap(({ required }) => required)].filter((name) => only?.includes(name) ?? true);
  if (listed) return [...new Set([...listed, ...needed])];
  const isStyle = createStyleNames(context.checker);
  const isRepeated = createRepeatedNames(context.program);
  const isOwn = (property: ts.Symbol, { properties }: Branch): boolean =>
    property.name === 'children'
      ? !isInput(properties)
      : isDeclared(context, property) && !isStyle(property) && !isRepeated(property);
  const names = new Set<string>();
  for (const branch of all) {
    const own = [...branch.properties.values()].filter(
      (property) => NAME.test(property.name) && only?.includes(property.name) !== false && isOwn(property, branch),
    );
    for (const { name } of inDeclaredOrder(own, context)) {
      names.add(name);
      if (hasDefault(context, branch, name)) names.add(defaultNameOf(name));
    }
  }
  for (const name of needed) names.add(name);
  const rank = (name: string): number => (name === 'children' ? 0 : name.startsWith('aria-') ? 2 : 1);
  return [...names].sort((a, b) => rank(a) - rank(b));
}

/** Returns true if the component or its library declares a prop. */
function isDeclared({ isWellKnown }: ControlContext, { files }: ts.Symbol): boolean {
  return files.length === 0 || !files.every(isWellKnown);
}

/** Returns true if a prop has an uncontrolled counterpart: the component declares both, or it is an `<input>`. */
function hasDefault(context: ControlContext, { properties }: Branch, name: string): boolean {
  const standard = properties.get(defaultNameOf(name));
  return standard !== undefined && (isDeclared(context, standard) || isInput(properties));
}

interface PropContext extends Pick<Selection, 'wanted'> {
  isRequired: boolean;
  /** True if another prop sets the initial value of this prop. */
  isControlled: boolean;
  types: readonly ts.Type[];
}

/** Returns undefined for a prop that the author hides. */
function describeProp(
  context: ControlContext,
  property: ts.Symbol,
  { wanted, isRequired, isControlled, types }: PropContext,
): PropSchema | WithoutReason | undefined {
  const { listed, isFree, presets, limits } = wanted;
  const { name } = property;
  if (!isFree(name)) return 'demo';
  if (isControlled) return 'controlled';
  const { tags } = ts.readComment(context.checker, property);
  const isHidden = tags.some((tag) => ['internal', 'hidden', 'ignore', 'deprecated'].includes(tag.name));
  const isRefused = tags.some((tag) => tag.name === 'control' && tag.text.trim() === 'none');
  const own = ownValue(presets, name);
  const limited = ownValue(limits ?? {}, name);
  if (isRefused || limited?.isHidden || (isHidden && !listed)) return undefined;
  const described = limitControl(describeField(context, property, { types }), limited);
  const control = own && own.length > 0 ? withPresets(described) : described;
  if (typeof control === 'string') return control;
  return {
    name,
    control,
    ...(isRequired && { required: true as const }),
    ...(own && own.length > 0 && { presets: [...own] }),
    ...(limited?.when && { when: limited.when }),
  };
}

function withPresets(described: Described): Described {
  return described === 'preset' || described === 'type' ? { kind: 'preset' } : described;
}

function nameOf({ name }: ts.Symbol): string {
  return name;
}

function isNever({ type }: ts.Symbol): boolean {
  return partsOf(type).every(({ flags }) => flags & (ts.TypeFlags.Never | ts.TypeFlags.Undefined));
}
