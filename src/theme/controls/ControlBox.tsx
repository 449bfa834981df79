import type { ReactElement, ReactNode } from 'react';
import { type FieldProps, hasKinds, isGroup } from './field.ts';

/** Renders the name of a field, the field, and the button that removes its value, or a note that it is unset. */
export function ControlBox({ children, ...field }: FieldProps & { children: ReactNode }): ReactElement {
  const { name, id, control, required, value, message } = field;
  // Other fields have an entry for the default.
  const canUnset = !required && !hasKinds(field) && control.kind !== 'choice' && control.kind !== 'event';
  const content = (
    <>
      <div className="control-field">{children}</div>
      {canUnset && value === undefined && (
        <span className="control-note" id={`${id}-note`}>
          {message('controls.default')}
        </span>
      )}
      {canUnset && value !== undefined && <UnsetButton {...field} />}
    </>
  );
  if (isGroup(field, message))
    return (
      <fieldset className="control">
        <legend className="control-name" id={`${id}-name`}>
          {name}
        </legend>
        {content}
      </fieldset>
    );
  return (
    <div className="control">
      <label className="control-name" id={`${id}-name`} htmlFor={id}>
        {name}
      </label>
      {content}
    </div>
  );
}

function UnsetButton({ name, set, message }: FieldProps): ReactElement {
  const label = message('controls.unset', { name });
  return (
    <button
      type="button"
      className="control-unset"
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => {
        set(undefined);
        // The button disappears, which would lose the focus.
        currentTarget.closest('.control')?.querySelector<HTMLElement>('input, textarea, select')?.focus();
      }}
    />
  );
}
