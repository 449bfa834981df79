/**
 * The data of a page, and the elements that the runtime looks for. The data never repeats content, which is in elements
 * marked `data-static`.
 */
import type { ApiProperties, ApiTable } from './api-table.ts';
import type { ColorMarks } from './color-marks.ts';
import type { Feature, Hero, Json, Locale, NavItem, SidebarGroup, TocEntry } from './entities.ts';
import type { MovedAnchors } from './moved-anchors.ts';
import type { Playground, PlaygroundProblem } from './playground/schema.ts';
import type { DemoSteps } from './steps.ts';
import type { VersionChoice } from './versions/versions.ts';

/** Id of the JSON script element with the {@link PageData}. */
export const PAGE_DATA_ID = 'site:data';
/** Route of the list of all pages. Lists of sections are under it. */
export const LIST_ROUTE = '/~pages';

/** Route of the page with the API changes in the newest major version. The pages of older major versions are under it. */
export const CHANGES_ROUTE = '/~changes';
export const ROOT_ID = 'root';
/** Local storage key of the color preference (fixed by the specification). */
export const COLOR_STORAGE_KEY = 'dumi:prefers-color';
export const TABS_STORAGE_KEY = 'cascader-docs:tabs';
export const LANGUAGE_STORAGE_KEY = 'cascader-docs:lang';

export const HERO_MEDIA = 'hero';
export const featureIcon = (index: number): string => `feature-${index}`;

/** The reader's color preference. */
export type ColorPreference = 'light' | 'dark' | 'auto';

/** Initial color scheme of a page, whether it can be changed, and its marks on the root element. */
export interface PrefersColor extends ColorMarks {
  default: ColorPreference;
  switch: boolean;
}

/** A link to the previous or next page, or to the page of a demo. */
export interface PageLink {
  title: string;
  /** URL with base. */
  href: string;
}

export interface VersionLink {
  /** Id of the version. */
  id: string;
  /** URL with base. */
  href: string;
  /** Heading of that page, if the version has no such page and this is the nearest one. */
  nearest?: string;
}

/** A page in a list of pages. */
export interface PageEntry<Frontmatter extends object = { [key: string]: Json | undefined }> {
  title: string;
  /** Route path, without base. */
  route: string;
  /** URL with base. */
  href: string;
  /** Id of the content locale, if the site has several. */
  locale?: string;
  description?: string;
  /** ISO 8601. */
  lastUpdated?: string;
  /** True for a page that exists only in `dev`. */
  debug?: true;
  /** Custom front matter keys. */
  frontmatter: Frontmatter;
}

export interface SocialLink {
  name: string;
  link: string;
  /** Label for readers, if configured. */
  label?: string;
  /** True if the configuration contains an icon. Style sheets select the icon by the name of the site. */
  hasIcon?: boolean;
}

/** Data that all pages of a site share. */
export interface SiteData {
  /** Name in the header. */
  name: string;
  /** URL with base, or false for none. */
  logo: string | false;
  /** Ends with `/`. */
  base: string;
  /** Content locales. */
  locales: Locale[];
  /** Interface language of the pre-rendered pages: a built-in language (`project/own-languages.ts`) or a configured one. */
  language: string;
  /** Selectable interface languages, each with its native name. */
  languages: { id: string; name: string }[];
  prefersColor: PrefersColor;
  socialLinks: SocialLink[];
  /** HTML of the footer, from Markdown without embedded HTML; false for no footer. */
  footer: string | false;
  rtl: boolean;
  routePrefetch: { defaultPrefetch: 'none' | 'intent' | 'render' | 'viewport'; defaultPrefetchTimeout: number };
  serverLoaderPath?: string;
  /** Versions that readers can choose, the current one first. Absent if there is no other version. */
  versions?: VersionChoice[];
}

/** Options of a demo card. Unknown keys are passed to custom cards. */
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
  /** Also shows TypeScript as JavaScript. */
  ts2js?: boolean;
  /** True if the output may differ between builds. */
  volatile?: boolean;
  demoUrl?: string;
  filename?: string;
  keywords?: string[];
  /** Actions that the card omits. */
  disabledActions?: DemoAction[];
  [key: string]: unknown;
}

/** Actions of a demo card: CodeSandbox, StackBlitz, stand-alone page, live editing. */
export const DEMO_ACTIONS = ['CSB', 'STACKBLITZ', 'EXTERNAL', 'EDIT'] as const;
export type DemoAction = (typeof DEMO_ACTIONS)[number];

export interface DemoData extends DemoOptions {
  id: string;
  /** URL of the module whose default export is the component. */
  js: string;
  /** URLs of its style sheets, in import order. */
  css: string[];
  /** Names of the files in the code panel, the entry first; their highlighted code is in the HTML. */
  files: string[];
  /** URL of its stand-alone page. */
  url: string;
  /** URL of its {@link DemoSource}, a JSON file; absent for an inline demo, which has no card. */
  source?: string;
  /** URL of a permanent sandbox, created by `sandbox create`. */
  sandbox?: string;
  /** True if the HTML contains the pre-rendered demo, which is then hydrated. Otherwise the browser renders it. */
  prerendered: boolean;
  /** True if rendering timed out at build time. The demo starts only when the reader starts it. */
  held?: boolean;
  /** Controls for its props. Absent for a demo without props. */
  playground?: Playground;
  /** Shown instead of the demo. */
  problem?: PlaygroundProblem;
  /** Absent for a demo without steps. */
  steps?: DemoSteps;
}

