import type { Json } from '../entities.ts';
import { ownValue } from '../own-value.ts';
import type { Control, Playground, PlaygroundState } from './schema.ts';
import { branchOf, namesOf, propsIn } from './states.ts';
import { convert, presetOf, sameValue } from './values.ts';

export interface LiveValues {
  presets: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Returns the function that logs calls of an event. The same name always has the same function. */
  log: (name: string) => unknown;
}

/** Returns only props with events, and props that differ from the initial state, which the demo has without props. */
export function propsOf(
  { schema, initial }: Pick<Playground, 'schema' | 'initial'>,
  state: PlaygroundState,
  { presets, log }: LiveValues,
): Record<string, unknown> {
  const branch = branchOf(schema, state);
  if (branch === undefined) return {};
  const props = propsIn(schema, branch);
  const entries = namesOf(schema).flatMap((name): [string, unknown][] => {
    const value = ownValue(state, name);
    const prop = props.find((prop) => prop.name === name);
    const preset = prop && presetOf(prop, value);
    const live = !prop || preset || value === undefined ? value : convert<unknown>(prop, value, toLive);
    if (live === value && sameValue(value, ownValue(initial, name))) return [];
    return [[name, preset ? ownValue(ownValue(presets, name), preset) : live]];
  });
  return Object.fromEntries(entries);

  /** Replaces events with functions. Other values keep their identity, so effects that depend on them do not run. */
  function toLive(part: Control, value: Json, path: string, inner: [name: string, live: unknown][]): unknown {
    if (part.kind === 'event') return log(path);
    if (inner.every(([key, live]) => live === ownValue(Object(value), key))) return value;
    return Array.isArray(value) ? inner.map(([, live]) => live) : Object.fromEntries(inner);
  }
}
