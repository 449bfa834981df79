import { PAGE_LISTS, VERSIONS_FOLDER, type VersionPage } from '../../shared/versions/versions.ts';

export async function loadList(base: URL, id: string): Promise<VersionPage[]> {
  const response = await fetch(new URL(`${PAGE_LISTS}/${id}.json`, base));
  return response.ok ? await response.json() : Promise.reject();
}

/** The browser would report a forbidden request in the console. Policies of the server are not known to scripts. */
export function mayLoadLists({ origin }: URL): boolean {
  const policies = document.querySelectorAll<HTMLMetaElement>('meta[http-equiv="content-security-policy" i]');
  return [...policies].every(({ content }) => {
    const [sources] = content.match(/\bconnect-src[^;]*/i) ?? content.match(/\bdefault-src[^;]*/i) ?? [];
    return !sources || [" 'self' ", ' * ', ' https: ', ` ${origin} `].some((source) => `${sources} `.includes(source));
  });
}

/** Returns the shown page, also if its version is opened by another id: from the list, or else by its heading. */
export function shownPage(base: URL, pages: VersionPage[]): VersionPage {
  const address = location.pathname.slice(base.pathname.length + VERSIONS_FOLDER.length + 1);
  const path = address.replace(/^[^/]+\/?/, '').replace(/(?:^|\/)(?:index(?:\.html)?)?$|\.html$/, '');
  const known = pages.find((page) => encodeURI(page.path) === path);
  return known ?? { path, heading: document.querySelector('h1')?.textContent || document.title };
}
