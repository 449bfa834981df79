import type { Json } from '../../../shared/entities.ts';
import type { Control, PlaygroundSchema, PlaygroundState, PropSchema } from '../../../shared/playground/schema.ts';
import { choose } from '../../../shared/playground/states.ts';
import { accepts, firstValue } from '../../../shared/playground/values.ts';

export interface Candidate {
  state: PlaygroundState;
  prop?: number;
  value?: Json;
}

/** Returns the states to check for each control. */
export function candidatesOf(schema: PlaygroundSchema, initial: PlaygroundState): Candidate[] {
  const found: Candidate[] = [{ state: initial }];
  for (const [index, prop] of schema.props.entries()) {
    for (const value of listedValues(prop)) {
      const chosen = choose(schema, { state: initial, removed: {} }, prop.name, value);
      if (chosen) found.push({ state: chosen.state, prop: index, value });
    }
    const isUnset = Object.hasOwn(initial, prop.name) && !prop.required && accepts(prop, initial[prop.name] as Json);
    const unset = isUnset ? choose(schema, { state: initial, removed: {} }, prop.name, undefined) : undefined;
    if (unset) found.push({ state: unset.state, prop: index });
  }
  return found;
}

/** Returns all values that a control lists. For other kinds of controls, returns one value. */
function listedValues(prop: PropSchema): Json[] {
  const presets = (prop.presets ?? []).map((preset) => ({ preset }));
  return [...presets, ...valuesOf(prop.control)];
}

function valuesOf(control: Control): Json[] {
  if (control.kind === 'choice') return control.options.map(({ value }) => value);
  if (control.kind === 'boolean') return [true, false];
  if (control.kind === 'union') return control.of.flatMap(valuesOf);
  const value = firstValue({ control });
  return value === undefined ? [] : [value];
}

/**
 * Removes props without values, and branches that require such props. A prop that must not be unset becomes required.
 * Returns undefined if no branch is left.
 */
export function withoutRefused(schema: PlaygroundSchema, refused: readonly Candidate[]): PlaygroundSchema | undefined {
  const values = new Map<number, Json[]>();
  const needed = new Set<number>();
  for (const { prop, value } of refused) {
    if (prop === undefined) continue;
    if (value === undefined) needed.add(prop);
    else values.set(prop, [...(values.get(prop) ?? []), value]);
  }
  if (values.size + needed.size === 0) return schema;
  const kept = schema.props.map((prop, index) => {
    const own = narrowed(prop, values.get(index) ?? []);
    return own && needed.has(index) ? { ...own, required: true as const } : own;
  });
  const gone = (index: number): boolean => kept[index] === undefined;
  const isLost = (index: number): boolean => gone(index) && schema.props[index]?.required === true;
  if (schema.shared.some(isLost)) return undefined;
  const branches = schema.branches.filter((branch) => !branch.some(isLost));
  if (branches.length === 0) return undefined;
  const numbers = new Map<number, number>();
  const props = kept.flatMap((prop, index) => {
    if (!prop) return [];
    numbers.set(index, numbers.size);
    return [prop];
  });
  const renumbered = (list: number[]): number[] => list.flatMap((index) => numbers.get(index) ?? []);
  const lost = schema.props.filter(({ name }) => !props.some((prop) => prop.name === name));
  const without = [
    ...(schema.without ?? []),
    ...[...new Set(lost.map(({ name }) => name))].map((name): [string, 'refused'] => [name, 'refused']),
  ];
  return {
    props,
    shared: renumbered(schema.shared),
    branches: branches.map(renumbered),
    ...(without.length > 0 && { without }),
  };
}

function narrowed(prop: PropSchema, refused: readonly Json[]): PropSchema | undefined {
  if (refused.length === 0) return prop;
  const isRefused = (value: Json): boolean => refused.some((one) => JSON.stringify(one) === JSON.stringify(value));
  const presets = prop.presets?.filter((preset) => !isRefused({ preset }));
  const control = narrowedControl(prop.control, isRefused);
  if (!control && !presets?.length) return undefined;
  const { presets: _all, ...rest } = prop;
  return { ...rest, control: control ?? { kind: 'preset' }, ...(presets?.length && { presets }) };
}

function narrowedControl(control: Control, isRefused: (value: Json) => boolean): Control | undefined {
  if (control.kind === 'choice') {
    const options = control.options.filter(({ value }) => !isRefused(value));
    return options.length > 0 ? { kind: 'choice', options } : undefined;
  }
  if (control.kind === 'boolean') {
    const values = [true, false].filter((value) => !isRefused(value));
    if (values.length === 2) return control;
    return values.length > 0 ? { kind: 'choice', options: values.map((value) => ({ value })) } : undefined;
  }
  if (control.kind === 'union') {
    const of = control.of.flatMap((part) => narrowedControl(part, isRefused) ?? []);
    return of.length > 1 ? { kind: 'union', of } : of[0];
  }
  const value = firstValue({ control });
  return value !== undefined && isRefused(value) ? undefined : control;
}

export function unfitNames({ props }: PlaygroundSchema, state: PlaygroundState): string[] {
  return Object.entries(state).flatMap(([name, value]) =>
    props.some((prop) => prop.name === name && accepts(prop, value)) ? [] : [name],
  );
}
