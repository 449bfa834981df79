import type { MessageId, MessageValues } from './intl.ts';
import { useLanguage } from './language.ts';
import { useRuntime } from './runtime.ts';

/** Returns the function that resolves an interface string in the reader's language. */
export function useMessage(): (id: MessageId, values?: MessageValues) => string {
  const { messages } = useRuntime();
  const [language] = useLanguage();
  return (id, values) => messages.format(language, id, values);
}

/** Returns the function that formats an ISO 8601 timestamp in the reader's time zone and interface language. */
export function useMoment(): (moment: string) => string {
  const { messages } = useRuntime();
  const [language] = useLanguage();
  const { locale } = messages.settings(language);
  return (moment) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' }).format(new Date(moment));
}
