import type { ReactElement } from 'react';
import type { Control } from '../../shared/playground/schema.ts';
import { accepts } from '../../shared/playground/values.ts';
import type { FieldProps } from './field.ts';
import { draftProps, InvalidNote } from './InvalidNote.tsx';
import { type Draft, useDraft } from './use-draft.ts';

type TextControl = Extract<Control, { kind: 'text' }>;

export function TextField(field: FieldProps<TextControl | { kind: 'node' }>): ReactElement {
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

export function JsonField(field: FieldProps): ReactElement {
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
