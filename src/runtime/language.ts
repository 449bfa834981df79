import { useCallback } from 'react';
import { LANGUAGE_STORAGE_KEY } from '../shared/page-data.ts';
import type { MessageId, Messages, MessageValues } from './intl.ts';
import { usePage, useSite } from './page.ts';
import { useRuntime } from './runtime.ts';
import { writeStorage } from './storage.ts';
import { createStore, type Store, useStore } from './store.ts';

/** Returns the interface language and the function that changes it, for this visit and later ones. */
export function useLanguage(): [language: string, setLanguage: (id: string) => void] {
  const { language, site } = useRuntime();
  const current = useStore(language, () => site.language);
  const setLanguage = (id: string): void => {
    if (!site.languages.some((known) => known.id === id)) return;
    writeStorage(LANGUAGE_STORAGE_KEY, id);
    language.set(id);
  };
  return [current, setLanguage];
}

/** Returns `lang` for elements with interface strings; undefined if the document's language is the same. */
export function useShellLang(): string | undefined {
  const [language] = useLanguage();
  const { lang } = usePage();
  return primaryTag(language) === primaryTag(lang) ? undefined : language;
}

export function useLanguages(): { id: string; name: string; current: boolean }[] {
  const [language] = useLanguage();
  return useSite().languages.map(({ id, name }) => ({ id, name, current: id === language }));
}

function primaryTag(language: string): string | undefined {
  return language.toLowerCase().split('-')[0];
}

/** Creates a store that changes once the messages of the new language are loaded. */
export function createLanguageStore(language: string, messages: Pick<Messages, 'load'>): Store<string> {
  const store = createStore(language);
  let wanted = language;
  return {
    ...store,
    set(id) {
      wanted = id;
      const loading = messages.load(id);
      if (!loading) return store.set(id);
      loading.then(
        () => {
          if (wanted === id) store.set(id);
        },
        // The language stays unchanged; the next choice tries again.
        (error: unknown) => console.error(error),
      );
    },
  };
}

/** Returns the function that resolves an interface string in the reader's language. It changes with the language only. */
export function useMessage(): (id: MessageId, values?: MessageValues) => string {
  const { messages } = useRuntime();
  const [language] = useLanguage();
  return useCallback((id, values) => messages.format(language, id, values), [messages, language]);
}

/**
 * Returns the function that formats an ISO 8601 timestamp in the interface language: date and time in the reader's time
 * zone, or as the options specify.
 */
export function useMoment(): (moment: string, options?: Intl.DateTimeFormatOptions) => string {
  const { messages } = useRuntime();
  const [language] = useLanguage();
  const { locale } = messages.settings(language);
  return (moment, options = { dateStyle: 'short', timeStyle: 'short' }) =>
    new Intl.DateTimeFormat(locale, options).format(new Date(moment));
}
