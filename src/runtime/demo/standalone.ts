import type { Runtime } from '../runtime.ts';

/**
 * Applies the query of a demo's own page: `locale` (interface language) and `dir`; other values are ignored. `theme` is
 * the head script's business.
 */
export function applyQuery(query: URLSearchParams, { site, language }: Runtime): void {
  const locale = query.get('locale');
  const known = site.languages.find(({ id }) => id === locale);
  if (known) language.set(known.id);
  const dir = query.get('dir');
  if (dir === 'rtl' || dir === 'ltr') document.documentElement.dir = dir;
}
