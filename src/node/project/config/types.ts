import type { Loader, Plugin } from 'esbuild';
import type { Locale, NavItem, SidebarGroup } from '../../../shared/entities.ts';
import type { ColorPreference, DemoAction, PrefersColor } from '../../../shared/page-data.ts';
import type { Target } from './targets.ts';

/** A navigation given by hand: alone, or joined to the generated one. */
export type NavConfig =
  | NavItem[]
  | { mode: 'override' | 'prepend' | 'append'; value: NavItem[] }
  | { [localeId: string]: NavItem[] };

/** A script of the page: a URL or inline code as a string, or attributes with `src` or `content`. */
export type ScriptConfig =
  | string
  | {
      src?: string;
      content?: string;
      async?: boolean;
      defer?: boolean;
      type?: string;
      [attribute: string]: string | boolean | undefined;
    };
/** A style sheet of the page: a URL or inline CSS as a string, or attributes with `href` or `content`. */
export type StyleConfig =
  | string
  | { href?: string; content?: string; [attribute: string]: string | boolean | undefined };

/** A documented package: paths are relative to the root. */
export interface LibraryConfig {
  name?: string;
  entry: string;
}

/** A social link with an icon of its own. */
export interface SocialLinkConfig {
  link: string;
  /** SVG file relative to the root, such as `./docs/icons/forum.svg`. Its shape is drawn in the colour of the text. */
  icon?: string;
  /** Name for readers. Default: the name of the site. */
  label?: string;
}

/** A font before those of the system. */
export interface FontConfig {
  /** Its name, such as `Inter`. */
  family: string;
  /** File relative to the root, such as `./docs/fonts/inter-latin.woff2`; without it a font of the system is meant. */
  src?: string;
  /** What the file has, as in CSS. Default `100 900`. */
  weight?: string;
  /** Characters that it has, as in CSS; without it, all. */
  unicodeRange?: string;
}

