import type { Json } from '../../../shared/entities.ts';
import type { Control, Option } from '../../../shared/playground/schema.ts';
import { accepts, partsOf } from '../../../shared/playground/values.ts';
import type { ControlLimits } from '../../markdown/types.ts';
import type { Described } from './describe-control.ts';

/** Kinds of controls for each Storybook control. */
const KINDS: Record<string, Control['kind'][]> = {
  text: ['text', 'node'],
  color: ['text'],
  boolean: ['boolean'],
  number: ['number'],
  range: ['number'],
  object: ['object', 'tuple', 'list'],
};

/** Limits the control of a prop to what the author allows. If the prop's type has no control, uses the author's control. */
export function limitControl(described: Described, limits: ControlLimits | undefined): Described {
  if (!limits || (typeof described === 'string' && described !== 'type')) return described;
  const { options, type = '', min, max } = limits;
  const kinds = KINDS[type];
  const choice = choiceOf(options, described);
  if (choice) return choice;
  const [kind] = kinds ?? [];
  if (typeof described === 'string') return kind && kind !== 'object' ? ({ kind } as Control) : described;
  const all = partsOf(described);
  const fitting = all.filter((part) => kinds?.includes(part.kind) ?? true);
  const numbers = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  const of = (fitting.length > 0 ? fitting : all).map((part) =>
    part.kind === 'number' ? { ...part, ...numbers } : part,
  );
  return of.length === 1 && of[0] ? of[0] : { kind: 'union', of };
}

/** Returns a control with the options that a prop accepts. Undefined without options, or if all of them are booleans. */
function choiceOf(given: Json[] = [], described: Described): Control | undefined {
  const known =
    typeof described === 'string'
      ? []
      : partsOf(described).flatMap((part) => (part.kind === 'choice' ? part.options : []));
  const options = given.flatMap((value): Option[] => {
    if (typeof value === 'object' && value !== null) return [];
    if (typeof described !== 'string' && !accepts({ control: described }, value)) return [];
    return [known.find((option) => option.value === value) ?? { value }];
  });
  return options.some(({ value }) => typeof value !== 'boolean') ? { kind: 'choice', options } : undefined;
}
