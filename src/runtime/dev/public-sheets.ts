/** Names of style sheets that change with the content. */
const FINGERPRINT = /-[0-9a-f]{8,}\.css$/;
const URL_ATTRIBUTE = 'data-url';

export function followPublicSheets(): () => Promise<void> {
  const versions = new Map<string, string>();
  let count = 0;
  const look = async (): Promise<HTMLLinkElement[]> => {
    const changed = await Promise.all(
      publicSheets().map(async (link) => {
        const url = urlOf(link);
        const version = await versionOf(url);
        const isOther = versions.has(url) && versions.get(url) !== version;
        if (version !== undefined) versions.set(url, version);
        return version !== undefined && isOther ? [link] : [];
      }),
    );
    return changed.flat();
  };
  const first = look();
  return async () => {
    await first;
    for (const link of await look()) replace(link, `?${++count}`);
  };
}

async function versionOf(url: string): Promise<string | undefined> {
  try {
    const { ok, headers } = await fetch(url, { method: 'HEAD', cache: 'no-store' });
    return (ok && headers.get('etag')) || undefined;
  } catch {
    // The server has stopped or is restarting; the event stream reports that.
    return undefined;
  }
}

/** Removes the old style sheet after the new one is loaded, so that the page is never unstyled. */
function replace(link: HTMLLinkElement, query: string): void {
  const fresh = link.cloneNode() as HTMLLinkElement;
  fresh.setAttribute(URL_ATTRIBUTE, urlOf(link));
  fresh.href = urlOf(link) + query;
  fresh.addEventListener('load', () => link.remove());
  fresh.addEventListener('error', () => fresh.remove());
  link.after(fresh);
}

function publicSheets(): HTMLLinkElement[] {
  return [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][href]')].filter((link) => {
    const { origin, pathname } = new URL(urlOf(link), location.href);
    return origin === location.origin && !FINGERPRINT.test(pathname);
  });
}

export function urlOf(link: Element): string {
  return link.getAttribute(URL_ATTRIBUTE) ?? link.getAttribute('href') ?? '';
}
