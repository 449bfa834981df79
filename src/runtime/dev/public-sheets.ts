/** The sheet of such a name is another one when its content changes. */
const FINGERPRINT = /-[0-9a-f]{8,}\.css$/;
/** Attribute of a sheet that was loaded again: the address that the page names. */
const ADDRESS_ATTRIBUTE = 'data-address';

/**
 * Takes note of the style sheets of the page whose addresses stay when they change, as those of the public folder do.
 *
 * @returns function that loads those again that have changed since
 */
export function followPublicSheets(): () => Promise<void> {
  const versions = new Map<string, string>();
  let count = 0;
  /** Sheets that are others than when they were last looked at. */
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

/** Undefined when the server does not answer, or has no such sheet now. */
async function versionOf(address: string): Promise<string | undefined> {
  try {
    const { ok, headers } = await fetch(address, { method: 'HEAD', cache: 'no-store' });
    return (ok && headers.get('etag')) || undefined;
  } catch {
    // It is gone, or restarts: the stream tells.
    return undefined;
  }
}

/** The old sheet goes when the new one is there: the page is never without. */
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

/** The address of a style sheet as the page names it. */
export function addressOf(link: Element): string {
  return link.getAttribute(ADDRESS_ATTRIBUTE) ?? link.getAttribute('href') ?? '';
}