/** `page`: a document; `404`: not found; `list`: a list of pages under `~pages`; `demo`: a demo's stand-alone page. */
export type PageKind = 'page' | '404' | 'list' | 'demo';

export interface PageData {
  kind: PageKind;
  /** Route path without base, such as `/demo/simple`. It identifies the shown page, even if the address bar differs. */
  route: string;
  title: string;
  /** Id of the title's interface string, if it has one. */
  titleMessage?: string;
  /** Language of the content, BCP 47. */
  lang: string;
  /** Id of the content locale. */
  locale: string;
  /** Hash of boot, runtime, theme and page data format. Pages of different builds are never mixed. */
  buildId: string;
  site: SiteData;
  nav: NavItem[];
  /** Route of the original page, if this page is a fallback for a missing translation. */
  original?: string;
  /** Location of the table of contents: in the content or in the menu; false for none. */
  toc: 'content' | 'menu' | false;
  /** True if the HTML has a sidebar. */
  hasSidebar: boolean;
  /** True if the table of contents has entries; the static piece `toc` then exists. */
  hasToc?: boolean;
  /** True if the column beside the article has the static piece `properties`. */
  hasProperties?: boolean;
  /** True for a page that exists only in `dev`. */
  debug?: true;
  /** True if the layout renders the title as `h1`, because the body has none. */
  titleAsHeading?: boolean;
  /** `media` is the name of the static piece with the demo or image. */
  hero?: Omit<Hero, 'demo' | 'image'> & { media?: string };
  /** `icon` is the name of the static piece with the image. */
  features?: Feature[];
  /** Parameters of a page that a `.paths.ts` file generates. */
  params?: Record<string, string>;
  /** Custom front matter keys, for themes. */
  frontmatter?: { [key: string]: Json };
  /** Page lists that components read while the page was rendered, by parent path. */
  lists?: Record<string, PageEntry[]>;
  tabs?: { key: string; title: string }[];
  previous?: PageLink;
  next?: PageLink;
  /** On a demo's stand-alone page: the page that embeds the demo. */
  parent?: PageLink;
  editLink?: string;
  /** URL of the page as Markdown. */
  twin?: string;
  /** ISO 8601. */
  lastUpdated?: string;
  /** Demos of the page by id, in order. */
  demos: Record<string, DemoData>;
  /** URL of the module of an interactive `.mdx` page, for hydration. */
  module?: string;
  /** Anchors that other pages have now. */
  moved?: MovedAnchors;
  /** URL of the runtime module, which boot imports when something needs it. */
  runtime: string;
  serverLoader?: { id: string };
  /** URLs of the scripts of the search dialog and the worker, and of the content locale's index. Absent without search. */
  search?: { script: string; worker: string; index: string };
  /** This page in the archived versions. If absent, links lead to their home pages. */
  versions?: VersionLink[];
  /** Route paths of this page in other content locales, by locale id. If absent, they are derived from the route. */
  alternates?: Record<string, string>;
}

/**
 * A string is HTML that is inserted unchanged; a component is rendered by `theme.builtins[name]` around its children; a
 * demo becomes a card.
 */
export type HtmlPart = string | ComponentPart | DemoPart;

export interface ComponentPart {
  component: string;
  props: { [key: string]: Json };
  children: HtmlPart[];
}

export interface DemoPart {
  demo: string;
}

/** A file of a demo's code panel. */
export interface DemoFile {
  /** File name as shown, such as `index.tsx` or `data/regions.ts`. */
  name: string;
  /** Shown source, without the leading comment of a demo. */
  code: string;
  /** Highlighted HTML of `code`. */
  html: string;
  /** TypeScript converted to JavaScript, if it is also shown. */
  script?: Pick<DemoFile, 'name' | 'html'>;
}

export interface DemoRendering extends DemoData {
  /** HTML of the demo; absent if it renders only in the browser. */
  html?: string;
  /** Style elements that the demo generated on the server, for the head. */
  styles: string[];
  sources: DemoFile[];
}

export interface PageRendering {
  data: PageData;
  /** Title at the start of the article, if it has one. */
  heading?: HtmlPart[];
  /** Content of the article, one entry per tab. The first entry is the page itself. */
  content: { key: string; title: string; parts: HtmlPart[] }[];
  /** Static pieces that an interactive page adopts, by id. */
  statics: Record<string, HtmlPart[]>;
  /** Key of the page in the server bundle of interactive pages; absent for text pages. */
  moduleId?: string;
  sidebar: SidebarGroup[];
  /** Path of the sidebar, such as `/demo`; its list page is `~pages/demo`. Default: the route's folder. */
  sidebarPath?: string;
  tocEntries: TocEntry[];
  listPages: (below: string) => PageEntry[];
  demos: Record<string, DemoRendering>;
  /** Properties that the demos use, for the column beside the page. */
  properties?: ApiProperties[];
  /** API tables by `apiTableKey`. */
  apis?: Record<string, ApiTable>;
}
