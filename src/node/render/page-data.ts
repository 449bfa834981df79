import { isExternal, withBase } from '../../shared/base-url.ts';
import type { Frontmatter, FrontmatterKey, NavItem } from '../../shared/entities.ts';
import {
  type DemoData,
  type DemoOptions,
  featureIcon,
  HERO_MEDIA,
  LIST_ROUTE,
  type PageData,
  type SiteData,
} from '../../shared/page-data.ts';
import { addLocale, removeLocale } from '../../shared/route-path.ts';
import type { SourcePage } from '../content/types.ts';
import type { CompiledPage, EmbeddedDemo } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import type { BuiltDemo } from './demos/built-demo.ts';
import { cardOf } from './demos/demo-parts.ts';
import type { PageSiteData } from './types.ts';

/** A longer level ends with a link to the list of all pages. */
const NAV_LIMIT = 8;

/** `footer` is HTML. */
export function createSiteData(
  site: Site,
  { footer, languages, versions }: Pick<SiteData, 'footer' | 'languages' | 'versions'>,
): SiteData {
  const { config } = site;
  const { themeConfig } = config;
  return {
    name: themeConfig.name,
    logo:
      themeConfig.logo && !isExternal(themeConfig.logo) ? withBase(config.base, themeConfig.logo) : themeConfig.logo,
    base: config.base,
    locales: config.locales,
    language: config.language,
    languages,
    prefersColor: themeConfig.prefersColor,
    socialLinks: themeConfig.socialLinks.map(({ icon, ...link }) =>
      icon === undefined ? link : { ...link, hasIcon: true },
    ),
    footer,
    rtl: themeConfig.rtl,
    routePrefetch: config.routePrefetch,
    serverLoaderPath: config.serverLoaderPath,
    versions,
  };
}

/** Returns the navigation with at most {@link NAV_LIMIT} entries per level, so that a page's size does not grow with the site. */
export function shortenNav(items: NavItem[], moreTitle: string): NavItem[] {
  const level =
    items.length > NAV_LIMIT ? [...items.slice(0, NAV_LIMIT - 1), { title: moreTitle, link: LIST_ROUTE }] : items;
  return level.map(({ order: _order, children, ...item }) =>
    children ? { ...item, children: shortenNav(children, moreTitle) } : item,
  );
}

/** `demo` has the options of its page. */
export function createDemoData(demo: EmbeddedDemo, built: BuiltDemo, { config }: Site): DemoData {
  const {
    id,
    code: _code,
    headerLength: _headerLength,
    location: _location,
    filePath: _filePath,
    clientOnly: _clientOnly,
    takesProps: _takesProps,
    steps: _steps,
    screenshots: _screenshots,
    ...options
  } = demo;
  const { module, html, held, shown, source } = built;
  return {
    ...(options as DemoOptions),
    id,
    js: module?.js ?? '',
    css: module?.css ?? [],
    url: options.demoUrl ?? withBase(config.base, `/~demos/${id}`),
    prerendered: html !== undefined,
    held: held || undefined,
    files: shown.map(({ name }) => name),
    source,
    ...cardOf(built),
    disabledActions: demo.disabledActions ?? config.themeConfig.disabledActions,
  };
}

/** Creates the fields of the page data that depend only on the page's source, and on the links in its front matter. */
export function createSourceData(
  page: SourcePage,
  site: Site,
  homeLinks?: CompiledPage['homeLinks'],
): Pick<
  PageData,
  | 'title'
  | 'debug'
  | 'lang'
  | 'locale'
  | 'toc'
  | 'hero'
  | 'features'
  | 'params'
  | 'frontmatter'
  | 'editLink'
  | 'lastUpdated'
  | 'serverLoader'
