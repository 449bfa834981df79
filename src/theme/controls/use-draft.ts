import { type ChangeEvent, useState } from 'react';
import type { Json } from '../../shared/entities.ts';
import { sameValue } from '../../shared/playground/values.ts';

type TextInput = HTMLInputElement | HTMLTextAreaElement;

interface DraftOptions {
  value: Json | undefined;
  set: (value: Json | undefined) => void;
  print: (value: Json | undefined) => string;
  parse: (text: string, input: TextInput) => { value: Json | undefined } | undefined;
}

export interface Draft {
  text: string;
  isInvalid: boolean;
  change: (event: ChangeEvent<TextInput>) => void;
}

/** The typed text is kept until the value changes elsewhere, even if the text is invalid. */
export function useDraft({ value, set, print, parse }: DraftOptions): Draft {
  const [draft, setDraft] = useState<{ text: string; isInvalid: boolean; value: Json | undefined }>();
  const isCurrent = draft !== undefined && sameValue(draft.value, value);
  if (draft && !isCurrent) setDraft(undefined);
  return {
    text: isCurrent ? draft.text : print(value),
    isInvalid: isCurrent && draft.isInvalid,
    change: ({ currentTarget }) => {
      const text = currentTarget.value;
      const parsed = parse(text, currentTarget);
      setDraft({ text, isInvalid: !parsed, value: parsed ? parsed.value : value });
      if (parsed) set(parsed.value);
    },
  };
}
