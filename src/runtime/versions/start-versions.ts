import { VERSION_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { createPageFinder } from '../../shared/versions/match-page.ts';
import type { VersionsData } from '../../shared/versions/script-data.ts';
import { PAGE_LISTS, pageHref, VERSIONS_FOLDER, type VersionPage } from '../../shared/versions/versions.ts';
import { createBanner, type VersionTarget } from './banner.ts';

/** Milliseconds after a change of the URL, or a click that may cause one, until the page shows its new content. */
const NAVIGATION_TIME = 500;

/** If the lists of pages cannot be loaded, the plain link stays. */
export function startVersions(data: VersionsData, base: URL): void {
  const host = document.querySelector<HTMLElement>(`body > [${VERSION_ATTRIBUTE}]`);
  const own = data.versions.find(({ id }) => id === host?.getAttribute(VERSION_ATTRIBUTE));
  const [current] = data.versions;
  if (!host || !own || !current || !mayLoadLists(base)) return;
  const known = new Map<string, VersionPage[] | undefined>();
  let shown: string | undefined;

  const add = async (id: string): Promise<void> => {
    if (known.has(id)) return;
    known.set(id, undefined);
    known.set(id, await loadList(base, id));
  };
  const update = (): void => {
    const pages = known.get(own.id);
    if (!pages || !known.get(current.id)) return;
    shown = location.href;
    const page = shownPage(base, pages);
    const targets = new Map<string, VersionTarget>([[own.id, { href: shown }]]);
    for (const { id, href } of data.versions) {
      const list = known.get(id);
      if (!list || id === own.id) continue;
      const match = createPageFinder(pages, list)(page);
      if (match)
        targets.set(id, {
          href: pageHref(href, match.page),
          nearest: match.isSame ? undefined : match.page.heading,
        });
    }
    show(targets);
  };
  const follow = (): void => {
    if (shown !== undefined && shown !== location.href) update();
  };
  const loadAll = (): void => {
    follow();
    // A version whose list cannot be loaded keeps the link to its home page.
    for (const { id, isElsewhere } of data.versions) if (!isElsewhere) add(id).then(update, () => undefined);
  };
  const show = createBanner(host, { data, own, onIntent: loadAll });
  Promise.all([add(own.id), add(current.id)]).then(update, () => undefined);
  // The page may navigate without a new document.
  const { navigation = document }: { navigation?: EventTarget } = window;
  for (const type of ['currententrychange', 'click'])
    navigation.addEventListener(type, () => setTimeout(follow, NAVIGATION_TIME));
}

async function loadList(base: URL, id: string): Promise<VersionPage[]> {
  const response = await fetch(new URL(`${PAGE_LISTS}/${id}.json`, base));
  return response.ok ? await response.json() : Promise.reject();
}

/** The browser would report a forbidden request in the console. Scripts cannot read policies in the server's headers. */
function mayLoadLists({ origin }: URL): boolean {
  const policies = document.querySelectorAll<HTMLMetaElement>('meta[http-equiv="content-security-policy" i]');
  return [...policies].every(({ content }) => {
    const [sources] = content.match(/\bconnect-src[^;]*/i) ?? content.match(/\bdefault-src[^;]*/i) ?? [];
    return !sources || [" 'self' ", ' * ', ' https: ', ` ${origin} `].some((source) => `${sources} `.includes(source));
  });
}

/** Returns the shown page, even if its version was opened under a different id: from the list, or else by its heading. */
function shownPage(base: URL, pages: VersionPage[]): VersionPage {
  const url = location.pathname.slice(base.pathname.length + VERSIONS_FOLDER.length + 1);
  const path = url.replace(/^[^/]+\/?/, '').replace(/(?:^|\/)(?:index(?:\.html)?)?$|\.html$/, '');
  const known = pages.find((page) => encodeURI(page.path) === path);
  return known ?? { path, heading: document.querySelector('h1')?.textContent || document.title };
}
