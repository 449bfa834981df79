import { createIntl, type IntlShape } from '@formatjs/intl';
import { useMemo } from 'react';
import { useLanguage } from './language.ts';
import { useRuntime } from './runtime.ts';

/** Returns the formatter of the interface language for numbers, dates, lists and messages. Loaded only by code that uses it. */
export function useIntl(): IntlShape<string> {
  const { messages } = useRuntime();
  const [language] = useLanguage();
  return useMemo(() => createIntl<string>(messages.settings(language)), [messages, language]);
}
