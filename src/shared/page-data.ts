/**
 * The contract between the build and the browser: the data that a page's HTML carries in
 * `<script type="application/json" id="site:data">`, and the names of the elements that the runtime looks for.
 * Content is never repeated here: it is in the HTML, in elements marked `data-static`.
 */
import type { ApiTable } from './api-table.ts';
import type { ColorMarks } from './color-marks.ts';
import type { Feature, Hero, Json, Locale, NavItem, SidebarGroup, TocEntry } from './entities.ts';

/** Id of the JSON script element that holds the {@link PageData}. */
export const PAGE_DATA_ID = 'site:data';
/** Route of the plain page of all pages; lists of sections stand below it. */
export const LIST_ROUTE = '/~pages';
/** Id of the element that the shell is rendered into. */
export const ROOT_ID = 'root';
/** Local storage key of the colour preference (fixed by the specification). */
export const COLOR_STORAGE_KEY = 'dumi:prefers-color';
/** Local storage key with the titles of tabs of code that were chosen, the last one first. */
export const TABS_STORAGE_KEY = 'cascader-docs:tabs';
/** Local storage key of the interface language. */
export const LANGUAGE_STORAGE_KEY = 'cascader-docs:lang';

/** Name of the static piece with the demo or the picture of the hero. */
export const HERO_MEDIA = 'hero';
/** Name of the static piece with the icon of a feature. */
export const featureIcon = (index: number): string => `feature-${index}`;

/** The visitor's colour preference. */
export type ColorPreference = 'light' | 'dark' | 'auto';

/** Initial colour scheme of a page, whether it can be changed, and its marks on the root element. */
export interface PrefersColor extends ColorMarks {
  default: ColorPreference;
  switch: boolean;
}

/** A link to a neighbouring page. */
export interface PageLink {
  title: string;
  /** With base. */
  href: string;
}

/** A page in a list of pages. */
export interface PageEntry<Frontmatter extends object = { [key: string]: Json | undefined }> {
  title: string;
  /** Route path, without base. */
  route: string;
  /** Address, with base. */
  href: string;
  /** Id of the content locale, on a site with several. */
  locale?: string;
  description?: string;
  /** ISO 8601. */
  lastUpdated?: string;
  /** The page exists in `dev` only. */
  debug?: true;
  /** Front matter keys that are not the tool's own. */
  frontmatter: Frontmatter;
}

/** A social link of the header. */
export interface SocialLink {
  name: string;
  link: string;
  /** Its name for readers, where the configuration gives one. */
  label?: string;
  /** The configuration gives an icon, which style sheets know by the name of the site. */
  hasIcon?: boolean;
}

/** What is the same on every page of a site. */
export interface SiteData {
  /** Name in the header. */
  name: string;
  /** URL with base, or false for none. */
  logo: string | false;
  /** Ends with `/`. */
  base: string;
  /** Content locales. */
  locales: Locale[];
  /** Interface language of the pre-rendered pages: `en-US` or `zh-CN`, or one that the config adds. */
  language: string;
  /** Interface languages to choose from, with their own names. */
  languages: { id: string; name: string }[];
  prefersColor: PrefersColor;
  socialLinks: SocialLink[];
  /** HTML of the footer, whose Markdown may have none of its own; or false. */
  footer: string | false;
  rtl: boolean;
  routePrefetch: { defaultPrefetch: 'none' | 'intent' | 'render' | 'viewport'; defaultPrefetchTimeout: number };
  serverLoaderPath?: string;
}

/** Options of a demo card; unknown keys pass through to a custom card. */
export interface DemoOptions {
  title?: string;
  /** HTML, from Markdown. */
  description?: string;
  debug?: boolean;
  iframe?: boolean | number;
  compact?: boolean;
  transform?: boolean;
  background?: string;
  inline?: boolean;
  defaultShowCode?: boolean;
  /** Its TypeScript is shown as JavaScript too. */
  ts2js?: boolean;
  /** What it shows may be another thing at each build. */
  volatile?: boolean;
  demoUrl?: string;
  filename?: string;
  keywords?: string[];
  /** Actions that the card does not offer. */
  disabledActions?: DemoAction[];
  [key: string]: unknown;
}

/** CodeSandbox, StackBlitz, the page of its own, live editing. */
export const DEMO_ACTIONS = ['CSB', 'STACKBLITZ', 'EXTERNAL', 'EDIT'] as const;
/** Something that a demo's card offers. */
export type DemoAction = (typeof DEMO_ACTIONS)[number];

/** A demo as the browser knows it. */
export interface DemoData extends DemoOptions {
  id: string;
  /** URL of the module whose default export is the component. */
  js: string;
  /** URLs of its style sheets, in import order. */
  css: string[];
  /** Names of the files of the code panel, the entry first; their highlighted code is in the HTML. */
  files: string[];
  /** URL of its stand-alone page. */
  url: string;
  /** URL of its {@link DemoSource}, a JSON file; absent for an inline demo, which has no card. */
  source?: string;
  /** URL of a permanent sandbox, as made by `sandbox create`. */
  sandbox?: string;
  /** True when the HTML holds the server's rendering, which is then hydrated; else the demo is rendered anew. */
  prerendered: boolean;
  /** It did not come to an end when the site was built: it is started when the visitor asks for it. */
  held?: boolean;
}

