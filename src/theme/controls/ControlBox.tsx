import type { ReactElement, ReactNode } from 'react';
import { type FieldProps, hasKinds, isGroup, isUnset, noteId } from './field.ts';

export function ControlBox({ children, ...field }: FieldProps & { children: ReactNode }): ReactElement {
  const { name, id, control, required, value, note, message } = field;
  const canUnset = !required && value !== undefined && (control.kind !== 'event' || hasKinds(field));
  const content = (
    <>
      <div className="control-field">{children}</div>
      {isUnset(field) && (
        <span className="control-note" id={`${id}-note`}>
          {note ?? message('controls.default')}
        </span>
      )}
      {canUnset && <UnsetButton {...field} />}
    </>
  );
  const look = { className: 'control', 'data-unset': isUnset(field) || undefined };
  if (isGroup(field))
    return (
      <fieldset {...look} aria-describedby={noteId(field)}>
        <legend className="control-name" id={`${id}-name`}>
          {name}
        </legend>
        {content}
      </fieldset>
    );
  return (
    <div {...look}>
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
