import type { SourcePage } from './types.ts';

/** Returns pages in the same order, but those of a content locale first. */
export function localeFirst(pages: readonly SourcePage[], locale: string | undefined): SourcePage[] {
  const isOwn = (page: SourcePage): boolean => page.locale === locale;
  return [...pages.filter(isOwn), ...pages.filter((page) => !isOwn(page))];
}
