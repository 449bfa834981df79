import { COLOR_ATTRIBUTE, VERSION_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { ownValue } from '../../shared/own-value.ts';
import { createPageFinder, isSameLanguage } from '../../shared/versions/match-page.ts';
import type { VersionsData, VersionsMessage } from '../../shared/versions/script-data.ts';
import {
  PAGE_LISTS,
  pageHref,
  VERSIONS_FOLDER,
  type VersionChoice,
  type VersionPage,
} from '../../shared/versions/versions.ts';

/** Milliseconds after a new address, or a click that may lead to one, until the page shows its new content. */
const NAVIGATION_TIME = 500;

/** If the lists of pages cannot be loaded, the plain link stays. */
export function startVersions(data: VersionsData, base: URL): void {
  const host = document.querySelector<HTMLElement>(`body > [${VERSION_ATTRIBUTE}]`);
  const own = data.versions.find(({ id }) => id === host?.getAttribute(VERSION_ATTRIBUTE));
  const [current] = data.versions;
  if (!host || !own || !current || !mayLoadLists(base)) return;
  const show = createBanner(host, { data, own, current });
  Promise.all([own, current].map(({ id }) => loadList(base, id))).then(
    ([pages = [], others = []]) => {
      const find = createPageFinder(pages, others);
      let shown: string | undefined;
      const update = (): void => {
        if (shown === location.href) return;
        shown = location.href;
        const match = find(shownPage(base, pages));
        show(
          match && {
            href: pageHref(current.href, match.page),
            nearest: match.isSame ? undefined : match.page.heading,
          },
        );
      };
      update();
      // The page may navigate without a new document.
      const { navigation = document }: { navigation?: EventTarget } = window;
      for (const type of ['currententrychange', 'click'])
        navigation.addEventListener(type, () => setTimeout(update, NAVIGATION_TIME));
    },
    () => undefined,
  );
}

async function loadList(base: URL, id: string): Promise<VersionPage[]> {
  const response = await fetch(new URL(`${PAGE_LISTS}/${id}.json`, base));
  const list: unknown = response.ok && (await response.json());
  return Array.isArray(list) ? list : Promise.reject();
}

/** The browser would report a forbidden request in the console. Policies of the server are not known to scripts. */
function mayLoadLists({ origin }: URL): boolean {
  const policies = document.querySelectorAll<HTMLMetaElement>('meta[http-equiv="content-security-policy" i]');
  return [...policies].every(({ content }) => {
    const [sources] = content.match(/\bconnect-src[^;]*/i) ?? content.match(/\bdefault-src[^;]*/i) ?? [];
    return !sources || [" 'self' ", ' * ', ' https: ', ` ${origin} `].some((source) => `${sources} `.includes(source));
  });
}

/** Returns the shown page, also if its version is opened by another id: from the list, or else by its heading. */
function shownPage(base: URL, pages: VersionPage[]): VersionPage {
  const address = location.pathname.slice(base.pathname.length + VERSIONS_FOLDER.length + 1);
  const path = address.replace(/^[^/]+\/?/, '').replace(/(?:^|\/)(?:index(?:\.html)?)?$|\.html$/, '');
  const known = pages.find((page) => encodeURI(page.path) === path);
  return known ?? { path, heading: document.querySelector('h1')?.textContent || document.title };
}

interface VersionTarget {
  href: string;
  /** Heading of the nearest page, if the version has no such page. */
  nearest?: string | undefined;
}

/** Shows the banner instead of the plain link, or updates it. Without a target, it leads to the home page. */
type ShowBanner = (target: VersionTarget | undefined) => void;

/** In a shadow root, which shows the plain link until the returned function is called. */
function createBanner(
  host: HTMLElement,
  { data, own, current }: { data: VersionsData; own: VersionChoice; current: VersionChoice },
): ShowBanner {
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(BANNER_STYLE);
  root.adoptedStyleSheets = [sheet];
  const box = create('div', create('slot'));
  root.append(box);
  watchColors(() => box.classList.toggle('dark', isDark()));
  keepUncovered(host, box);

  const { language, text } = createTexts(data, document.documentElement);
  return (target) => {
    const { href = current.href, nearest } = target ?? {};
    const title = nearest ? text('nearest', nearest) : text(target ? 'same' : 'home', current.label);
    const gone = nearest ? `${text('gone', current.label)} ` : '';
    box.replaceChildren(create('p', `${text('reading', own.label)} ${gone}`, linkTo(href, title)));
    box.lang = language;
  };
}

/** Moves the banner to the end of the window if a fixed header covers it. */
function keepUncovered(host: HTMLElement, box: HTMLElement): void {
  const check = (): void => {
    if (scrollY > 0) return;
    removeEventListener('scroll', check);
    const shown = document.elementFromPoint(innerWidth / 2, box.getBoundingClientRect().top + 9);
    box.classList.toggle('covered', !host.contains(shown));
  };
  addEventListener('scroll', check);
  addEventListener('load', check);
}

function linkTo(href: string, text: string): HTMLAnchorElement {
  const link = create('a', text);
  link.href = href;
  return link;
}

function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.append(...children);
  return element;
}

/** Constructed, so no policy of the page forbids it. `!important`, because the page's rules would win otherwise. */
const BANNER_STYLE = `:host{all:initial!important;display:block!important}
@media print{:host{display:none!important}}
*{margin:0;color:inherit;font:inherit}
div{padding:6px 16px;border:solid #8886;border-width:0 0 1px;background:#fdf4e3;color:#33270f;font:14px/1.5 system-ui,sans-serif}
.dark{background:#2b2210;color:#f3e6c8;color-scheme:dark}
.covered{position:fixed;inset:auto 0 0;z-index:9999}
a{display:inline-block;padding:2px 0}
::slotted(a){color:inherit!important}`;

const DARK = '(prefers-color-scheme: dark)';

/** Returns whether the page is dark: by the mark of our pages, or by the page's `color-scheme`. */
function isDark(): boolean {
  const root = document.documentElement;
  const schemes = root.getAttribute(COLOR_ATTRIBUTE) ?? getComputedStyle(root).colorScheme;
  return schemes.includes('dark') && (!schemes.includes('light') || matchMedia(DARK).matches);
}

function watchColors(update: () => void): void {
  update();
  new MutationObserver(update).observe(document.documentElement, { attributes: true });
  matchMedia(DARK).addEventListener('change', update);
}

function createTexts({ strings, language: main }: VersionsData, { lang }: Pick<HTMLElement, 'lang'>) {
  const known = Object.keys(strings);
  const language = known.find((id) => id === lang) ?? known.find((id) => isSameLanguage(id, lang)) ?? main;
  // Each string has one value at most: the label of a version, or a title.
  return {
    language,
    text: (id: VersionsMessage, value = ''): string =>
      (ownValue(strings, language)?.[id] ?? '').replace(/\{\w+\}/, () => value),
  };
}
