import type { SourcePage } from './types.ts';

export function localeFirst(pages: readonly SourcePage[], locale: string | undefined): SourcePage[] {
  const isOwn = (page: SourcePage): boolean => page.locale === locale;
  return [...pages.filter(isOwn), ...pages.filter((page) => !isOwn(page))];
}
