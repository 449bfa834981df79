import { withBase } from '../../shared/base-url.ts';
import { ENTRY_ATTRIBUTE, RICH_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { colorScript, recoverScript, TABS_SCRIPT } from '../../shared/head-script.ts';
import { PAGE_DATA_ID, type PageData, ROOT_ID } from '../../shared/page-data.ts';
import type { LinkedFile, SiteBundle } from '../bundle/types.ts';
import type { ResolvedConfig, ScriptConfig, StyleConfig } from '../project/config/types.ts';
import { contentSecurityPolicy, inlineContent, isUrl } from '../project/csp.ts';
import { feedsOf } from '../project/feeds.ts';
import type { PageStyles } from './demo-styles.ts';
import { FEED_PATH, isChangeLog } from './feed.ts';
import { hasTwins } from './markdown-twin.ts';
import { SHARE_IMAGE } from './share-images.ts';

/** A page in a content locale. */
export interface Translation {
  /** BCP 47. */
  lang: string;
  /** Route path without base. */
  route: string;
}

/** What a document needs beside its page data. */
export interface DocumentParts {
  /** HTML inside the root element; empty for a page that only the browser renders. */
  body: string;
  description?: string;
  keywords?: string[];
  /** The page in all content locales that have it, itself among them; none with one. */
  translations?: Translation[];
  /** `ltr` or `rtl`. */
  dir: 'ltr' | 'rtl';
  /** Style sheets after the theme's, by their URLs. */
  css: { href: string; integrity?: string }[];
  /** Styles that its demos made. */
  demoStyles?: PageStyles;
  /** Modules to be loaded after what the first paint needs. */
  preloads: LinkedFile[];
  /** Text of the `<noscript>` note. */
  noscript: string;
  /** Its language, where that is not the page's. */
  noscriptLang?: string;
  /** Path in the output of the picture that stands for the page where it is shared. */
  shareImage?: string;
  /** No search engine should list the page. */
  hidden?: boolean;
}

/** Prints the documents of one site: what is the same on every page is prepared once. */
export interface DocumentPrinter {
  print(data: PageData, parts: DocumentParts): string;
}

/**
 * @param options.generator name and version of this tool
 * @param options.runsCode the site has demos or interactive pages
 */
export function createDocumentPrinter(
  config: ResolvedConfig,
  bundle: Pick<SiteBundle, 'boot' | 'styles' | 'fonts'>,
  { generator, runsCode }: { generator: string; runsCode: boolean },
): DocumentPrinter {
  const headInline = `${colorScript(config.themeConfig.prefersColor)};${recoverScript()}`;
  const inline = [headInline, ...[...config.headScripts, ...config.scripts].flatMap(inlineContent)];
  const policy = contentSecurityPolicy(config, { inline: [...inline, TABS_SCRIPT], runsCode });
  const before = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="generator" content="${generator}">`,
    `<script>${headInline}</script>`,
  ].join('');
  const styles = bundle.styles.map((style) => ({ home: style.home, rich: style.rich, link: styleLink(style) }));
  const fonts = bundle.fonts.map(({ href }) => fontPreload(href));
  const after = [
    ...config.styles.map((style) => printStyle(style, config.base)),
    ...config.favicons.map(
      (icon) =>
        `<link rel="icon" href="${escapeHtml(isUrl(icon) && !icon.startsWith('/') ? icon : withBase(config.base, icon))}">`,
    ),
    ...config.metas.map((attributes) => `<meta${printAttributes(attributes)}>`),
    ...config.links.map((attributes) => `<link${printAttributes(attributes, config.base)}>`),
    ...config.headScripts.map((script) => printScript(script, config.base)),
    `<script type="module" src="${bundle.boot.href}" integrity="${bundle.boot.integrity}" ${ENTRY_ATTRIBUTE}></script>`,
  ].join('');
  const scripts = config.scripts.map((script) => printScript(script, config.base)).join('');

  const print = (data: PageData, parts: DocumentParts): string => {
    const description = parts.description ?? config.description;
    const { original } = data;
    const hasCanonical = original !== undefined || (config.sitemap && data.kind === 'page');
    const canonical = hasCanonical ? addressOf(original ?? data.route, config) : undefined;
    const { keywords, translations, shareImage } = parts;
    const head = [
      before,
      `<title>${escapeHtml(documentTitle(data, config))}</title>`,
      description && `<meta name="description" content="${escapeHtml(description)}">`,
      keywords?.length && `<meta name="keywords" content="${escapeHtml(keywords.join(', '))}">`,
      parts.hidden && '<meta name="robots" content="noindex">',
      canonical && `<link rel="canonical" href="${escapeHtml(canonical)}">`,
      ...(data.kind === 'page'
        ? metadata(
            { ...data, route: original ?? data.route },
            { description, canonical, keywords, translations, shareImage },
            config,
          )
        : []),
      ...fonts,
      parts.demoStyles?.first,
      ...styles.flatMap(({ home, rich, link }) =>
        (home && !isHome(data)) || (rich && !parts.body.includes(RICH)) ? [] : [link],
      ),
      ...parts.css.map(styleLink),
      after,
      parts.demoStyles?.last,
    ]
      .filter(Boolean)
      .join('');
    return [
      `<!doctype html><html lang="${escapeHtml(data.lang)}" dir="${parts.dir}"><head>${head}</head>`,
      `<body><div id="${ROOT_ID}">${parts.body}</div>`,
      `<noscript><p class="noscript"${printAttributes({ lang: parts.noscriptLang })}>${escapeHtml(parts.noscript)}</p></noscript>`,
      `<script type="application/json" id="${PAGE_DATA_ID}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>${scripts}`,
      ...parts.preloads.map(modulePreload),
      '</body></html>',
    ].join('');
  };
  return { print };
}

