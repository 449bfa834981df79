/** Reads `argTypes`, which narrow the controls of a playground, and describe props: https://storybook.js.org/docs/api/arg-types */
import type { Json } from '../../../shared/entities.ts';
import type { ShownIf } from '../../../shared/playground/schema.ts';
import type { ControlLimits } from '../types.ts';
import { type Entry, entriesOf, findBelow, findEntry, jsonOf, listOf, type Part, textOfPart } from './entries.ts';

/** Data about an arg in a stories file. */
export interface ArgType {
  limits: ControlLimits;
  /** Markdown. */
  description: string | undefined;
  /** Expressions that options stand for. */
  mapping: Map<string, Part>;
}

export function argTypesOf(objects: (Entry[] | undefined)[]): Map<string, ArgType> {
  const lists = objects.map((entries) => {
    const argTypes = findEntry(entries, 'argTypes');
    return (argTypes && entriesOf(argTypes)) ?? [];
  });
  const names = new Set(lists.flat().flatMap((entry) => ('key' in entry ? [entry.key] : [])));
  return new Map(Array.from(names, (name) => [name, argTypeOf(name, lists)]));
}

function argTypeOf(name: string, lists: Entry[][]): ArgType {
  const find = (...keys: string[]): Part | undefined =>
    lists.map((entries) => findBelow(entries, name, ...keys)).findLast((part) => part !== undefined);
  const valueAt = (...keys: string[]): Json | undefined => {
    const part = find(...keys);
    return part && jsonOf(part);
  };
  const control = valueAt('control');
  const type = typeof control === 'string' ? control : valueAt('control', 'type');
  const isHidden =
    [control, type].some((one) => one === false || one === null) ||
    ['control', 'table'].some((key) => valueAt(key, 'disable') === true);
  const mapped = find('mapping');
  const mapping = new Map(
    ((mapped && entriesOf(mapped)) ?? []).flatMap((entry): [string, Part][] =>
      'key' in entry ? [[entry.key, entry.value]] : [],
    ),
  );
  const numbers = ['min', 'max'].flatMap((key): [string, number][] => {
    const value = valueAt('control', key);
    return typeof value === 'number' ? [[key, value]] : [];
  });
  return {
    limits: {
      ...(isHidden && { isHidden: true }),
      ...(typeof type === 'string' && { type }),
      ...Object.fromEntries(numbers),
      ...optionsOf(find('options') ?? find('control', 'options'), mapping),
      ...conditionOf(valueAt('if')),
    },
    description: textOfPart(find('description')),
    mapping,
  };
}

/** An option that stands for an element is a preset. */
function optionsOf(part: Part | undefined, mapping: Map<string, Part>): Pick<ControlLimits, 'options'> {
  const listed = listOf(part).flatMap((one) => jsonOf(one) ?? []);
  const entries = (part && entriesOf(part)) ?? [];
  const labelled = entries.flatMap((entry) => ('key' in entry ? (jsonOf(entry.value) ?? []) : []));
  const written = [...listed, ...labelled];
  const options = written.length > 0 ? written : [...mapping.keys()];
  if (options.length === 0) return {};
  return {
    options: options.flatMap((option) => {
      const target = mapping.get(String(option));
      return target ? (jsonOf(target) ?? []) : option;
    }),
  };
}

function conditionOf(value: Json | undefined): { when?: ShownIf } {
  const { arg, ...test } = Object(value) as Partial<ShownIf>;
  return typeof arg === 'string' ? { when: { arg, ...test } } : {};
}