/** `cascader-docs.config.ts`: every key is optional. */
export interface UserConfig {
  /** Name of the site, in the header and in page titles of pages without one. Default: the package's name. */
  title?: string;
  /**
   * Title of a page in the browser's window, in search engines: `{title}` stands for the page's own, `{site}` for the site's
   * name. A page of that name has the name alone. Default `{title} - {site}` where the configuration names the site, else
   * `{title}`.
   */
  titleTemplate?: string;
  /** Description of pages that have none. */
  description?: string;
  /** Path that the site is served under. Default `/`. */
  base?: string;
  /** Output folder, relative to the root. Default `dist`. */
  outputPath?: string;
  /** Folder whose files are copied to the top of the site. Default `docs/public`. */
  publicDir?: string;
  /** Where pages are found. */
  resolve?: {
    /** Folders with pages; with a `type`, routes start with its plural. Default `['docs']`. */
    docDirs?: (string | { type?: string; dir: string })[];
    /** Folders of components with a page beside the code. Default `[]`. */
    atomDirs?: { type: string; subType?: string; dir: string }[];
    /** `active`: a `tsx` or `jsx` fence is a demo unless it says `| pure`; `passive`: only when it says `| demo`. Default `active`. */
    codeBlockMode?: 'active' | 'passive';
    /** Entry of the documented library, such as `./src/index.tsx`: demos that import it import the package. */
    entryFile?: string;
    /** Routes in kebab-case. Default true. */
    forceKebabCaseRouting?: boolean;
    /** Folders and files outside of the project and its workspace, and files with private names, that may be published. Default `[]`. */
    allow?: string[];
  };
  /** Content locales. Default: one, whose id is {@link UserConfig.defaultLocale}. */
  locales?: { id: string; name: string; base?: string; suffix?: string }[];
  /** Language of content without one of its own. Default `en`. */
  defaultLocale?: string;
  /** Interface language of the pre-rendered pages. Default `en-US`, or the first of `languages`. */
  language?: string;
  /** Interface languages that are offered, in this order; with one there is no switch. Default: ours and those of `messages`. */
  languages?: string[];
  /** Strings of the interface by language: overrides, or whole languages of your own. */
  messages?: Record<string, { name?: string; messages: Record<string, string> }>;
  /** URLs or paths of icons. */
  favicons?: string[];
  /** Module with the theme as its default export, such as `./docs/theme.tsx`. */
  theme?: string;
  /** Options of the theme. */
  themeConfig?: {
    name?: string;
    logo?: string | false;
    nav?: NavConfig;
    /** Sidebars by path, laid over the generated ones. */
    sidebar?: Record<string, SidebarGroup[]>;
    /** Markdown; false for none. */
    footer?: string | false;
    /** At most five, by site name: `{ github: 'https://…' }`. Unknown sites need an icon. */
    socialLinks?: Record<string, string | SocialLinkConfig>;
    /** True: from package.json's repository; a template with `{filename}`; false for none. Default true. */
    editLink?: boolean | string;
    /** True: from package.json's repository; a template with `{fileName}` and `{line}`; false for none. Default true. */
    sourceLink?: boolean | string;
    /** Branch that edit links and source links from package.json's repository lead to. Default `main`. */
    branch?: string;
    /** Actions that no demo card offers: `CSB`, `STACKBLITZ`, `EXTERNAL`, `EDIT`. A demo's own option wins. Default none. */
    disabledActions?: DemoAction[];
    /** Show the date of the last change. Default true. */
    lastUpdated?: boolean;
    /** Right-to-left layout. Default false. */
    rtl?: boolean;
    prefersColor?: {
      /** Colour scheme that readers begin with. Default `light`. */
      default?: ColorPreference;
      /** Whether readers can change it. Default true. */
      switch?: boolean;
      /**
       * Class of the root element for style sheets of the library: `'dark'`, or one for each colour scheme, such as
       * `{ dark: 'dark', light: '' }`. It is also set where demos are shown alone, edited and exported. Default none.
       */
      class?: string | { dark?: string; light?: string };
      /** Attribute of the root element with the value `light` or `dark`, such as `data-theme`. Default none. */
      attribute?: string;
    };
    /** Number the lines of code blocks; a block says otherwise by `lineNumbers`. Default false. */
    showLineNum?: boolean;
    /** Break long lines of code blocks; a block says otherwise by `wrap`. Default false. */
    wrapCode?: boolean;
    /** Fold code blocks of more lines; a block says otherwise by `fold`. Default: nothing is folded. */
    foldCode?: number;
    /** The accent, as `#rrggbb`. Shades for both colour schemes with enough contrast are made of it. */
    brand?: string;
    /** Fonts of the site, for text and for code. Default: those of the reader's system. */
    font?: { sans?: FontConfig; mono?: FontConfig };
    /**
     * Where the table of contents stands: in a column of its own (`content`) or in the sidebar (`menu`). A page says
     * otherwise in its front matter. Default `content`.
     */
    toc?: 'content' | 'menu';
    [key: string]: unknown;
  };
  /** Levels of the top navigation. Default `auto`: two when a page stands two folders deep. */
  nav?: { levels?: 'auto' | 1 | 2 };
  /** When a link's page is fetched ahead. */
  routePrefetch?: { defaultPrefetch?: 'none' | 'intent' | 'render' | 'viewport'; defaultPrefetchTimeout?: number };
  /** Order of the groups of hits: by the navigation, or the best hit first. False for no search. Default `{ groupOrder: 'nav' }`. */
  search?: false | { groupOrder?: 'nav' | 'score' };
  headScripts?: ScriptConfig[];
  scripts?: ScriptConfig[];
  styles?: StyleConfig[];
  metas?: Record<string, string>[];
  links?: Record<string, string>[];
  /** Import aliases for demos, pages and the theme; a trailing `$` matches exactly. */
  alias?: Record<string, string>;
  /** Absolute address of the site, for canonical links and the site map. */
  sitemap?: { hostname: string; exclude?: string[] };
  /**
   * Writes an Atom feed for each folder: `{ '/blog': { title: 'Blog' } }` writes `blog/feed.xml` with the pages below `/blog` that
   * have a `date` in their front matter. It needs `sitemap`. Default: none.
   */
  feed?: Record<string, { title: string }>;
  /**
   * Draws a picture of each page's title, for where it is shared. `font` is a `.ttf` or `.otf` file, relative to the root. It needs
   * `sitemap` and the package `@resvg/resvg-js`. Default: none.
   */
  shareImages?: { font: string };
  /**
   * How dead links, of pages and of the navigation, and missing images are reported: `error` fails the build, `warn` is a
   * warning. What a page embeds from outside of the docs folders is a warning always. Default `error`; with a configuration of
   * dumi `warn`.
   */
  deadLinks?: 'error' | 'warn';
  /**
   * Show a page that has no translation at the address of the translation, in the language of the first locale. Default true;
   * false where a configuration of dumi was read.
   */
  fallback?: boolean;
  /**
   * Content security policy: sources to add by directive, or false for none but `frame-src`. `'strict'`, or `strict: true`
   * beside sources: demos may not insert styles, as those of CSS-in-JS do. Default: they may.
   */
  csp?: false | 'strict' | { strict?: boolean; [directive: string]: string[] | boolean | undefined };
  /**
   * Write a Markdown twin of every page, `llms.txt` and `llms-full.txt`. `twins: false` for a host that takes no more files:
   * `llms.txt` alone, which names the pages themselves. Default true.
   */
  llms?: boolean | { twins?: boolean };
  /**
   * Host that the site is written for: what it reads is in the output, and what it would refuse is a warning. Default: none,
   * with the files that most hosts read.
   */
  target?: Target;
  /**
   * For `dev` and `preview`: host names that requests may use besides this machine's, such as `docs.test`; one that begins
   * with a dot stands for all its subdomains. Default none.
   */
  server?: { allowedHosts?: string[] };
  /** Milliseconds of processor time and of waiting that one demo may take to render at build time. Default 10000. */
  demoTimeout?: number;
  /** Milliseconds of processor time that one page may take to be compiled and rendered. Default 10000. */
  pageTimeout?: number;
  /**
   * Folder, relative to the root, in which `cascader-docs` holds what is kept between builds. Default: `.cache` in the
   * `node_modules` of the project; where there is none, nothing is kept.
   */
  cacheDir?: string;
  /**
   * `rendered: false` for a site whose demos, theme or pages show what may be another thing at each build, such as the day: a
   * build is made again also when nothing has changed. Default true.
   */
  cache?: { rendered?: boolean };
  /**
   * Module that collects the styles of demos while they are rendered at build time, such as `./docs/prerender.tsx`: it may
   * export `wrap(element)`, which gives the element to be rendered, and `styles()`, which gives `<style>` elements as a
   * string afterwards. Each demo has a module of its own.
   */
  prerender?: string;
  /**
   * Options for all demos. `setup`: module that runs before every demo, such as `./docs/setup.tsx`: on the server, on pages, on
   * the demo's own page, edited and exported. It may import style sheets and polyfills, and export `Wrapper`, a component that is
   * rendered around each demo. Default: none.
   */
  demo?: { setup?: string };
  /**
   * Projects that demos are exported as. `dependencies`: versions of packages by name, such as `{ typescript: '^5' }`. Default:
   * the installed versions, and `^4` for TypeScript.
   */
  export?: { dependencies?: Record<string, string> };
  /**
   * Folder outside of which no page, demo, image or imported file may lie, but for packages, targets of `alias`, named libraries
   * and `resolve.allow`. Default: the folder of the nearest package.json, and for files that are imported or embedded its
   * workspace.
   */
  projectRoot?: string;
  /**
   * Make tables of properties (`<API>`) from types. `entry` is a source file such as `src/index.tsx`, wherever it lies, or the name of an
   * installed package; default: the library's own source. `tsconfig`: default the nearest one. Default true.
   */
  apiParser?: boolean | { entry?: string; tsconfig?: string };
  /**
   * The documented packages, when they are not the project's own: `entry` is a source file, or the folder of a package whose
   * source is in the usual place; `name` by default that of the package around it.
   */
  library?: LibraryConfig | LibraryConfig[];
  /**
   * What the bundler of scripts is told besides, for library, demos, pages and theme. `plugins`: plugins of esbuild; with them
   * bundles are not kept between builds. `define`: expressions by name. `loader`: by ending, for files that no import of
   * ours reads. `conditions`: of `exports` in package.json. `timeout`: milliseconds that a plugin may take for one answer,
   * default 60000.
   */
  esbuild?: {
    plugins?: Plugin[];
    define?: Record<string, string>;
    loader?: Record<string, Loader>;
    conditions?: string[];
    timeout?: number;
  };
  /**
   * What PostCSS does to the style sheets of the site: plugins, or names of installed ones with their options, such as
   * `{ plugins: { '@tailwindcss/postcss': {} } }`; false for nothing. Default: what the project configures for other tools, in
   * `postcss.config.*`, `.postcssrc*` or its package.json.
   */
  postcss?: false | { plugins: unknown[] | Record<string, unknown> };
  serverLoaderPath?: string;
}

