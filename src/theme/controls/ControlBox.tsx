import type { InputHTMLAttributes, ReactElement, ReactNode } from 'react';
import type { PlaygroundProblem } from '../../shared/playground/schema.ts';
import { type FieldProps, hasKinds, isGroup, isUnset, noteId } from './field.ts';
import type { Draft } from './use-draft.ts';

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

/** Covers the note about an unset value. */
export function InvalidNote({ id, message, draft }: FieldProps & { draft: Draft }): ReactElement | null {
  if (!draft.isInvalid) return null;
  return (
    <span className="control-note control-invalid" id={`${id}-invalid`}>
      {message('controls.invalid')}
    </span>
  );
}

export function draftProps(
  field: FieldProps,
  draft: Draft,
): InputHTMLAttributes<HTMLInputElement & HTMLTextAreaElement> {
  const { id } = field;
  return {
    id,
    'aria-labelledby': `${id}-name`,
    'aria-describedby': draft.isInvalid ? `${id}-invalid` : noteId(field),
    'aria-invalid': draft.isInvalid || undefined,
    autoComplete: 'off',
    spellCheck: false,
    value: draft.text,
    onChange: draft.change,
  };
}

export function ProblemBox({ problem: { cause, fixes } }: { problem: PlaygroundProblem }): ReactElement {
  const withCode = (text: string): ReactNode[] =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the texts never change
    text.split('`').map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part));
  return (
    <div className="crash-box" lang="en">
      <strong>{withCode(cause)}</strong>
      {fixes.map((fix) => (
        <div key={fix}>{withCode(fix)}</div>
      ))}
    </div>
  );
}
