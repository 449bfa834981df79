import { createIntl, type IntlShape } from '@formatjs/intl';
import type enUS from '../shared/messages/en-US.ts';
import { useLanguage } from './language.ts';
import { useRuntime } from './runtime.ts';

/** Id of a string of the interface; a configuration may add others. */
export type MessageId = keyof typeof enUS | (string & {});
/** Languages of the interface by id, with messages compiled at build. */
export type LanguageTable = Record<string, Language>;
/** A language has its messages, or loads them when it is chosen. */
export interface Language {
  name: string;
  messages?: Record<string, unknown>;
  load?: () => Promise<{ default: Record<string, unknown> }>;
}
/** Values of a message's arguments. */
export type MessageValues = Record<string, string | number | boolean | Date | null | undefined>;

/** The strings of the interface in every language. */
export interface Messages {
  /** Formatter of a language; English for one that there is not. */
  intl: (language: string) => IntlShape<string>;
  /** A string in a language; a missing or malformed one is reported once and falls back to English, then to its id. */
  format: (language: string, id: MessageId, values?: MessageValues) => string;
  /** Loads the messages of a language; undefined when they are there. Rejects when they cannot be loaded. */
  load: (language: string) => Promise<void> | undefined;
}

const FALLBACK = 'en-US';

/**
 * @param languages compiled messages by language
 * @param onError told of missing and malformed messages; default: the console
 */
export function createMessages(
  languages: LanguageTable,
  onError: (error: Error) => void = (error) => console.error(error),
): Messages {
  const intls = new Map<string, IntlShape<string>>();
  const loaded = new Map(
    Object.entries(languages).flatMap(([id, { messages }]) => (messages ? [[id, unpackMessages(messages)]] : [])),
  );
  const reported = new Set<string>();
  const report = (error: Error): void => {
    if (reported.has(error.message)) return;
    reported.add(error.message);
    onError(error);
  };
  const intl = (language: string): IntlShape<string> => {
    let found = intls.get(language);
    if (!found) {
      const messages = loaded.get(language) ?? loaded.get(FALLBACK) ?? {};
      found = createIntl({
        locale: supportedLocale(language),
        messages: messages as Record<string, string>,
        onError: report,
      });
      intls.set(language, found);
    }
    return found;
  };
  return {
    intl,
    format(language, id, values) {
      // `formatMessage` has overloads for typed messages, which ids from a configuration do not have.
      const descriptor = { id, defaultMessage: loaded.get(FALLBACK)?.[id] as string | undefined };
      return String(intl(language).formatMessage(descriptor, values as Record<string, string>));
    },
    load(language) {
      const load = languages[language]?.load;
      if (!load || loaded.has(language)) return undefined;
      return load().then(({ default: messages }) => {
        loaded.set(language, unpackMessages(messages));
        intls.delete(language);
      });
    },
  };
}

/** Messages as the library takes them, from how the build sends them: text, a parser's tree, or `{ malformed }`. */
function unpackMessages(messages: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(messages).map(([id, message]) => {
      if (typeof message === 'string') return [id, [{ type: 0, value: message }]];
      const { malformed } = message as { malformed?: string };
      return [id, malformed ?? message];
    }),
  );
}

/** The language as a tag that `Intl` takes: an id of a configuration need not be one. */
function supportedLocale(language: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language).length > 0 ? language : FALLBACK;
  } catch {
    // Not a language tag: numbers and dates are formatted as in English.
    return FALLBACK;
  }
}

/** Formatter of the interface language: numbers, dates, lists and messages. */
export function useIntl(): IntlShape<string> {
  const { messages } = useRuntime();
  const [language] = useLanguage();
  return messages.intl(language);
}

/** Function that gives a string of the interface in the visitor's language. */
export function useMessage(): (id: MessageId, values?: MessageValues) => string {
  const { messages } = useRuntime();
  const [language] = useLanguage();
  return (id, values) => messages.format(language, id, values);
}
