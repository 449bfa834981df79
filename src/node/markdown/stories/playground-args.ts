/** Reads the data that a playground gets from a story: its initial values, and the limits of its controls. */
import type { Json } from '../../../shared/entities.ts';
import type { ControlLimits } from '../types.ts';
import { closureOf } from './closure.ts';
import { isFunction, jsonOf, type Part, valueOfPart } from './entries.ts';
import { isSpy, isUndefined, type Printing, printObject } from './print-jsx.ts';
import type { Story } from './read-stories.ts';

export interface PlaygroundArgs {
  /** Values by prop: JSON values, and names of presets. */
  initial: Record<string, Json>;
  limits: Record<string, ControlLimits>;
  /** Declaration of the presets, and the code that it needs from the stories file; empty without presets. */
  presets: string;
  /** Names that this code declares. */
  names: ReadonlySet<string>;
}

/** Elements and other values that JSON cannot represent become presets, with the name of their option or of the story. */
export function playgroundArgs(story: Story): PlaygroundArgs {
  const { module } = story.at;
  const presets = new Map<string, Map<string, Part>>();
  const add = (prop: string, name: string, value: Part): void =>
    void presets.set(prop, (presets.get(prop) ?? new Map<string, Part>()).set(name, value));
  for (const [prop, { mapping }] of story.argTypes)
    for (const [option, value] of mapping) if (isPreset(value, story)) add(prop, option, value);
  const initial: Record<string, Json> = {};
  for (const entry of story.args) {
    if (!('key' in entry)) continue;
    const { key, value } = entry;
    const json = jsonOf(value);
    if (json === undefined && !isPreset(value, story)) continue;
    const [option = story.exportName] = [...(presets.get(key) ?? [])].find(([, { node }]) => node === value.node) ?? [];
    if (json === undefined) add(key, option, value);
    initial[key] = json ?? { preset: option };
  }
  const limits = Object.fromEntries(Array.from(story.argTypes, ([name, { limits }]) => [name, limits]));
  if (presets.size === 0) return { initial, limits, presets: '', names: new Set() };
  const printing: Printing = { module, used: [], own: new Map() };
  const rows = Array.from(presets, ([prop, own]) => {
    const entries = Array.from(own, ([key, value]) => ({ key, value }));
    return `  ${JSON.stringify(prop)}: ${printObject(printing, entries, '  ')},\n`;
  });
  const { text, names } = closureOf(module, printing.used, printing.own);
  const head = text === '' ? '' : `${text}\n\n`;
  return { initial, limits, presets: `${head}export const controls = {\n${rows.join('')}};`, names };
}

/** Returns true for a value that JSON cannot represent and a playground can begin with. Handlers are logged without one. */
function isPreset(part: Part, { at: { module } }: Story): boolean {
  const { node } = valueOfPart(part);
  const isOwn = part.module === module && !isFunction(node) && !isSpy(node, module) && !isUndefined(node);
  return isOwn && jsonOf(part) === undefined;
}
