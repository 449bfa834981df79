import type { ReactElement } from 'react';
import type { Control } from '../../shared/playground/schema.ts';
import { accepts } from '../../shared/playground/values.ts';
import { type FieldProps, hasSlider } from './field.ts';
import { draftProps, InvalidNote } from './InvalidNote.tsx';
import { useDraft } from './use-draft.ts';

export function NumberField(field: FieldProps<Extract<Control, { kind: 'number' }>>): ReactElement {
  const { control, required, id, value, set, message } = field;
  const { min = 0, max = 0 } = control;
  const draft = useDraft({
    value,
    set,
    print: (value) => (typeof value === 'number' ? String(value) : ''),
    parse(text, { validity }) {
      // The text of an incomplete number, such as `1e`, is empty.
      if (text === '') return required || validity.badInput ? undefined : { value: undefined };
      return accepts({ control }, Number(text)) ? { value: Number(text) } : undefined;
    },
  });
  return (
    <>
      {hasSlider(control) && (
        <input
          type="range"
          aria-labelledby={`${id}-name`}
          aria-valuetext={value === undefined ? message('controls.default') : undefined}
          autoComplete="off"
          min={min}
          max={max}
          step={stepOf(min, max)}
          // Unset, it shows no bound.
          value={typeof value === 'number' ? value : (min + max) / 2}
          onChange={({ currentTarget }) => set(Number(currentTarget.value))}
        />
      )}
      <input type="number" {...draftProps(field, draft)} min={control.min} max={control.max} step="any" />
      <InvalidNote {...field} draft={draft} />
    </>
  );
}

/** Returns 1 for a range of integers. A range such as 0 to 1 has a hundred steps. */
function stepOf(min: number, max: number): number {
  return Number.isInteger(min) && Number.isInteger(max) && max - min > 2 ? 1 : (max - min) / 100;
}
