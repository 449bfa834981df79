/** Strings in the configuration override built-in strings. */

import enUS from '../../../shared/messages/en-US.ts';
import { ownValue } from '../../../shared/own-value.ts';
import type { Site } from '../config/types.ts';
import { type InterfaceStrings, OWN_LANGUAGES } from '../own-languages.ts';

/** Returns the languages of a site by id, in the order of the language switch. */
export function languagesOf({ config }: Site): Record<string, InterfaceStrings> {
  return Object.fromEntries(
    config.languages.map((id) => {
      const own = ownValue(OWN_LANGUAGES, id);
      const given = ownValue(config.messages, id);
      const name = given?.name ?? own?.name ?? id;
      return [id, { name, messages: { ...enUS, ...own?.messages, ...given?.messages } }];
    }),
  );
}

/** Returns strings by message id, in the language of the pre-rendered pages. */
export function interfaceStrings(site: Site): Record<string, string> {
  return { ...enUS, ...ownValue(languagesOf(site), site.config.language)?.messages };
}

/** Returns the nearest interface language, or the language of the pre-rendered pages. */
export function stringsFor(site: Site, lang: string): { language: string; strings: Record<string, string> } {
  const languages = languagesOf(site);
  const ids = Object.keys(languages);
  const primary = (id: string): string | undefined => id.toLowerCase().split('-')[0];
  const language =
    [lang, site.config.language].find((id) => ids.includes(id) && primary(id) === primary(lang)) ??
    ids.find((id) => primary(id) === primary(lang)) ??
    site.config.language;
  return { language, strings: ownValue(languages, language)?.messages ?? enUS };
}

/** Inserts values into a string with plain arguments, such as `Link to {title}`. */
export function withValues(message: string, values: Record<string, string>): string {
  return message
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => ownValue(values, name) ?? whole)
    .replaceAll("''", "'");
}
