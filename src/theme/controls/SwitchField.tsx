import type { ReactElement } from 'react';
import type { FieldProps } from './field.ts';

/** Renders a switch: of a boolean, or of whether the calls of an event are logged. */
export function SwitchField({ control, required, id, value, set, message }: FieldProps): ReactElement {
  const isEvent = control.kind === 'event';
  return (
    <>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its state natively
        role="switch"
        id={id}
        aria-labelledby={`${id}-name`}
        aria-describedby={isEvent || value === undefined ? `${id}-note` : undefined}
        checked={value === true}
        disabled={isEvent && required}
        onChange={({ currentTarget: { checked } }) => set(isEvent && !checked ? undefined : checked)}
      />
      {isEvent && (
        <label htmlFor={id} id={`${id}-note`}>
          {message('controls.log')}
        </label>
      )}
    </>
  );
}
