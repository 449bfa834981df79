import type { ReactElement } from 'react';
import type { Control } from '../../shared/playground/schema.ts';
import { accepts, sameValue } from '../../shared/playground/values.ts';
import { draftProps, InvalidNote } from './ControlBox.tsx';
import { type FieldProps, hasSlider, isSegmented, noteId, optionText } from './field.ts';
import { type Draft, useDraft } from './use-draft.ts';

/** Values of other controls are edited as JSON. */
export function SimpleField(field: FieldProps): ReactElement {
  const { control } = field;
  switch (control.kind) {
    case 'choice':
      return <ChoiceField {...field} control={control} />;
    case 'boolean':
    case 'event':
      return <SwitchField {...field} />;
    case 'number':
      return <NumberField {...field} control={control} />;
    case 'text':
    case 'node':
      return <TextField {...field} control={control} />;
    default:
      return <JsonField {...field} />;
  }
}

function SwitchField(field: FieldProps): ReactElement {
  const { control, required, id, value, set, message } = field;
  const isEvent = control.kind === 'event';
  return (
    <>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its state natively
        role="switch"
        id={id}
        aria-labelledby={`${id}-name`}
        aria-describedby={[isEvent && `${id}-log`, noteId(field)].filter(Boolean).join(' ') || undefined}
        checked={value === true}
        disabled={isEvent && required && value === true}
        onChange={({ currentTarget: { checked } }) => set(isEvent && !checked ? undefined : checked)}
      />
      {isEvent && (
        <label htmlFor={id} id={`${id}-log`}>
          {message('controls.log')}
        </label>
      )}
    </>
  );
}

function NumberField(field: FieldProps<Extract<Control, { kind: 'number' }>>): ReactElement {
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
          // Without a value, the slider is at neither end.
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

/** Entries are indices, because `1` and `"1"` are different options. */
function ChoiceField(field: FieldProps<Extract<Control, { kind: 'choice' }>>): ReactElement {
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

type TextControl = Extract<Control, { kind: 'text' }>;

function TextField(field: FieldProps<TextControl | { kind: 'node' }>): ReactElement {
  const { control, id, value, set } = field;
  const draft = useDraft({
    value,
    set,
    print: (value) => (typeof value === 'string' ? value : ''),
    parse: (text) => (accepts({ control }, text) ? { value: text } : undefined),
  });
  const { suggestions, isUrl, isLong }: Partial<TextControl> = control.kind === 'text' ? control : {};
  if (isLong) return <TextArea field={field} draft={draft} />;
  return (
    <>
      <input
        type="text"
        {...draftProps(field, draft)}
        inputMode={isUrl && 'url'}
        list={suggestions && `${id}-suggestions`}
      />
      {suggestions && (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      <InvalidNote {...field} draft={draft} />
    </>
  );
}

function JsonField(field: FieldProps): ReactElement {
  const { control, required, value, set } = field;
  const draft = useDraft({
    value,
    set,
    print: (value) => (value === undefined ? '' : JSON.stringify(value)),
    parse(text) {
      if (text.trim() === '' && !required) return { value: undefined };
      try {
        const value = JSON.parse(text);
        return accepts({ control }, value) ? { value } : undefined;
      } catch {
        // Not JSON yet: the field is marked as invalid.
        return undefined;
      }
    },
  });
  return <TextArea field={field} draft={draft} isCode />;
}

function TextArea({ field, draft, isCode }: { field: FieldProps; draft: Draft; isCode?: boolean }): ReactElement {
  return (
    <>
      <textarea
        className={isCode ? 'control-code' : undefined}
        dir={isCode ? 'ltr' : undefined}
        rows={3}
        {...draftProps(field, draft)}
      />
      <InvalidNote {...field} draft={draft} />
    </>
  );
}