/** The configuration with every default filled in and every path absolute. */
export interface ResolvedConfig {
  title: string;
  titleTemplate: string;
  description?: string;
  base: string;
  outDir: string;
  publicDir: string;
  docDirs: { type?: string; dir: string }[];
  atomDirs: { type: string; subType?: string; dir: string }[];
  codeBlockMode: 'active' | 'passive';
  /** Absolute. */
  entryFile?: string;
  forceKebabCaseRouting: boolean;
  /** Absolute. */
  allow: string[];
  locales: Locale[];
  defaultLocale: string;
  language: string;
  languages: string[];
  messages: Record<string, { name?: string; messages: Record<string, string> }>;
  favicons: string[];
  /** Absolute. */
  theme?: string;
  themeConfig: {
    name: string;
    logo: string | false;
    nav?: NavConfig;
    sidebar: Record<string, SidebarGroup[]>;
    footer: string | false;
    /** Icons are absolute. */
    socialLinks: ({ name: string } & SocialLinkConfig)[];
    editLink: boolean | string;
    sourceLink: boolean | string;
    branch: string;
    disabledActions?: DemoAction[];
    lastUpdated: boolean;
    rtl: boolean;
    showLineNum?: boolean;
    wrapCode?: boolean;
    foldCode?: number;
    prefersColor: PrefersColor;
    toc: 'content' | 'menu';
    brand?: string;
    /** Files are absolute. */
    font?: { sans?: FontConfig; mono?: FontConfig };
    [key: string]: unknown;
  };
  navLevels: 'auto' | 1 | 2;
  routePrefetch: { defaultPrefetch: 'none' | 'intent' | 'render' | 'viewport'; defaultPrefetchTimeout: number };
  search: false | { groupOrder: 'nav' | 'score' };
  headScripts: ScriptConfig[];
  scripts: ScriptConfig[];
  styles: StyleConfig[];
  metas: Record<string, string>[];
  links: Record<string, string>[];
  alias: Record<string, string>;
  sitemap?: { hostname: string; exclude: string[] };
  feed: { folder: string; title: string }[];
  /** The font is absolute. */
  shareImages?: { font: string };
  deadLinks: 'error' | 'warn';
  fallback: boolean;
  /** Sources to add by directive. */
  csp: false | Record<string, string[]>;
  /** Demos may not insert styles. */
  strictStyles: boolean;
  llms: false | { twins: boolean };
  target?: Target;
  server: { allowedHosts: string[] };
  demoTimeout: number;
  pageTimeout: number;
  /** Absolute. */
  cacheDir?: string;
  cache: { rendered: boolean };
  /** Absolute. */
  prerender?: string;
  /** Absolute. */
  demo: { setup?: string };
  export: { dependencies: Record<string, string> };
  apiParser: false | { entry?: string; tsconfig?: string };
  /** Entries are absolute. */
  library?: LibraryConfig[];
  esbuild: {
    plugins: Plugin[];
    define: Record<string, string>;
    loader: Record<string, Loader>;
    conditions: string[];
    timeout: number;
  };
  postcss?: false | { plugins: unknown[] | Record<string, unknown> };
  serverLoaderPath?: string;
}

