import type {
  Locale,
  NavItem,
  PageMeta,
  SearchDemo,
  SearchEntry,
  SearchSection,
  TextRecord,
  TocEntry,
} from '../entities.ts';
import { isCurrentNavItem } from '../navigation-match.ts';
import { wordsOf } from './words.ts';

export interface SearchRoute {
  /** Route path, without base. */
  path: string;
  meta: Pick<PageMeta, 'title' | 'toc' | 'texts' | 'hero' | 'frontmatter' | 'tabs'>;
}

export interface SearchableDemo {
  id: string;
  route: string;
  title?: string;
  /** Plain text. */
  description?: string;
  keywords?: string[];
  text: string;
  code: string[];
}

export interface SearchMetadataInput {
  /** Content locale, whose suffix is ignored when comparing with `activePath`. */
  locale?: Locale;
  routes: SearchRoute[];
  nav: NavItem[];
  demos: SearchableDemo[];
}

export function createSearchMetadata({ routes, nav, demos, locale }: SearchMetadataInput): SearchEntry[] {
  const demosOf = new Map<string, SearchableDemo[]>();
  for (const demo of demos) demosOf.set(demo.route, [...(demosOf.get(demo.route) ?? []), demo]);
  return routes.map(({ path, meta }) => {
    const title = [meta.title, meta.frontmatter.subtitle].filter(Boolean).join(' ');
    const own = demosOf.get(path) ?? [];
    const ids = new Set(own.map(({ id }) => id));
    const intro = introOf(meta);
    const { description } = meta.frontmatter;
    const keywords = [...(meta.frontmatter.keywords ?? []), ...slugOf(path, title)];
    const navItem = nav.find((item) => isIn(item, path, locale));
    const main = createSections(meta, { title, link: path, ids });
    const tabs = meta.tabs.flatMap((tab) =>
      createSections(tab.meta, { title: `${title} - ${tab.title}`, link: `${path}?tab=${tab.key}`, ids }),
    );
    return {
      ...(navItem && { navTitle: navItem.title }),
      navOrder: navItem ? (navItem.order ?? 0) : Number.POSITIVE_INFINITY,
      title,
      link: path,
      ...(description && { description }),
      ...(keywords.length > 0 && { keywords }),
      sections: [
        ...(intro.length > 0 ? [{ rawTitle: '', title, link: path, paragraphs: intro }] : []),
        ...main,
        ...tabs,
      ],
      demos: own.map((demo) => createDemo(demo, path, title)),
    };
  });
}

/** Returns the last segment of a route if it contains more than the title: readers know it from the URL. */
function slugOf(path: string, title: string): string[] {
  const slug = path.split('/').at(-1) ?? '';
  const known = new Set(wordsOf(title).map(({ text }) => text));
  return wordsOf(slug).some(({ text }) => !known.has(text)) ? [slug] : [];
}

function isIn(item: NavItem, path: string, locale?: Locale): boolean {
  return isCurrentNavItem(item, path, locale) || item.children?.some((child) => isIn(child, path, locale)) === true;
}

function introOf({ hero, frontmatter: { features = [] } }: SearchRoute['meta']): string[] {
  const texts = [
    hero?.title,
    hero?.description,
    ...(hero?.actions ?? []).map(({ text }) => text),
    ...features.flatMap(({ title, description }) => [title, description]),
  ];
  return texts.filter((text): text is string => Boolean(text));
}

/** Creates sections: the text before the first heading, each heading, and each row of an API table. Demos have separate entries. */
function createSections(
  { toc, texts }: { toc: TocEntry[]; texts: TextRecord[] },
  { title, link, ids }: { title: string; link: string; ids: Set<string> },
): SearchSection[] {
  const rows = texts.filter(({ row }) => row);
  const paragraphs = paragraphsBySection(texts.filter(({ row }) => !row));
  const rowSection = ({ row, value, tocIndex }: TextRecord): SearchSection => {
    const { depth = 1, title: heading = '' } = toc[tocIndex ?? -1] ?? {};
    const { name = '', anchor = '' } = row ?? {};
    return {
      rawTitle: name,
      title: `${depth === 1 ? title : `${title} - ${heading}`} - ${name}`,
      link: `${link}#${encodeURIComponent(anchor)}`,
      paragraphs: value ? [value] : [],
    };
  };
  const orphans = paragraphs.get(undefined) ?? [];
  const sections: SearchSection[] = orphans.length > 0 ? [{ rawTitle: '', title, link, paragraphs: orphans }] : [];
  sections.push(...rows.filter(({ tocIndex }) => tocIndex === undefined).map(rowSection));
  for (const [index, { id, depth, title: rawTitle }] of toc.entries()) {
    if (ids.has(id)) continue;
    sections.push({
      rawTitle,
      title: depth === 1 ? title : `${title} - ${rawTitle}`,
      link: `${link}#${encodeURIComponent(id)}`,
      paragraphs: paragraphs.get(index) ?? [],
    });
    sections.push(...rows.filter(({ tocIndex }) => tocIndex === index).map(rowSection));
  }
  return sections;
}

function paragraphsBySection(texts: TextRecord[]): Map<number | undefined, string[]> {
  const sections = new Map<number | undefined, { paraId: number; paragraphs: string[] }>();
  for (const { value, paraId, tocIndex } of texts) {
    const section = sections.get(tocIndex) ?? { paraId: Number.NaN, paragraphs: [] };
    if (section.paraId === paraId) section.paragraphs[section.paragraphs.length - 1] += ` ${value}`;
    else section.paragraphs.push(value);
    section.paraId = paraId;
    sections.set(tocIndex, section);
  }
  return new Map([...sections].map(([index, { paragraphs }]) => [index, paragraphs]));
}

function createDemo(
  { id, title = '', description = '', keywords = [], text, code }: SearchableDemo,
  path: string,
  pageTitle: string,
): SearchDemo {
  return {
    link: `${path}#${encodeURIComponent(id)}`,
    rawTitle: title,
    title: title || pageTitle,
    description,
    keywords,
    paragraphs: text ? [text] : [],
    code,
  };
}
