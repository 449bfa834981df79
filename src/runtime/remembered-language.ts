import { LANGUAGE_STORAGE_KEY, type SiteData } from '../shared/page-data.ts';
import { readStorage } from './storage.ts';

export function rememberedLanguage(site: SiteData): string | undefined {
  const id = readStorage(LANGUAGE_STORAGE_KEY);
  return site.languages.find((language) => language.id === id)?.id;
}
