import type { ReactElement } from 'react';
import type { Control } from '../../shared/playground/schema.ts';
import { sameValue } from '../../shared/playground/values.ts';
import { type FieldProps, isSegmented, optionText } from './field.ts';

/** Renders a choice as segments or as a list. Its entries are indices, because `1` and `"1"` are different options. */
export function ChoiceField(field: FieldProps<Extract<Control, { kind: 'choice' }>>): ReactElement {
  const { control, required, id, value, set, message } = field;
  const { options } = control;
  const defaultText = required ? '' : message('controls.default');
  const current = options.findIndex((option) => sameValue(option.value, value));
  const choose = (index: number): void => set(options[index]?.value);
  const entries = [
    ...(required ? [] : [{ index: -1, text: defaultText }]),
    ...options.map((option, index) => ({ index, text: optionText(option, options) })),
  ];
  if (!isSegmented(options, defaultText))
    return (
      <select
        id={id}
        aria-labelledby={`${id}-name`}
        autoComplete="off"
        value={current}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        {entries.map(({ index, text }) => (
          <option key={index} value={index}>
            {text}
          </option>
        ))}
      </select>
    );
  return (
    <div className="control-segments">
      {entries.map(({ index, text }) => (
        <label key={index}>
          <input type="radio" name={id} checked={index === current} onChange={() => choose(index)} />
          <span>{text}</span>
        </label>
      ))}
    </div>
  );
}
