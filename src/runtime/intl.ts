import type enUS from '../shared/messages/en-US.ts';

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
  /** What a formatter of a language is made of; English for one that there is not. */
  settings: (language: string) => MessageSettings;
  /** A string in a language; a missing or malformed one is reported once and falls back to English, then to its id. */
  format: (language: string, id: MessageId, values?: MessageValues) => string;
  /** Loads the messages of a language; undefined when they are there. Rejects when they cannot be loaded. */
  load: (language: string) => Promise<void> | undefined;
}

/** Locale and compiled messages of a language, and who is told of faults. */
export interface MessageSettings {
  locale: string;
  messages: Record<string, string>;
  onError: (error: Error) => void;
}

const FALLBACK = 'en-US';
/** Types of nodes that are text, and the name of a value. */
const LITERAL = 0;
const ARGUMENT = 1;
/** A message as the parser gives it: nodes whose `value` is text, the name of a value, or that of one to be formatted. */
type MessageTree = { type: number; value: string }[];
/** What formats plurals, choices, numbers and dates in messages. */
export type MessageFormat = new (message: never, locale: string) => { format: (values?: never) => unknown };

/**
 * @param languages compiled messages by language
 * @param options.Format needed where a message is more than text with values in it
 * @param options.onError told of missing and malformed messages; default: the console
 */
export function createMessages(
  languages: LanguageTable,
  {
    Format,
    onError = (error) => console.error(error),
  }: { Format?: MessageFormat; onError?: (error: Error) => void } = {},
): Messages {
  const known = new Map<string, MessageSettings>();
  const loaded = new Map(
    Object.entries(languages).flatMap(([id, { messages }]) => (messages ? [[id, unpackMessages(messages)]] : [])),
  );
  const formatMessage = ({ locale, messages }: MessageSettings, id: string, values?: MessageValues): string => {
    // Compiled messages are what the library takes, whatever its types say.
    const message = messages[id] as MessageTree | string | undefined;
    if (message === undefined) throw new Error('is missing');
    if (typeof message === 'string') throw new Error(`is malformed: ${message}`);
    if (Format && message.some(({ type }) => type > ARGUMENT))
      return String(new Format(message as never, locale).format(values as never));
    return message.map(({ type, value }) => (type === LITERAL ? value : textOf(values, value))).join('');
  };
  const reported = new Set<string>();
  const report = (error: Error): void => {
    if (reported.has(error.message)) return;
    reported.add(error.message);
    onError(error);
  };
  const settings = (language: string): MessageSettings => {
    let found = known.get(language);
    if (!found) {
      const messages = (loaded.get(language) ?? loaded.get(FALLBACK) ?? {}) as Record<string, string>;
      found = { locale: supportedLocale(language), messages, onError: report };
      known.set(language, found);
    }
    return found;
  };
  return {
    settings,
    format(language, id, values) {
      for (const name of [language, FALLBACK]) {
        try {
          return formatMessage(settings(name), id, values);
        } catch (error) {
          report(new Error(`The message "${id}" of ${name} ${error instanceof Error ? error.message : error}`));
        }
      }
      return id;
    },
    load(language) {
      const load = languages[language]?.load;
      if (!load || loaded.has(language)) return undefined;
      return load().then(({ default: messages }) => {
        loaded.set(language, unpackMessages(messages));
        known.delete(language);
      });
    },
  };
}

/** Messages as the library takes them, from how the build sends them: text, a parser's tree, or `{ malformed }`. */
function unpackMessages(messages: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(messages).map(([id, message]) => {
      if (typeof message === 'string') return [id, [{ type: LITERAL, value: message }]];
      const { malformed } = message as { malformed?: string };
      return [id, malformed ?? message];
    }),
  );
}

function textOf(values: MessageValues = {}, name: string): string {
  if (!(name in values)) throw new Error(`is given no value for "${name}"`);
  return String(values[name] ?? '');
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