/** `page`: a document; `404`: not found; `list`: a page of pages under `~pages`; `demo`: the stand-alone page of one demo. */
export type PageKind = 'page' | '404' | 'list' | 'demo';

/** The JSON in a page. */
export interface PageData {
  kind: PageKind;
  /** Route path without base, such as `/demo/simple`; the page shown is this one, whatever the address bar says. */
  route: string;
  title: string;
  /** The string of the interface that the title is, where it is one. */
  titleMessage?: string;
  /** Language of the content, BCP 47. */
  lang: string;
  /** Id of the content locale. */
  locale: string;
  /** Hash of boot, runtime, theme and page-data format: pages of different builds do not mix. */
  buildId: string;
  site: SiteData;
  nav: NavItem[];
  /** Route of the page that stands here in place of its translation. */
  original?: string;
  /** False: no toc column and no toc in the menu. */
  toc: 'content' | 'menu' | false;
  /** True when the HTML has a sidebar. */
  hasSidebar: boolean;
  /** The page is there while the site is written only. */
  debug?: true;
  /** The layout prints the title as h1, because the body has none. */
  titleAsHeading?: boolean;
  /** `media` is the static piece with its demo or picture. */
  hero?: Omit<Hero, 'demo' | 'image'> & { media?: string };
  /** `icon` is the static piece with the picture. */
  features?: Feature[];
  /** Front matter keys that are not the tool's own, for themes. */
  frontmatter?: { [key: string]: Json };
  /** Lists of pages that components asked for when the page was rendered, by the path that the pages are below. */
  lists?: Record<string, PageEntry[]>;
  tabs?: { key: string; title: string }[];
  previous?: PageLink;
  next?: PageLink;
  /** Where the demo is shown, on its page of its own. */
  parent?: PageLink;
  editLink?: string;
  /** URL of the page as Markdown. */
  twin?: string;
  /** ISO 8601. */
  lastUpdated?: string;
  /** Demos of the page by id, in order. */
  demos: Record<string, DemoData>;
  /** Module of an interactive `.mdx` page, to be hydrated with it. */
  module?: string;
  /** Module of the runtime, which boot imports when there is something to run. */
  runtime: string;
  serverLoader?: { id: string };
  /** URLs of the search dialog's script, of the worker's, and of the index of the page's content locale; absent without search. */
  search?: { script: string; worker: string; index: string };
  /** Route paths of this page in other content locales by locale id; absent: made from the route. */
  alternates?: Record<string, string>;
}

/**
 * Static HTML with components in it. A string is finished HTML, printed as it is; a component is rendered by the theme
 * (`theme.builtins[name]`) around its children; a demo becomes a card.
 */
export type HtmlPart = string | ComponentPart | DemoPart;

/** A theme component in static HTML, such as Badge or Container. */
export interface ComponentPart {
  component: string;
  props: { [key: string]: Json };
  children: HtmlPart[];
}

/** A demo in static HTML. */
export interface DemoPart {
  demo: string;
}

/** A file of a demo's code panel. */
export interface DemoFile {
  /** File name as shown, such as `index.tsx` or `data/regions.ts`. */
  name: string;
  /** Source as shown (the leading comment of a demo is removed). */
  code: string;
  /** Highlighted HTML of `code`. */
  html: string;
  /** TypeScript as JavaScript, where that is shown too. */
  script?: Pick<DemoFile, 'name' | 'html'>;
}

/** What the server knows of a demo when it renders the page. */
export interface DemoRendering extends DemoData {
  /** HTML of the demo itself; absent when it renders in the browser only. */
  html?: string;
  /** Elements with the styles that it made there, for the head. */
  styles: string[];
  sources: DemoFile[];
}

/** All that is needed to render one page to HTML; the server entry's `renderPage` takes it. */
export interface PageRendering {
  data: PageData;
  /** The title at the beginning of the article, if it has one. */
  heading?: HtmlPart[];
  /** Content of the article, one entry per tab; the first is the rest of the page itself. */
  content: { key: string; title: string; parts: HtmlPart[] }[];
  /** Static pieces that an interactive page adopts, by id. */
  statics: Record<string, HtmlPart[]>;
  /** Key of the page in the server bundle of interactive pages; absent for text pages. */
  moduleId?: string;
  sidebar: SidebarGroup[];
  /** Path that the sidebar belongs to, such as `/demo`; its list page is `~pages/demo`. Default: the route's folder. */
  sidebarPath?: string;
  tocEntries: TocEntry[];
  /** Lists the pages below a path, for components that ask. */
  listPages: (below: string) => PageEntry[];
  demos: Record<string, DemoRendering>;
  /** Generated tables of properties by `apiTableKey`. */
  apis?: Record<string, ApiTable>;
}
