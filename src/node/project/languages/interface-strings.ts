/** The strings of the interface in the languages that a site offers: ours, with the configuration's over them. */
import enUS from '../../../shared/messages/en-US.ts';
import zhCN from '../../../shared/messages/zh-CN.ts';
import type { Site } from '../config/types.ts';

/** A language of the interface. */
export interface InterfaceStrings {
  /** Its own name. */
  name: string;
  /** ICU messages by id; what the language lacks is English. */
  messages: Record<string, string>;
}

/** The languages that come with the tool. */
export const OWN_LANGUAGES: Record<string, InterfaceStrings> = {
  'en-US': { name: 'English', messages: enUS },
  'zh-CN': { name: '中文', messages: zhCN },
};

/** The languages of a site by id, in the order in which they are offered. */
export function languagesOf({ config }: Site): Record<string, InterfaceStrings> {
  return Object.fromEntries(
    config.languages.map((id) => {
      const own = OWN_LANGUAGES[id];
      const given = config.messages[id];
      const name = given?.name ?? own?.name ?? id;
      return [id, { name, messages: { ...enUS, ...own?.messages, ...given?.messages } }];
    }),
  );
}

/** Strings by message id in the language that pages are pre-rendered in. */
export function interfaceStrings(site: Site): Record<string, string> {
  return { ...enUS, ...languagesOf(site)[site.config.language]?.messages };
}

/**
 * Strings for a page in a language: those of the interface language that is nearest to it, with the id of that, else those
 * that pages are pre-rendered in.
 */
export function stringsFor(site: Site, lang: string): { language: string; strings: Record<string, string> } {
  const languages = languagesOf(site);
  const ids = Object.keys(languages);
  const primary = (id: string): string | undefined => id.toLowerCase().split('-')[0];
  const language =
    [lang, site.config.language].find((id) => ids.includes(id) && primary(id) === primary(lang)) ??
    ids.find((id) => primary(id) === primary(lang)) ??
    site.config.language;
  return { language, strings: languages[language]?.messages ?? enUS };
}

/** A string whose arguments are plain, such as `Link to {title}`. */
export function withValues(message: string, values: Record<string, string>): string {
  return message.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole).replaceAll("''", "'");
}
