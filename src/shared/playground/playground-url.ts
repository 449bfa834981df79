/** The state of a playground in the URL of a page: `?Button.size=l&Button.disabled=true`. */

import type { Json } from '../entities.ts';
import { ownValue } from '../own-value.ts';
import type { Playground, PlaygroundState } from './schema.ts';
import { type Changes, chooseAll, controlOf, namesOf, withChanges } from './states.ts';
import { accepts, sameValue } from './values.ts';

/** Entries that conflict are tried one after another, so there must be few. */
const MAX_ENTRIES = 50;
const MAX_LENGTH = 10_000;
/** Text for a prop that has an initial value, but is unset. */
const UNSET = 'undefined';

export function writeUrl(
  { name: playground, schema, initial }: Playground,
  state: PlaygroundState,
): [key: string, value: string][] {
  return namesOf(schema)
    .filter((name) => !sameValue(ownValue(state, name), ownValue(initial, name)))
    .map((name) => [`${playground}.${name}`, writeValue(controlOf(schema, name), ownValue(state, name))]);
}

/**
 * The result fits a branch, or is the initial state. `ignored`: keys of unknown props, invalid values, and values that
 * conflict with earlier ones.
 */
export function readUrl(
  { name: playground, schema, initial }: Playground,
  params: Iterable<[key: string, value: string]>,
): { state: PlaygroundState; ignored: string[] } {
  // The name of a playground may have dots, such as `Select.Option`. The name of a prop has none.
  const dot = playground.length;
  const entries = [...params].filter(([key]) => key.startsWith(`${playground}.`) && key.lastIndexOf('.') === dot);
  const ignored: string[] = [];
  let changes: Changes = {};
  for (const [key, text] of new Map(entries.slice(0, MAX_ENTRIES))) {
    const name = key.slice(dot + 1);
    const value = readValue(controlOf(schema, name), text);
    const isValid = namesOf(schema).includes(name) && (value !== undefined || text === UNSET);
    if (isValid) changes = { ...changes, [name]: value };
    else ignored.push(key);
  }
  const stateWith = (some: Changes): PlaygroundState | undefined =>
    chooseAll(schema, { state: withChanges(initial, some), removed: {} }, some)?.state;
  const whole = stateWith(changes);
  let kept: Changes = {};
  let state = initial;
  for (const [name, value] of Object.entries(changes)) {
    const some = { ...kept, [name]: value };
    const next = whole ?? stateWith(some);
    if (next) [kept, state] = [some, next];
    else ignored.push(`${playground}.${name}`);
  }
  return { state, ignored };
}

type Accepting = ReturnType<typeof controlOf>;

/** Writes a text, or the name of a preset, without quotes if it reads back as the same value. Other values are written as JSON. */
function writeValue(prop: Accepting, value: Json | undefined): string {
  const bare = String(Object(value).preset ?? value);
  // A URL cannot contain half of a surrogate pair. JSON escapes it.
  return sameValue(readValue(prop, bare), value) && !/\p{Cs}/u.test(bare) ? bare : JSON.stringify(value);
}

function readValue(prop: Accepting, text: string): Json | undefined {
  if (text.length > MAX_LENGTH || text === UNSET) return undefined;
  const values = [parseJson(text), text, { preset: text }];
  return values.find((value) => accepts(prop, value));
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // Text without quotes.
    return undefined;
  }
}
