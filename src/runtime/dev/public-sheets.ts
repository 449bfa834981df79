/** Names of style sheets that change with the content. */
const FINGERPRINT = /-[0-9a-f]{8,}\.css$/;
/** Attribute with the original address of a style sheet that was loaded again. */
const ADDRESS_ATTRIBUTE = 'data-address';

/**
 * Tracks the style sheets of the page whose addresses do not change with their content, such as those of the public
 * folder.
 *
 * @returns function that reloads those that have changed since
 */
export function followPublicSheets(): () => Promise<void> {
  const versions = new Map<string, string>();
  let count = 0;
  /** Returns the style sheets that have changed since the last check. */
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

/** Returns undefined if the server does not respond, or no longer has the style sheet. */
async function versionOf(address: string): Promise<string | undefined> {
  try {
    const { ok, headers } = await fetch(address, { method: 'HEAD', cache: 'no-store' });
    return (ok && headers.get('etag')) || undefined;
  } catch {
    // The server has stopped or restarts; the event stream reports that.
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

/** Returns the address of a style sheet as the page names it. */
export function addressOf(link: Element): string {
  return link.getAttribute(ADDRESS_ATTRIBUTE) ?? link.getAttribute('href') ?? '';
}
