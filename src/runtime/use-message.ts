import type { MessageId, MessageValues } from './intl.ts';
import { useLanguage } from './language.ts';
import { useRuntime } from './runtime.ts';

/** Function that gives a string of the interface in the visitor's language. */
export function useMessage(): (id: MessageId, values?: MessageValues) => string {
  const { messages } = useRuntime();
  const [language] = useLanguage();
  return (id, values) => messages.format(language, id, values);
}

/** Function that gives a moment (ISO 8601) in the visitor's time zone, in the manner of the interface language. */
export function useMoment(): (moment: string) => string {
  const { messages } = useRuntime();
  const [language] = useLanguage();
  const { locale } = messages.settings(language);
  return (moment) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' }).format(new Date(moment));
}
