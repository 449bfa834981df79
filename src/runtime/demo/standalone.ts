import { COMPACT_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { DemoData } from '../../shared/page-data.ts';
import type { Runtime } from '../runtime.ts';

/**
 * Makes room above a demo for its title and a way back when its page has a window to itself. In a frame, and with `alone`
 * in the query, the page is the demo and nothing else.
 *
 * @param root the demo's element
 * @returns the element for the header; undefined when there is none
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
