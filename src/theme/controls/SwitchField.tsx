import type { ReactElement } from 'react';
import { type FieldProps, noteId } from './field.ts';

export function SwitchField(field: FieldProps): ReactElement {
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
