import { LANGUAGE_STORAGE_KEY, type SiteData } from '../shared/page-data.ts';
import { readStorage } from './storage.ts';

/** Returns the interface language that the reader chose on an earlier visit, if the site has it. */
export function rememberedLanguage(site: SiteData): string | undefined {
  const id = readStorage(LANGUAGE_STORAGE_KEY);
  return site.languages.find((language) => language.id === id)?.id;
}
