import { withoutBase } from '../../shared/base-url.ts';
import { STATIC_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { SiteData } from '../../shared/page-data.ts';
import { VERSIONS_FOLDER } from '../../shared/versions/versions.ts';

type LinkedSite = Pick<SiteData, 'base' | 'versions'>;

const DEMO = `[${STATIC_ATTRIBUTE}^="demo:"]`;

/**
 * Ignores prevented clicks, modifier keys, `target`, `download`, other origins, and URLs outside of the base or in
 * another version.
 */
export function listenToLinks(site: LinkedSite, open: (url: URL) => boolean): () => void {
  const listener = (event: MouseEvent): void => {
    const url = siteLink(event, site);
    if (url && open(url)) event.preventDefault();
  };
  document.addEventListener('click', listener);
  return () => document.removeEventListener('click', listener);
}

function siteLink(event: MouseEvent, site: LinkedSite): URL | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const { target } = event;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  return link ? siteUrl(link, site) : undefined;
}

/** Returns the URL of the site that a link opens in this tab. */
export function siteUrl(link: HTMLAnchorElement, { base, versions }: LinkedSite): URL | undefined {
  const target = link.getAttribute('target');
  if ((target !== null && target !== '' && target !== '_self') || link.hasAttribute('download') || link.closest(DEMO))
    return undefined;
  if (!URL.canParse(link.href)) return undefined;
  const url = new URL(link.href);
  const path = url.origin === location.origin ? withoutBase(base, url.pathname) : undefined;
  // Pages of other versions have their own scripts and policies.
  return path === undefined || (versions && path.startsWith(`/${VERSIONS_FOLDER}/`)) ? undefined : url;
}
