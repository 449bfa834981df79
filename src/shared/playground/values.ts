/** Which values props accept. Values come from URLs, so names are never looked up on prototypes. */

import type { Json } from '../entities.ts';
import { ownValue } from '../own-value.ts';
import type { Control, Field, Option, PropSchema } from './schema.ts';

type Accepting = Pick<PropSchema, 'control' | 'presets'>;

interface AnyControl {
  kind: string;
  options?: Option[];
  suggestions?: string[];
  min?: number;
  max?: number;
}

type JsonObject = Readonly<Record<string, Json>>;

const MAX_ITEMS = 1000;

/** No prop accepts `undefined`. */
export function accepts(prop: Accepting, value: Json | undefined): boolean {
  return presetOf(prop, value) !== undefined || partsOf(prop.control).some((part) => matches(part, value));
}

/** Returns true if props accept all values of an object, and all required props have values. */
export function fitsAll(props: PropSchema[], values: JsonObject): boolean {
  return (
    props.filter((prop) => Object.hasOwn(values, prop.name)).length === Object.keys(values).length &&
    props.every((prop) => {
      const value = ownValue(values, prop.name);
      return value === undefined ? !prop.required : accepts(prop, value);
    })
  );
}

export function presetOf({ presets }: Accepting, value: Json | undefined): string | undefined {
  return presets?.find((preset) => sameValue(value, { preset }));
}

/** Returns the parts of a union. Any other control is its own only part. */
export function partsOf(control: Control): Control[] {
  return control.kind === 'union' ? control.of.flatMap(partsOf) : [control];
}

/**
 * `to` receives the part of the control that accepts the value, its path such as `options.size`, and the converted
 * fields or items.
 */
export function convert<Result>(
  { name: path, control }: Field,
  value: Json,
  to: (part: Control, value: Json, path: string, inner: [name: string, result: Result][]) => Result,
): Result {
  const part = partsOf(control).find((part) => matches(part, value)) ?? control;
  const inner = fieldsOf(part, value).flatMap((field): [string, Result][] => {
    const item = ownValue(value as JsonObject, field.name);
    return item === undefined ? [] : [[field.name, convert({ ...field, name: `${path}.${field.name}` }, item, to)]];
  });
  return to(part, value, path, inner);
}

/** Returns the simplest value that a prop or field accepts, if there is one. */
export function firstValue({ control, presets = [] }: Accepting): Json | undefined {
  return partsOf(control).flatMap((part) => {
    const values = [...simpleValues(part), ...presets.map((preset) => ({ preset }))];
    return values.filter((value) => accepts({ control: part, presets }, value));
  })[0];
}

export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]))
  );
}

function isObject<Value>(value: Value): value is Value & Record<string, unknown> {
  return Object(value) === value;
}

/** Returns the fields of an object, or the items of a tuple or list as fields with indices as names. */
function fieldsOf(control: Control, value: Json): Field[] {
  if (control.kind === 'object') return control.fields;
  const items =
    control.kind === 'tuple'
      ? control.items
      : control.kind === 'list'
        ? Object.keys(value as JsonObject).map(() => control.item)
        : [];
  return items.map((item, index) => ({ name: `${index}`, control: item, required: true }));
}

function matches(control: Control, value: Json | undefined): boolean {
  switch (control.kind) {
    case 'choice':
      return control.options.some((option) => option.value === value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
      return (
        typeof value === 'number' &&
        Number.isFinite(value) &&
        value >= (control.min ?? value) &&
        value <= (control.max ?? value)
      );
    case 'text':
      return (
        typeof value === 'string' &&
        new RegExp(`^(?:${control.pattern ?? '.*'})$`, 's').test(value) &&
        (!control.isUrl || isWebUrl(value))
      );
    case 'node':
      return typeof value === 'string';
    case 'event':
      return value === true;
    case 'object':
    case 'tuple':
    case 'list':
      return (
        isObject(value) &&
        Array.isArray(value) !== (control.kind === 'object') &&
        Object.keys(value).length <= MAX_ITEMS &&
        fitsAll(fieldsOf(control, value as Json), value as JsonObject)
      );
    default:
      return false;
  }
}

/** Browsers ignore tabs and line breaks in URLs: `java\nscript:` is a script. */
function isWebUrl(text: string): boolean {
  try {
    return !/\p{Cc}/u.test(text) && /^https?:$/.test(new URL(text, 'https://example.com/').protocol);
  } catch {
    // Not a URL.
    return false;
  }
}

function simpleValues(control: Control): Json[] {
  const { options = [], suggestions = [], min = 0, max = Infinity }: AnyControl = control;
  const required = fieldsOf(control, []).filter((field) => field.required);
  const object = Object.fromEntries(required.map((field) => [field.name, firstValue(field) as Json]));
  const values = options.map((option) => option.value);
  return [...values, ...suggestions, false, Math.min(min, max), '', true, object, Object.values(object)];
}