/** What elements have in the HTML that need the sheet of rare constructs. */
const RICH = ` ${RICH_ATTRIBUTE}`;

/** True for the pages that the sheet of home pages is for. */
function isHome({ hero, features, kind }: PageData): boolean {
  return hero !== undefined || features !== undefined || kind === '404';
}

/** A page's title with the site's name, but for the site's own and for 404, which is what the host says of an address. */
function documentTitle({ kind, title }: PageData, { titleTemplate, themeConfig: { name } }: ResolvedConfig): string {
  if (kind === '404' || title === name) return title;
  return titleTemplate.replaceAll(/\{(title|site)\}/g, (_, key: string) => (key === 'title' ? title : name));
}

/** Open Graph and JSON-LD of a page, and the addresses of its translations and its Markdown twin. */
function metadata(
  { title, route, lang, lastUpdated }: PageData,
  { description, canonical, keywords = [], translations = [], shareImage }: PageMetadata,
  config: ResolvedConfig,
): string[] {
  const { name } = config.themeConfig;
  const isTop = route === '/';
  const properties: [string, string | undefined][] = [
    ['og:type', isTop ? 'website' : 'article'],
    ['og:title', title],
    ['og:description', description],
    ['og:site_name', name],
    ['og:locale', openGraphLocale(lang)],
    ...translations
      .filter((translation) => translation.route !== route)
      .map((other): [string, string | undefined] => ['og:locale:alternate', openGraphLocale(other.lang)]),
    ['og:url', canonical],
    ...keywords.map((keyword): [string, string] => ['article:tag', keyword]),
    ...(shareImage === undefined ? [] : pictureProperties(addressOf(`/${shareImage}`, config), title)),
  ];
  const linked = {
    '@context': 'https://schema.org',
    '@type': isTop ? 'WebSite' : 'TechArticle',
    ...(isTop ? { name } : { headline: title, isPartOf: { '@type': 'WebSite', name } }),
    description,
    inLanguage: lang,
    dateModified: lastUpdated,
    url: canonical,
  };
  return [
    ...properties.flatMap(([property, content]) =>
      content ? [`<meta property="${property}" content="${escapeHtml(content)}">`] : [],
    ),
    ...(shareImage === undefined ? [] : ['<meta name="twitter:card" content="summary_large_image">']),
    ...translations.map(
      (other) =>
        `<link rel="alternate" hreflang="${escapeHtml(other.lang)}" href="${escapeHtml(addressOf(other.route, config))}">`,
    ),
    ...(hasTwins(config)
      ? [
          `<link rel="alternate" type="text/markdown" href="${withBase(config.base, `${isTop ? '/index' : route}.md`)}">`,
        ]
      : []),
    ...(isChangeLog(route, config) ? [feedLink(FEED_PATH, config)] : []),
    ...feedsOf(route, config).map((feed) => feedLink(feed.output, config, feed.title)),
    `<script type="application/ld+json">${JSON.stringify(linked).replaceAll('<', '\\u003c')}</script>`,
  ];
}