> {
  const { frontmatter } = page;
  return {
    title: page.title,
    params: page.entry?.params,
    debug: frontmatter.debug ? true : undefined,
    lang: frontmatter.lang ?? localeLanguage(page.locale, site),
    locale: page.locale,
    // A home page is centered, and has no space next to its hero.
    toc: frontmatter.toc ?? (frontmatter.hero ? false : site.config.themeConfig.toc),
    ...homeData(frontmatter, homeLinks),
    frontmatter: extraFrontmatter(page),
    editLink: page.editLink,
    lastUpdated: lastUpdatedOf(page, site),
    serverLoader: frontmatter.serverLoader ? { id: page.routePath } : undefined,
  };
}

/** Returns when a page was last updated, ISO 8601. Undefined if this is unknown or not shown. */
export function lastUpdatedOf({ lastUpdated }: SourcePage, { config }: Site): string | undefined {
  return config.themeConfig.lastUpdated && lastUpdated ? new Date(lastUpdated).toISOString() : undefined;
}

/** Returns hero and features, with names of static content instead of files, and with resolved links. */
function homeData(
  { hero, features }: Frontmatter,
  links: CompiledPage['homeLinks'] = {},
): Pick<PageData, 'hero' | 'features'> {
  const { demo, image, actions, ...words } = hero ?? {};
  return {
    hero: hero && {
      ...words,
      actions: actions?.map((action, index) => ({
        ...action,
        link: links[`hero.actions.${index}.link`] ?? action.link,
      })),
      media: demo || image ? HERO_MEDIA : undefined,
    },
    features: features?.map((feature, index) => ({
      ...feature,
      link: links[`features.${index}.link`] ?? feature.link,
      icon: feature.icon && featureIcon(index),
    })),
  };
}

/** Returns the language of pages in a content locale: the site's default if there is one locale, otherwise the locale's. */
export function localeLanguage(locale: string, site: Site): string {
  return site.config.locales.length > 1 ? locale : site.config.defaultLocale;
}

/** Whether a known front matter key is passed to themes unchanged, like all unknown keys. */
const IS_FOR_THEMES: Record<FrontmatterKey, boolean> = {
  title: false,
  subtitle: true,
  description: false,
  keywords: false,
  lang: false,
  nav: false,
  group: false,
  order: false,
  toc: false,
  debug: false,
  sidebar: false,
  filename: false,
  redirectFrom: false,
  atomId: false,
  demo: false,
  hero: false,
  features: false,
  serverLoader: false,
};

export function extraFrontmatter(page: SourcePage): PageData['frontmatter'] {
  const extra = Object.entries(page.frontmatter).filter(
    ([key]) => !Object.hasOwn(IS_FOR_THEMES, key) || IS_FOR_THEMES[key as FrontmatterKey],
  );
  return extra.length > 0 ? (Object.fromEntries(extra) as PageData['frontmatter']) : undefined;
}

/** Returns the routes of a page in the content locales that have it, by locale id, including this page. */
export function translationsOf(page: SourcePage, routes: Set<string>, { config }: Site): Map<string, string> {
  const own = config.locales.find(({ id }) => id === page.locale);
  if (!own) return new Map();
  const path = removeLocale(page.routePath, own);
  const all = config.locales.map((locale): [string, string] => [locale.id, addLocale(path, locale)]);
  return new Map(all.filter(([, route]) => routes.has(route)));
}

/** Returns, for each locale, the translation, the fallback page, or the home page. Undefined if there is one locale. */
export function alternatesOf(
  { translations, fallbacks = [] }: Pick<PageSiteData, 'translations' | 'fallbacks'>,
  { config }: Site,
): PageData['alternates'] {
  const { locales } = config;
  if (locales.length < 2 || translations.size === 0) return undefined;
  const standIns = new Map(fallbacks.map(({ locale, routePath }) => [locale, routePath]));
  return Object.fromEntries(
    locales.map((locale) => [
      locale.id,
      translations.get(locale.id) ?? standIns.get(locale.id) ?? addLocale('/', locale),
    ]),
  );
}
