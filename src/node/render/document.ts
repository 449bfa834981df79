import { withBase } from '../../shared/base-url.ts';
import { ENHANCE_QUERY_ATTRIBUTE, ENTRY_ATTRIBUTE, RICH_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import {
  colorScript,
  movedScript,
  QUERY_SCRIPT,
  recoverScript,
  storyScript,
  TABS_SCRIPT,
} from '../../shared/head-script.ts';
import { PAGE_DATA_ID, type PageData, ROOT_ID } from '../../shared/page-data.ts';
import type { FontUse, LinkedFile, SheetUse, SiteBundle } from '../bundle/types.ts';
import { hasTwins } from '../content/machine-outputs.ts';
import type { ResolvedConfig, ScriptConfig, StyleConfig } from '../project/config/types.ts';
import { contentSecurityPolicy, inlineContent, isUrl } from '../project/csp.ts';
import { FEED_PATH, feedsOf, isChangeLog } from '../project/feeds.ts';
import type { PageStyles } from './demos/demo-styles.ts';
import { linkedData } from './linked-data.ts';
import { NOT_LISTED, urlOf } from './page-url.ts';
import { SHARE_IMAGE } from './share-images.ts';

/** A page in a content locale. */
export interface Translation {
  lang: string;
  /** Route path without base. */
  route: string;
}

export interface DocumentParts {
  /** HTML inside the root element; empty for a page that is rendered only in the browser. */
  body: string;
  description?: string;
  keywords?: string[];
  /** The page in all content locales that have it, including this page; absent if there is one locale. */
  translations?: Translation[];
  /** `ltr` or `rtl`. */
  dir: 'ltr' | 'rtl';
  /** URLs of the style sheets that follow the theme's. */
  css: { href: string; integrity?: string }[];
  demoStyles?: PageStyles;
  /** Modules to load after the resources of the first paint. */
  preloads: LinkedFile[];
  noscript: string;
  /** Language of the note, if it is not the page's. */
  noscriptLang?: string;
  /** Output path of the page's share image. */
  shareImage?: string;
  hidden?: boolean;
}

/** Markup that all pages share is prepared once. */
export type DocumentPrinter = ReturnType<typeof createDocumentPrinter>;

/** `generator`: name and version of this tool. `runsCode`: the site has demos or interactive pages. */
export function createDocumentPrinter(
  config: ResolvedConfig,
  bundle: Pick<SiteBundle, 'boot' | 'styles' | 'fonts'>,
  { generator, runsCode }: { generator: string; runsCode: boolean },
) {
  const headInline = `${colorScript(config.themeConfig.prefersColor)};${recoverScript()}`;
  const beginning = (own: string[] = []): string => {
    const scripts = [...config.headScripts, ...config.scripts].flatMap(inlineContent);
    const policy = contentSecurityPolicy(config, { inline: [headInline, ...scripts, ...own, TABS_SCRIPT], runsCode });
    return [
      '<meta charset="utf-8">',
      `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`,
      `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="generator" content="${generator}">`,
      ...[headInline, ...own].map((script) => `<script>${script}</script>`),
    ].join('');
  };
  const before = beginning();
  const styles = bundle.styles.map((style) => ({ use: style.use, link: styleLink(style) }));
  const fonts = bundle.fonts.map(({ href, use }) => ({ use, link: fontPreload(href) }));
  const after = [
    ...config.styles.map((style) => printStyle(style, config.base)),
    ...iconsOf(config).map((icon) => `<link rel="icon" href="${escapeHtml(icon)}">`),
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
    const canonical = hasCanonical ? urlOf(original ?? data.route, config) : undefined;
    const { keywords, translations, shareImage } = parts;
    const own = [
      ...(data.moved ? [movedScript(data.moved)] : []),
      ...(data.route === '/' && config.stories.length > 0 ? [storyScript(withBase(config.base, '/iframe.html'))] : []),
      ...(parts.body.includes(ENHANCE_QUERY_ATTRIBUTE) ? [QUERY_SCRIPT] : []),
    ];
    const head = [
      own.length > 0 ? beginning(own) : before,
      `<title>${escapeHtml(documentTitle(data, config))}</title>`,
      description && `<meta name="description" content="${escapeHtml(description)}">`,
      keywords?.length && `<meta name="keywords" content="${escapeHtml(keywords.join(', '))}">`,
      parts.hidden && NOT_LISTED,
      canonical && `<link rel="canonical" href="${escapeHtml(canonical)}">`,
      ...(data.kind === 'page'
        ? metadata(
            { ...data, route: original ?? data.route },
            { description, canonical, keywords, translations, shareImage },
            config,
          )
        : []),
      ...fonts.filter(({ use }) => needsFont(use, data, parts)).map(({ link }) => link),
      parts.demoStyles?.first,
      ...styles.filter(({ use }) => needsSheet(use, data, parts)).map(({ link }) => link),
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

/** Attribute in the HTML of elements that need the style sheet for rare elements. */
const RICH = ` ${RICH_ATTRIBUTE}`;

function needsSheet(use: SheetUse | undefined, page: PageData, { body }: DocumentParts): boolean {
  const { hero, features, kind, demos, module } = page;
  if (use === 'home') return hero !== undefined || features !== undefined || kind === '404';
  if (use === 'demos') return kind === 'demo' || module !== undefined || Object.keys(demos).length > 0;
  // A demo's own page has no controls.
  if (use === 'playground') return kind !== 'demo' && Object.values(demos).some(({ playground }) => playground);
  if (use === 'steps') return kind !== 'demo' && Object.values(demos).some(({ steps, inline }) => steps && !inline);
  return use === undefined || body.includes(RICH);
}

/** Omits the site's name if it equals the title, and on the 404 page, which the host returns for unknown URLs. */
function documentTitle({ kind, title }: PageData, { titleTemplate, themeConfig: { name } }: ResolvedConfig): string {
  if (kind === '404' || title === name) return title;
  return titleTemplate.replaceAll(/\{(title|site)\}/g, (_, key: string) => (key === 'title' ? title : name));
}

/** Returns the Open Graph and JSON-LD metadata of a page, and the URLs of its translations and its Markdown version. */
function metadata(
  data: PageData,
  { description, canonical, keywords = [], translations = [], shareImage }: PageMetadata,
  config: ResolvedConfig,
): string[] {
  const { title, route, lang } = data;
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
    ...(shareImage === undefined ? [] : pictureProperties(urlOf(`/${shareImage}`, config), title)),
  ];
  return [
    ...properties.flatMap(([property, content]) =>
      content ? [`<meta property="${property}" content="${escapeHtml(content)}">`] : [],
    ),
    ...(shareImage === undefined ? [] : ['<meta name="twitter:card" content="summary_large_image">']),
    ...translations.map(
      (other) =>
        `<link rel="alternate" hreflang="${escapeHtml(other.lang)}" href="${escapeHtml(urlOf(other.route, config))}">`,
    ),
    ...(hasTwins(config)
      ? [
          `<link rel="alternate" type="text/markdown" href="${withBase(config.base, `${isTop ? '/index' : route}.md`)}">`,
        ]
      : []),
    ...(isChangeLog(route, config) ? [feedLink(FEED_PATH, config)] : []),
    ...feedsOf(route, config).map((feed) => feedLink(feed.output, config, feed.title)),
    linkedData(data, { description, canonical }, config),
  ];
}

function feedLink(output: string, { base }: ResolvedConfig, title?: string): string {
  const attributes = printAttributes({ title, href: withBase(base, `/${output}`) });
  return `<link rel="alternate" type="application/atom+xml"${attributes}>`;
}

interface PageMetadata extends Pick<DocumentParts, 'description' | 'keywords' | 'translations' | 'shareImage'> {
  canonical?: string;
}

function pictureProperties(url: string, title: string): [string, string][] {
  return [
    ['og:image', url],
    ['og:image:width', String(SHARE_IMAGE.width)],
    ['og:image:height', String(SHARE_IMAGE.height)],
    ['og:image:alt', title],
  ];
}

/**
 * Open Graph requires a territory (https://ogp.me/#optional). If the language has none, the most likely one is added.
 */
function openGraphLocale(lang: string): string | undefined {
  try {
    const { language, region } = new Intl.Locale(lang).maximize();
    return region === undefined ? undefined : `${language}_${region}`;
  } catch {
    // The language is not a valid tag, so it has no territory.
    return undefined;
  }
}

function styleLink({ href, integrity }: { href: string; integrity?: string }): string {
  return `<link rel="stylesheet" href="${href}"${integrity ? ` integrity="${integrity}"` : ''} ${ENTRY_ATTRIBUTE}>`;
}

/**
 * Decides only about the preload link, because the browser loads any font that text needs. Code of demos is folded, so
 * it does not count.
 */
function needsFont(use: FontUse, { lang, demos }: PageData, { body }: DocumentParts): boolean {
  if (use === 'text') return true;
  if (use === 'latin') return isLatin(lang);
  if (use === 'letters')
    return isLatin(lang) && /[\u00A1-\u00A8\u00AA-\u00B6\u00B8-\u00D6\u00D8-\u00FF\u0131\u0152\u0153\u20AC]/.test(body);
  return Object.keys(demos).length === 0 ? /<(?:pre|code)\b/.test(body) : /(?<!<pre[^>]*>)<code\b/.test(body);
}

function isLatin(lang: string): boolean {
  try {
    return new Intl.Locale(lang).maximize().script === 'Latn';
  } catch {
    // An invalid tag names no language, so the page may have any letters.
    return true;
  }
}

/** Browsers fetch fonts without credentials, also from the same origin, hence `crossorigin`. */
function fontPreload(href: string): string {
  const type = /\.(woff2?|ttf|otf)$/.exec(href)?.[1];
  return `<link rel="preload" as="font" href="${href}"${type ? ` type="font/${type}"` : ''} crossorigin>`;
}

/** Returns a preload link at low priority for the end of the body, so that it does not delay style sheets or fonts. */
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

/** URLs that begin with a slash get the base. */
function printAttributes(attributes: Record<string, string | boolean | undefined>, base = '/'): string {
  return Object.entries(attributes)
    .map(([name, value]) => {
      if (value === undefined || value === false) return '';
      if (value === true) return ` ${name}`;
      return ` ${name}="${escapeHtml(name === 'src' || name === 'href' ? siteUrl(value, base) : value)}"`;
    })
    .join('');
}

/** A URL that begins with a slash is a path of the site. */
function siteUrl(url: string, base: string): string {
  return /^\/(?!\/)/.test(url) ? withBase(base, url) : url;
}

/** Returns the URLs of the site's icons. Without any, browsers would request `/favicon.ico`, and log that it is missing. */
function iconsOf({ base, favicons, themeConfig: { brand } }: ResolvedConfig): string[] {
  if (favicons.length === 0) return [defaultIcon(brand)];
  return favicons.map((icon) => (isUrl(icon) && !icon.startsWith('/') ? icon : withBase(base, icon)));
}

function defaultIcon(brand = '#0b6b57'): string {
  const shape = `<rect width="16" height="16" rx="4" fill="${brand}"/><path d="M4 5h8M4 8h8M4 11h5" stroke="#fff"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${shape}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