function feedLink(output: string, { base }: ResolvedConfig, title?: string): string {
  const attributes = printAttributes({ title, href: withBase(base, `/${output}`) });
  return `<link rel="alternate" type="application/atom+xml"${attributes}>`;
}

interface PageMetadata extends Pick<DocumentParts, 'description' | 'keywords' | 'translations' | 'shareImage'> {
  canonical?: string;
}

function pictureProperties(address: string, title: string): [string, string][] {
  return [
    ['og:image', address],
    ['og:image:width', String(SHARE_IMAGE.width)],
    ['og:image:height', String(SHARE_IMAGE.height)],
    ['og:image:alt', title],
  ];
}

/** The address of a route, with the host where that is known. */
function addressOf(route: string, { base, sitemap }: ResolvedConfig): string {
  const href = withBase(base, route);
  return sitemap ? new URL(href, sitemap.hostname).href : href;
}

/** Open Graph wants a territory (https://ogp.me/#optional): the likely one where the language names none. */
function openGraphLocale(lang: string): string | undefined {
  try {
    const { language, region } = new Intl.Locale(lang).maximize();
    return region === undefined ? undefined : `${language}_${region}`;
  } catch {
    // No language tag: it says nothing of a territory.
    return undefined;
  }
}

function styleLink({ href, integrity }: { href: string; integrity?: string }): string {
  return `<link rel="stylesheet" href="${href}"${integrity ? ` integrity="${integrity}"` : ''} ${ENTRY_ATTRIBUTE}>`;
}

/** Fonts are fetched without cookies, also from the own site. */
function fontPreload(href: string): string {
  const type = /\.(woff2?|ttf|otf)$/.exec(href)?.[1];
  return `<link rel="preload" as="font" href="${href}"${type ? ` type="font/${type}"` : ''} crossorigin>`;
}

/** At the end of the body, and at low priority: no style sheet or font is to come later for it. */
function modulePreload({ href, integrity }: LinkedFile): string {
  return `<link rel="modulepreload" href="${href}" integrity="${integrity}" fetchpriority="low">`;
}

function printScript(script: ScriptConfig, base: string): string {
  const { content, ...attributes } =
    typeof script === 'string' ? (isUrl(script) ? { src: script } : { content: script }) : script;
  return `<script${printAttributes(attributes, base)}>${content ?? ''}</script>`;
}

function printStyle(style: StyleConfig, base: string): string {
  const { content, ...attributes } =
    typeof style === 'string' ? (isUrl(style) ? { href: style } : { content: style }) : style;
  return content === undefined
    ? `<link rel="stylesheet"${printAttributes(attributes, base)}>`
    : `<style${printAttributes(attributes, base)}>${content}</style>`;
}

/** Attributes as HTML; URLs that begin with a slash get the base. */
function printAttributes(attributes: Record<string, string | boolean | undefined>, base = '/'): string {
  return Object.entries(attributes)
    .map(([name, value]) => {
      if (value === undefined || value === false) return '';
      if (value === true) return ` ${name}`;
      return ` ${name}="${escapeHtml(name === 'src' || name === 'href' ? siteUrl(value, base) : value)}"`;
    })
    .join('');
}

/** A configured URL: one that begins with a slash is a path of the site. */
function siteUrl(url: string, base: string): string {
  return /^\/(?!\/)/.test(url) ? withBase(base, url) : url;
}
