import { ownValue } from '../../shared/own-value.ts';
import { isSameLanguage } from '../../shared/versions/page-identity.ts';
import type { VersionsData, VersionsMessage } from '../../shared/versions/script-data.ts';

export interface Texts {
  language: string;
  text: (id: VersionsMessage, value?: string) => string;
}

export function createTexts({ strings, language: main }: VersionsData, { lang }: Pick<HTMLElement, 'lang'>): Texts {
  const known = Object.keys(strings);
  const language = known.find((id) => id === lang) ?? known.find((id) => isSameLanguage(id, lang)) ?? main;
  // Each string has one value at most: the label of a version, or a title.
  return {
    language,
    text: (id, value = '') => (ownValue(strings, language)?.[id] ?? '').replace(/\{\w+\}/, () => value),
  };
}
