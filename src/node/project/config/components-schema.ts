import * as z from 'zod';
import { SLOTS } from '../../../shared/slots.ts';
import { nonEmpty, oneOf, string } from './value-schemas.ts';

export const components = z.record(
  string.regex(/^[A-Z]\w*$/, { error: "the name of a component, such as 'Icon'" }),
  nonEmpty,
  { error: "an object of modules by name, such as { Icon: './docs/Icon.tsx' }" },
);

export const slots = z.partialRecord(oneOf(SLOTS), nonEmpty, { error: 'an object of modules by slot' });

export function fillInModules<Name extends string>(
  modules: { [Key in Name]?: string } = {},
  absolute: (path: string) => string,
): Record<Name, string> {
  const entries = Object.entries(modules) as [Name, string][];
  return Object.fromEntries(entries.map(([name, path]) => [name, absolute(path)])) as Record<Name, string>;
}
