import type { PlaygroundSchema } from '../../shared/playground/schema.ts';
import { needsOf, type PlaygroundMemory } from '../../shared/playground/states.ts';
import { partsOf, presetOf } from '../../shared/playground/values.ts';
import { type Message, optionText } from './field.ts';

/** Returns what a prop of another branch needs, such as "with kind link"; undefined for a prop of the current branch. */
export function branchNote(
  schema: PlaygroundSchema,
  memory: PlaygroundMemory,
  { name, message }: { name: string; message: Message },
): string | undefined {
  const needs = needsOf(schema, memory, name);
  if (!needs) return undefined;
  const values = needs.values.map(([prop, value]) => {
    const options = partsOf(prop.control).flatMap((part) => (part.kind === 'choice' ? part.options : []));
    const option = options.find((one) => one.value === value);
    if (value === true) return prop.name;
    return `${prop.name} ${presetOf(prop, value) ?? (option ? optionText(option, options) : value)}`;
  });
  if (values.length > 0) return message('controls.with', { values: values.join(', ') });
  return needs.lost.length > 0 ? message('controls.instead', { names: needs.lost.join(', ') }) : undefined;
}