/** Settings of one run that win over the config file. */
export interface SiteOverrides {
  /** Output folder, relative to the site's root unless absolute. */
  outDir?: string;
  base?: string;
  /** Host that the site is written for. */
  target?: Target;
}

/** A site to build: its folder and its resolved configuration. Stages read nothing else of the outside. */
export interface Site {
  /** Absolute, real path. Locations in diagnostics are relative to it. */
  root: string;
  /** Absolute, real path; no page lies outside of it. */
  projectRoot: string;
  /**
   * Absolute, real paths besides it whose files may be used: its workspace, targets of `alias`, `resolve.allow`.
   * Default none.
   */
  allowed?: string[];
  config: ResolvedConfig;
  /** Source path of the config file, if there is one. */
  configFile?: string;
  /** Its text, for positions. */
  configSource?: string;
  /** Its keys, as they were written. */
  configKeys?: string[];
  /** The tool that the project was written for, when its configuration or its defaults are those of another one. */
  writtenFor?: 'dumi';
  /** The workspace around the project, if there is one. */
  workspace?: Workspace;
  /** The nearest package.json. */
  packageJson: {
    name?: string;
    version?: string;
    dir: string;
    /** Ranges of the packages that the project names, whatever for, by name. */
    dependencies?: Record<string, string>;
    repository?: string | { type?: string; url?: string; directory?: string };
  };
}

/** Packages that are developed together. */
export interface Workspace {
  /** Absolute, real path. */
  root: string;
  /** Absolute folders by name. */
  packages: Record<string, string>;
  /** That of its package.json. */
  repository?: Site['packageJson']['repository'];
}
