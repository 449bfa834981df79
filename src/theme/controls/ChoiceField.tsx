import type { ReactElement } from 'react';
import type { Control } from '../../shared/playground/schema.ts';
import { sameValue } from '../../shared/playground/values.ts';
import { type FieldProps, isSegmented, noteId, optionText } from './field.ts';

/** Entries are indices, because `1` and `"1"` are different options. */
export function ChoiceField(field: FieldProps<Extract<Control, { kind: 'choice' }>>): ReactElement {
  const { control, id, value, set } = field;
  const { options } = control;
  const current = options.findIndex((option) => sameValue(option.value, value));
  const choose = (index: number): void => set(options[index]?.value);
  const entries = options.map((option, index) => ({ index, text: optionText(option, options) }));
  if (!isSegmented(options))
    return (
      <select
        id={id}
        aria-labelledby={`${id}-name`}
        aria-describedby={noteId(field)}
        autoComplete="off"
        value={current}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        {current < 0 && <option value={current} hidden />}
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
