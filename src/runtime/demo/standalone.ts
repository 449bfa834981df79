import { COLOR_ATTRIBUTE } from '../../shared/page-data.ts';
import type { Runtime } from '../runtime.ts';

/** Applies the query of a demo's own page: `locale` (interface language), `theme` and `dir`; other values are ignored. */
export function applyQuery(query: URLSearchParams, { site, language }: Runtime): void {
  const root = document.documentElement;
  const locale = query.get('locale');
  const known = site.languages.find(({ id }) => id === locale);
  if (known) language.set(known.id);
  const theme = query.get('theme');
  if (theme === 'light' || theme === 'dark') root.setAttribute(COLOR_ATTRIBUTE, theme);
  const dir = query.get('dir');
  if (dir === 'rtl' || dir === 'ltr') root.dir = dir;
}
