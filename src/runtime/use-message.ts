import { useCallback } from 'react';
import type { MessageId, MessageValues } from './intl.ts';
import { useLanguage } from './language.ts';
import { useRuntime } from './runtime.ts';

/** Returns the function that resolves an interface string in the reader's language. It changes with the language only. */
export function useMessage(): (id: MessageId, values?: MessageValues) => string {
  const { messages } = useRuntime();
  const [language] = useLanguage();
  return useCallback((id, values) => messages.format(language, id, values), [messages, language]);
}

/**
 * Returns the function that formats an ISO 8601 timestamp in the interface language: date and time in the reader's time
 * zone, or what the options say.
 */
export function useMoment(): (moment: string, options?: Intl.DateTimeFormatOptions) => string {
  const { messages } = useRuntime();
  const [language] = useLanguage();
  const { locale } = messages.settings(language);
  return (moment, options = { dateStyle: 'short', timeStyle: 'short' }) =>
    new Intl.DateTimeFormat(locale, options).format(new Date(moment));
}
