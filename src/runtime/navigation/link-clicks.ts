import { withoutBase } from '../../shared/base-url.ts';
import { STATIC_ATTRIBUTE } from '../../shared/dom-contract.ts';

/** Elements whose links are the demo's own business. */
const DEMO = `[${STATIC_ATTRIBUTE}^="demo:"]`;

/**
 * Listens to clicks on links of the site, wherever they stand. Left alone are: prevented clicks, other buttons and
 * modifier keys, `target`, `download`, other origins, addresses outside of the base, and everything inside a demo.
 *
 * @returns function that ends the listening
 */
export function listenToLinks(base: string, open: (url: URL) => boolean): () => void {
  const listener = (event: MouseEvent): void => {
    const url = siteLink(event, base);
    if (url && open(url)) event.preventDefault();
  };
  document.addEventListener('click', listener);
  return () => document.removeEventListener('click', listener);
}

/** Address of the site that a click asks for, if it is an ordinary click on an ordinary link. */
function siteLink(event: MouseEvent, base: string): URL | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const { target } = event;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  return link ? siteUrl(link, base) : undefined;
}

/** Address of the site that a link leads to in this tab. */
export function siteUrl(link: HTMLAnchorElement, base: string): URL | undefined {
  const target = link.getAttribute('target');
  if ((target !== null && target !== '' && target !== '_self') || link.hasAttribute('download') || link.closest(DEMO))
    return undefined;
  if (!URL.canParse(link.href)) return undefined;
  const url = new URL(link.href);
  if (url.origin !== location.origin || withoutBase(base, url.pathname) === undefined) return undefined;
  return url;
}
