import { COMPACT_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { DemoData } from '../../shared/page-data.ts';
import type { Runtime } from '../runtime.ts';

/**
 * Creates a header, but only outside of a frame and without `alone` in the query: otherwise, the page shows only the
 * demo.
 */
export function makeHeader(query: URLSearchParams, demo: DemoData, root: HTMLElement): HTMLElement | undefined {
  if (window.top !== window || query.has('alone')) return undefined;
  const main = document.createElement('main');
  const header = document.createElement('div');
  main.className = 'demo-page';
  root.toggleAttribute(COMPACT_ATTRIBUTE, demo.compact === true);
  root.replaceWith(main);
  main.append(header, root);
  return header;
}

/** Applies `locale` (interface language) and `dir`; unknown values are ignored. The head script handles `theme`. */
export function applyQuery(query: URLSearchParams, { site, language }: Runtime): void {
  const locale = query.get('locale');
  const known = site.languages.find(({ id }) => id === locale);
  if (known) language.set(known.id);
  const dir = query.get('dir');
  if (dir === 'rtl' || dir === 'ltr') document.documentElement.dir = dir;
}
