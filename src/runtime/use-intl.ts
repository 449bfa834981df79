import { createIntl, type IntlShape } from '@formatjs/intl';
import { useMemo } from 'react';
import { useLanguage } from './language.ts';
import { useRuntime } from './runtime.ts';

/** Formatter of the interface language: numbers, dates, lists and messages. Only what uses it loads it. */
export function useIntl(): IntlShape<string> {
  const { messages } = useRuntime();
  const [language] = useLanguage();
  return useMemo(() => createIntl<string>(messages.settings(language)), [messages, language]);
}
