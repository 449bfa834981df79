/** Names of style sheets that change with the content. */
const FINGERPRINT = /-[0-9a-f]{8,}\.css$/;
const ADDRESS_ATTRIBUTE = 'data-address';

export function followPublicSheets(): () => Promise<void> {
  const versions = new Map<string, string>();
  let count = 0;
  const look = async (): Promise<HTMLLinkElement[]> => {
    const changed = await Promise.all(
      publicSheets().map(async (link) => {
        const address = addressOf(link);
        const version = await versionOf(address);
        const isOther = versions.has(address) && versions.get(address) !== version;
        if (version !== undefined) versions.set(address, version);
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

async function versionOf(address: string): Promise<string | undefined> {
  try {
    const { ok, headers } = await fetch(address, { method: 'HEAD', cache: 'no-store' });
    return (ok && headers.get('etag')) || undefined;
  } catch {
    // The server has stopped or is restarting; the event stream reports that.
    return undefined;
  }
}

/** Removes the old style sheet after the new one is loaded, so that the page is never unstyled. */
function replace(link: HTMLLinkElement, query: string): void {
  const fresh = link.cloneNode() as HTMLLinkElement;
  fresh.setAttribute(ADDRESS_ATTRIBUTE, addressOf(link));
  fresh.href = addressOf(link) + query;
  fresh.addEventListener('load', () => link.remove());
  fresh.addEventListener('error', () => fresh.remove());
  link.after(fresh);
}

function publicSheets(): HTMLLinkElement[] {
  return [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][href]')].filter((link) => {
    const { origin, pathname } = new URL(addressOf(link), location.href);
    return origin === location.origin && !FINGERPRINT.test(pathname);
  });
}

export function addressOf(link: Element): string {
  return link.getAttribute(ADDRESS_ATTRIBUTE) ?? link.getAttribute('href') ?? '';
}
