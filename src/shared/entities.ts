/**
 * The entities of the documentation site, with the field names of the specification (section 3).
 * Plain data: every value here can be written as JSON.
 */

/** A value that survives `JSON.parse(JSON.stringify(value))`. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Entry of a table of contents: a heading, or a titled demo. */
export interface TocEntry {
  /** Anchor of the heading or demo, unique in the page. */
  id: string;
  /** 1 to 6; only 2 and 3 are displayed. */
  depth: number;
  /** Plain text. */
  title: string;
  /** Id of the title's interface string, if it has one. */
  message?: string;
  /** Numbers of the tabs around it, outermost first. A table of contents nests no entry under an entry of another tab. */
  tabs?: number[];
}

/** `nav` of a page's front matter. `path` is metadata and does not affect routing. */
export interface PageNav {
  title?: string;
  path?: string;
  order?: number;
  /** Second level of the navigation. */
  second?: { title?: string; order?: number };
}

export interface HeroAction {
  text: string;
  link: string;
}

/** The hero of a home page, as in front matter. Title and description are plain text. */
export interface Hero {
  title?: string;
  description?: string;
  background?: string;
  actions?: HeroAction[];
  /** A command with a copy button, such as `npm install my-library`. */
  install?: string;
  /** File of a demo, which runs in the hero. */
  demo?: string;
  /** An image, shown if there is no demo. */
  image?: HeroImage;
}

/** An image for both color schemes. Paths are written like those of images in the page. */
export interface HeroImage {
  light?: string;
  /** Default: `light`. If only one of the two is set, both color schemes use it. */
  dark?: string;
  /** Alternative text. */
  alt?: string;
}

/** A feature box of a home page. */
export interface Feature {
  title?: string;
  description?: string;
  /** Path of an image, or an SVG as text. */
  icon?: string;
  emoji?: string;
  link?: string;
}

/** Validated front matter of a page. Unknown keys are kept for themes. */
export interface Frontmatter {
  title?: string;
  subtitle?: string;
  description?: string;
  keywords?: string[];
  /** Language of the content, such as `de`; default: the locale's. */
  lang?: string;
  nav?: PageNav;
  group?: { title?: string; order?: number };
  order?: number;
  toc?: false | 'content' | 'menu';
  debug?: boolean;
  sidebar?: boolean;
  filename?: string;
  /** Former routes of the page and former anchors of its parts, without base: `/old`, `/#install`, `/#api-*`. */
  redirectFrom?: string[];
  atomId?: string;
  demo?: { cols?: number; tocDepth?: number; ts2js?: boolean };
  hero?: Hero;
  features?: Feature[];
  serverLoader?: boolean;
  [key: string]: unknown;
}

/** Known keys of front matter. Types ensure that lists of them are complete. */
export type FrontmatterKey = keyof { [Key in keyof Frontmatter as string extends Key ? never : Key]: true };

/** A piece of running text for search. */
export interface TextRecord {
  value: string;
  /** Text segments in one paragraph share a number. */
  paraId: number;
  /** Index into the page's toc of the closest heading before the text. */
  tocIndex?: number;
  /** For a row of an API table: its name, and the id of its element. */
  row?: { name: string; anchor: string };
}

/** A tab of a page, chosen by the query parameter `tab`. */
export interface PageTab {
  key: string;
  title: string;
  meta: { frontmatter: Frontmatter; toc: TocEntry[]; texts: TextRecord[] };
}

export interface PageMeta {
  title: string;
  toc: TocEntry[];
  /** Source path, relative to the project root, with forward slashes. */
  filename: string;
  /** Milliseconds since 1970 of the last commit that touched the file; absent when unknown. */
  lastUpdated?: number;
  nav?: PageNav;
  description?: string;
  hero?: Hero;
  frontmatter: Frontmatter;
  tabs: PageTab[];
  texts: TextRecord[];
}

/** Dependency of a demo: a package version, or the text of a file. */
export interface DemoDependency {
  type: 'NPM' | 'FILE';
  value: string;
}

/** The exportable description of a demo. */
export interface DemoAsset {
  type: 'BLOCK';
  id: string;
  /** Key of the entry in `dependencies`, such as `index.tsx`. */
  entry: string;
  dependencies: Record<string, DemoDependency>;
  title?: string;
  description?: string;
  keywords?: string[];
}

/** An entry of the sidebar. */
export interface SidebarItem {
  title: string;
  /** Route path without base, such as `/demo/simple`; absent for a folder without a page. */
  link?: string;
  order: number;
  /** True for a page that exists only in `dev`. */
  debug?: true;
  /** Language of the title, if the page is a fallback for a missing translation. */
  lang?: string;
  /** Pages under this page. */
  children?: SidebarItem[];
}

export interface SidebarGroup {
  title?: string;
  /** Language of its pages, if it differs from that of the shown page. */
  lang?: string;
  order?: number;
  children: SidebarItem[];
}

/** An item of the top navigation. */
export interface NavItem {
  title: string;
  /** Route path without base, or an absolute URL. */
  link?: string;
  order?: number;
  /** The item is current on routes under this path (matched by segments). */
  activePath?: string;
  children?: NavItem[];
}

export type SearchHintType = 'content' | 'title' | 'demo' | 'page';

/** A section of a page in the search index. */
export interface SearchSection {
  rawTitle: string;
  title: string;
  link: string;
  paragraphs: string[];
}

export interface SearchDemo {
  link: string;
  rawTitle: string;
  title: string;
  description: string;
  keywords: string[];
  /** Initially shown text. */
  paragraphs: string[];
  /** Files of its code panel. */
  code: string[];
}

export interface SearchEntry {
  /** Absent if the page belongs to no item of the top navigation. */
  navTitle?: string;
  /** `Infinity` without a navigation item. */
  navOrder: number;
  title: string;
  link: string;
  /** Description in the front matter, as plain text. */
  description?: string;
  /** Keywords in the front matter. */
  keywords?: string[];
  sections: SearchSection[];
  demos: SearchDemo[];
}

/** A project for an online editor. */
export interface SandboxProject {
  title: string;
  description: string;
  template: string;
  dependencies: Record<string, string>;
  settings?: Json;
  files: Record<string, string>;
}

/** A content locale; the first one may have base `/`, others default to `/<id>`. */
export type Locale = { id: string; name: string } & (
  | { base: string; suffix?: undefined }
  | { suffix: string; base?: undefined }
);
