import { COLOR_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { ownValue } from '../../shared/own-value.ts';
import { isSameLanguage } from '../../shared/versions/page-identity.ts';
import type { VersionsData, VersionsMessage } from '../../shared/versions/script-data.ts';
import type { VersionChoice } from '../../shared/versions/versions.ts';

export interface VersionTarget {
  href: string;
  /** Heading of the nearest page, if the version has no such page. */
  nearest?: string | undefined;
}

/** Shows the banner instead of the plain link, or updates it. `targets` are by id; other versions open at their home page. */
export type ShowBanner = (targets: ReadonlyMap<string, VersionTarget>) => void;

/** Creates the banner in a shadow root, which shows the plain link until the returned function is called. */
export function createBanner(
  host: HTMLElement,
  { data, own, onIntent }: { data: VersionsData; own: VersionChoice; onIntent: () => void },
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
  const { versions, search } = data;
  const [current = own] = versions;
  const links = versions.map(() => create('a'));
  const picker = createPicker(links, `${text('label')}: ${own.label}`, onIntent);
  links[versions.indexOf(own)]?.setAttribute('aria-current', 'true');
  const searchLink = linkTo(search ?? '', text('search', current.label));
  return (targets) => {
    for (const [at, { id, label, href }] of versions.entries()) {
      const target = targets.get(id);
      const link = links[at] as HTMLAnchorElement;
      link.href = target?.href ?? href;
      link.replaceChildren(label);
      if (target?.nearest) link.append(create('p', text('nearest', target.nearest)));
    }
    const { href = current.href, nearest } = targets.get(current.id) ?? {};
    const title = nearest ? text('nearest', nearest) : text(targets.has(current.id) ? 'same' : 'home', current.label);
    const gone = nearest ? `${text('gone', current.label)} ` : '';
    const sentence = create('p', `${text('reading', own.label)} ${gone}`, linkTo(href, title));
    if (picker.isConnected) box.firstChild?.replaceWith(sentence);
    else box.replaceChildren(sentence, picker, ...(search ? [searchLink] : []));
    box.lang = language;
  };
}

function createPicker(links: HTMLAnchorElement[], label: string, onIntent: () => void): HTMLDetailsElement {
  const summary = create('summary', label);
  const picker = create('details', summary, create('ul', ...links.map((link) => create('li', link))));
  const close = (): void => {
    picker.open = false;
  };
  for (const type of ['pointerenter', 'toggle']) picker.addEventListener(type, onIntent);
  picker.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    close();
    summary.focus();
  });
  picker.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !picker.contains(relatedTarget as Node)) close();
  });
  document.addEventListener('click', (event) => {
    if (!event.composedPath().includes(picker)) close();
  });
  return picker;
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
div{--a:#fdf4e3;display:flex;flex-wrap:wrap;gap:2px 20px;padding:6px 16px;border:solid #8886;border-width:0 0 1px;background:var(--a);color:#33270f;font:14px/1.5 system-ui,sans-serif}
.dark{--a:#2b2210;color:#f3e6c8;color-scheme:dark}
.covered{position:fixed;inset:auto 0 0;z-index:9999}
a,summary{padding:2px 0;cursor:pointer}
a{display:inline-block}
::slotted(a){color:inherit!important}
details{position:relative}
ul{position:absolute;z-index:9999;width:max-content;max-width:14rem;max-height:70vh;padding:6px;overflow:auto;border:solid 1px #8886;border-radius:8px;background:var(--a);list-style:none}
.covered ul{bottom:100%}
li a{display:block;padding:6px 12px;text-decoration:none}
li a:hover{text-decoration:underline}
[aria-current]{font-weight:600}`;

const DARK = '(prefers-color-scheme: dark)';

/** Returns true if the page is dark, according to this tool's color attribute, or to the page's `color-scheme`. */
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
