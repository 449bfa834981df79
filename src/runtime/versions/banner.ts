import type { VersionsData } from '../../shared/versions/script-data.ts';
import type { VersionChoice } from '../../shared/versions/versions.ts';
import { BANNER_STYLE } from './banner-style.ts';
import { isDark, watchColors } from './is-dark.ts';
import { createTexts } from './texts.ts';

export interface VersionTarget {
  href: string;
  /** Heading of the nearest page, if the version has no such page. */
  nearest?: string | undefined;
}

/** Shows the banner instead of the plain link, or updates it. `targets` are by id; other versions open at their home page. */
export type ShowBanner = (targets: ReadonlyMap<string, VersionTarget>) => void;

/** In a shadow root, which shows the plain link until the returned function is called. */
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
