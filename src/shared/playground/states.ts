/**
 * A state is valid if it fits one branch: each entry is an accepted prop of the branch, and each required prop has an
 * entry.
 */

import type { Json } from '../entities.ts';
import { ownValue } from '../own-value.ts';
import type { Control, PlaygroundSchema, PlaygroundState, PropSchema } from './schema.ts';
import { accepts, firstValue, fitsAll, partsOf, sameValue } from './values.ts';

export interface PlaygroundMemory {
  state: PlaygroundState;
  /** Values that other values excluded, by prop. The state may have another value of the same prop. */
  removed: PlaygroundState;
}

/** `undefined` removes the value of a prop. */
export type Changes = Readonly<Record<string, Json | undefined>>;

export function namesOf(schema: PlaygroundSchema): string[] {
  return [...new Set(schema.props.map((prop) => prop.name))];
}

/** Returns true if the control of a prop is shown in a state. */
export function isShownIn(state: PlaygroundState, { props }: PlaygroundSchema, name: string): boolean {
  const when = props.find((prop) => prop.name === name)?.when;
  if (!when) return true;
  const { arg, eq, neq, exists, truthy = true } = when;
  const value = ownValue(state, arg);
  if (eq !== undefined) return sameValue(value, eq);
  if (neq !== undefined) return !sameValue(value, neq);
  return exists === undefined ? Boolean(value) === truthy : (value !== undefined) === exists;
}

export function propsIn({ props, shared, branches }: PlaygroundSchema, branch: number): PropSchema[] {
  return [...shared, ...(branches[branch] ?? [])].sort((a, b) => a - b).flatMap((index) => props[index] ?? []);
}

export function propIn(schema: PlaygroundSchema, branch: number, name: string): PropSchema | undefined {
  return propsIn(schema, branch).find((prop) => prop.name === name);
}

export function branchOf(schema: PlaygroundSchema, state: PlaygroundState): number | undefined {
  return [...schema.branches.keys()].find((branch) => fitsAll(propsIn(schema, branch), state));
}

/** Returns one control for a name, which has the values of all branches. */
export function controlOf(
  schema: PlaygroundSchema,
  name: string,
): { control: Control; presets: string[]; required: boolean } {
  const props = schema.props.filter((prop) => prop.name === name);
  const parts = props.flatMap((prop) => partsOf(prop.control));
  const options = parts.flatMap((part) => (part.kind === 'choice' ? part.options : []));
  const choice: Control = {
    kind: 'choice',
    options: [...new Map(options.map((option) => [option.value, option])).values()],
  };
  const all = parts.map((part) => (part.kind === 'choice' ? choice : part));
  const of = all.filter((part, index) => all.findIndex((other) => sameValue(part, other)) === index);
  const presets = new Set(props.flatMap((prop) => prop.presets ?? []));
  return {
    control: of.length === 1 && of[0] ? of[0] : { kind: 'union', of },
    presets: [...presets],
    // Without a branch in which the prop is optional, removing its value would change other props.
    required: props.every(({ required }) => required),
  };
}

/** The new value may exclude others, which return with their branch. Returns undefined if no branch is possible. */
export function choose(
  schema: PlaygroundSchema,
  { state, removed }: PlaygroundMemory,
  name: string,
  value: Json | undefined,
): PlaygroundMemory | undefined {
  const changes = { [name]: value };
  return chooseAll(schema, { state, removed: value === undefined ? withChanges(removed, changes) : removed }, changes);
}

export interface BranchNeeds {
  values: [prop: PropSchema, value: Json][];
  lost: string[];
}

/** Returns the changes if a prop of another branch is set; undefined for a prop of the current branch. */
export function needsOf(schema: PlaygroundSchema, memory: PlaygroundMemory, name: string): BranchNeeds | undefined {
  const { state } = memory;
  if (propIn(schema, branchOf(schema, state) ?? 0, name)) return undefined;
  const next = choose(schema, memory, name, firstValue(controlOf(schema, name)))?.state;
  if (!next) return undefined;
  const others = propsIn(schema, branchOf(schema, next) ?? 0).filter((prop) => prop.name !== name);
  return {
    values: others.flatMap((prop): [PropSchema, Json][] => {
      const value = ownValue(next, prop.name);
      // A text that must be filled in does not distinguish branches.
      const isListed = ['choice', 'boolean'].includes(prop.control.kind);
      return prop.required && isListed && value !== undefined && value !== ownValue(state, prop.name)
        ? [[prop, value]]
        : [];
    }),
    lost: Object.keys(state).filter((key) => !Object.hasOwn(next, key)),
  };
}

/** Fits the values to a changed schema. If no branch fits, the result is `initial`. */
export function refit(schema: PlaygroundSchema, memory: PlaygroundMemory, initial: PlaygroundState): PlaygroundMemory {
  return chooseAll(schema, memory, {}) ?? { state: initial, removed: {} };
}

/**
 * Keeps most other values; prefers the current branch, then the first. If the branch changes, removed values return.
 * Returns undefined if no branch is possible.
 */
export function chooseAll(
  schema: PlaygroundSchema,
  { state, removed }: PlaygroundMemory,
  changes: Changes,
): PlaygroundMemory | undefined {
  let best: PlaygroundMemory | undefined;
  let least = Infinity;
  for (const branch of [branchOf(schema, state) ?? 0, ...schema.branches.keys()]) {
    const props = propsIn(schema, branch);
    const isOther = !fitsAll(props, state);
    const fill = (prop: PropSchema): Json | undefined =>
      [
        ownValue(state, prop.name),
        (isOther || prop.required) && ownValue(removed, prop.name),
        prop.required && firstValue(prop),
      ].find((value) => accepts(prop, value));
    const next = withChanges(Object.fromEntries(props.map((prop) => [prop.name, fill(prop)])), changes);
    const isMissing = ([name, value]: [string, Json]): boolean => ownValue(next, name) !== value;
    const lost = Object.entries(state).filter((entry) => !Object.hasOwn(changes, entry[0]) && isMissing(entry));
    if (lost.length < least && fitsAll(props, next)) {
      const earlier = Object.entries(removed).filter(isMissing);
      best = { state: next, removed: Object.fromEntries([...earlier, ...lost]) };
      least = lost.length;
    }
  }
  return best;
}

/** The result may fit no branch. */
export function withChanges(state: Changes, changes: Changes): PlaygroundState {
  const entries = Object.entries({ ...state, ...changes });
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}
