import type enUS from '../shared/messages/en-US.ts';
import { ownValue } from '../shared/own-value.ts';

/** Id of an interface string. A configuration may add ids. */
export type MessageId = keyof typeof enUS | (string & {});
export type LanguageTable = Record<string, Language>;
/** A language contains its messages, or loads them when a reader chooses the language. */
export interface Language {
  name: string;
  messages?: Record<string, unknown>;
  load?: () => Promise<{ default: Record<string, unknown> }>;
}
/** Values of a message's arguments, by name. */
export type MessageValues = Record<string, string | number | boolean | Date | null | undefined>;

export interface MessageSettings {
  locale: string;
  messages: Record<string, string>;
  onError: (error: Error) => void;
}

const FALLBACK = 'en-US';
const LITERAL = 0;
const ARGUMENT = 1;
/** A message as the parser returns it: nodes whose `value` is text, the name of a value, or the name of a value to format. */
type MessageTree = { type: number; value: string }[];
export type MessageFormat = new (message: never, locale: string) => { format: (values?: never) => unknown };

export type Messages = ReturnType<typeof createMessages>;

export function createMessages(
  languages: LanguageTable,
  {
    Format,
    onError = (error) => console.error(error),
  }: { Format?: MessageFormat; onError?: (error: Error) => void } = {},
) {
  const known = new Map<string, MessageSettings>();
  const loaded = new Map(
    Object.entries(languages).flatMap(([id, { messages }]) => (messages ? [[id, unpackMessages(messages)]] : [])),
  );
  const formatMessage = ({ locale, messages }: MessageSettings, id: string, values?: MessageValues): string => {
    // The library accepts compiled messages, although its types say otherwise.
    const message = ownValue(messages, id) as MessageTree | string | undefined;
    if (message === undefined) throw new Error('is missing');
    if (typeof message === 'string') throw new Error(`is malformed: ${message}`);
    if (Format && message.some(({ type }) => type > ARGUMENT))
      return String(new Format(message as never, locale).format(values as never));
    return message.map(({ type, value }) => (type === LITERAL ? value : valueText(values, value))).join('');
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
    /** Returns the settings for a formatter of a language; English messages if the language is unknown. */
    settings,
    /** Returns a string in a language. A missing or malformed string is reported once and falls back to English, then to its id. */
    format(language: string, id: MessageId, values?: MessageValues): string {
      for (const name of [language, FALLBACK]) {
        try {
          return formatMessage(settings(name), id, values);
        } catch (error) {
          report(new Error(`The message "${id}" of ${name} ${error instanceof Error ? error.message : error}`));
        }
      }
      return id;
    },
    /** Loads the messages of a language. Returns undefined if they are already loaded. Rejects if they cannot be loaded. */
    load(language: string): Promise<void> | undefined {
      const load = ownValue(languages, language)?.load;
      if (!load || loaded.has(language)) return undefined;
      return load().then(({ default: messages }) => {
        loaded.set(language, unpackMessages(messages));
        known.delete(language);
      });
    },
  };
}

/** Converts the build's output (text, a parser's tree, or `{ malformed }`) to messages that the library accepts. */
function unpackMessages(messages: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(messages).map(([id, message]) => {
      if (typeof message === 'string') return [id, [{ type: LITERAL, value: message }]];
      const { malformed } = message as { malformed?: string };
      return [id, malformed ?? message];
    }),
  );
}

function valueText(values: MessageValues = {}, name: string): string {
  if (!Object.hasOwn(values, name)) throw new Error(`is given no value for "${name}"`);
  return String(values[name] ?? '');
}

/** Returns the language as a tag that `Intl` accepts, because a language id of the configuration may not be a valid tag. */
function supportedLocale(language: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language).length > 0 ? language : FALLBACK;
  } catch {
    // Not a language tag: format numbers and dates as in English.
    return FALLBACK;
  }
}
