import type { InputHTMLAttributes, ReactElement } from 'react';
import { type FieldProps, noteId } from './field.ts';
import type { Draft } from './use-draft.ts';

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
