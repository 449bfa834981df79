import type { Plugin as BundlerPlugin, Loader } from 'esbuild';
import type { Locale, NavItem, SidebarGroup } from '../../../shared/entities.ts';
import type { ColorPreference, DemoAction, PrefersColor } from '../../../shared/page-data.ts';
import type { SlotName } from '../../../shared/slots.ts';
import type { DataFiles } from '../code-files.ts';
import type { Command, CommandGroup } from './kit-types.ts';
import type { Target } from './targets.ts';

/** Configured navigation, which replaces the generated one or is combined with it. */
export type NavConfig =
  | NavItem[]
  | { mode: 'override' | 'prepend' | 'append'; value: NavItem[] }
  | { [localeId: string]: NavItem[] };

/** Script of the page: a URL or inline code as a string, or attributes with `src` or `content`. */
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
/** Style sheet of the page: a URL or inline CSS as a string, or attributes with `href` or `content`. */
export type StyleConfig =
  | string
  | { href?: string; content?: string; [attribute: string]: string | boolean | undefined };

/** Documented package. Paths are relative to the root. */
export interface LibraryConfig {
  name?: string;
  entry: string;
}

/** Social link with a custom icon. */
export interface SocialLinkConfig {
  link: string;
  /** SVG file relative to the root, such as `./docs/icons/forum.svg`. Its shape is drawn in the text color. */
  icon?: string;
  /** Accessible name. Default: the site name. */
  label?: string;
}

/** Font that takes precedence over system fonts. */
export interface FontConfig {
  /** Name of the font, such as `Inter`. */
  family: string;
  /** Font file relative to the root, such as `./docs/fonts/inter-latin.woff2`. Default: none; `family` is a system font. */
  src?: string;
  /** Weights in the file, as in CSS. Default: `100 900`. */
  weight?: string;
  /** Characters in the file, as in CSS. Default: all. */
  unicodeRange?: string;
}

/** A unified plugin. */
// biome-ignore lint/suspicious/noExplicitAny: plugins have any `this`, options and trees.
export type MarkdownPlugin = (this: any, ...options: any[]) => unknown;

/** Plugin, plugin with options, or preset: an element of a list of plugins, like unified's `Pluggable`. */
export type MarkdownPluggable =
  | MarkdownPlugin
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  | [plugin: MarkdownPlugin, ...options: any[]]
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  | { plugins?: any; settings?: any };

/** A page of a finished site, as plugins see it. */
export interface FinishedPage {
  /** Route path without base, such as `/guide/install`. */
  route: string;
  /** URL with base, and with the host of `sitemap` if it is configured. */
  url: string;
  locale: string;
  title: string;
  description?: string;
  /** Sections in order. Text before the first heading is a section without a title. */
  sections: { title: string; url: string; paragraphs: string[] }[];
}

/** A finished site, as plugins see it. */
export interface FinishedSite {
  title: string;
  base: string;
  locales: { id: string; name: string }[];
  /** Pages that search engines may index, sorted by route. */
  pages: FinishedPage[];
}

/** Returns additional files of a site: text or bytes by output path, such as `records.json`. */
export type PluginFiles = (
  site: FinishedSite,
) => Record<string, string | Uint8Array> | Promise<Record<string, string | Uint8Array>>;

/** A named partial configuration. Paths are relative to the root of the site, so a plugin in a package has absolute paths. */
export interface Plugin extends Omit<UserConfig, 'plugins' | 'outputPath' | 'projectRoot' | 'cacheDir'> {
  /** Name in messages, such as `glossary`. */
  name: string;
  /** Computes additional files from all pages. In `dev`, it runs when one of them is requested, and again after a change. */
  files?: PluginFiles;
  /** Command-line commands by name, such as `{ links: { … } }` for `cascader-docs links`. */
  commands?: Record<string, Command | CommandGroup>;
}

/** Options of the theme. */
export interface ThemeOptions {
  name?: string;
  logo?: string | false;
  nav?: NavConfig;
  /** Sidebars by path. Each replaces the generated sidebar of its path. */
  sidebar?: Record<string, SidebarGroup[]>;
  /** Markdown text, or false for none. */
  footer?: string | false;
  /** At most five links by site name: `{ github: 'https://…' }`. Unknown sites need an icon. */
  socialLinks?: Record<string, string | SocialLinkConfig>;
  /**
   * Link to edit a page. True: from package.json's repository; otherwise a template with `{filename}`, or false for none.
   * Default: true.
   */
  editLink?: boolean | string;
  /** Link to source code. True: from package.json's repository; a template with `{fileName}` and `{line}`; false: none. Default: true. */
  sourceLink?: boolean | string;
  /** Branch for edit and source links that are derived from package.json's repository. Default: `main`. */
  branch?: string;
  /** Actions to remove from all demo cards: `CSB`, `STACKBLITZ`, `EXTERNAL`, `EDIT`. A demo's option takes precedence. Default: none. */
  disabledActions?: DemoAction[];
  /** Whether to show the date of the last change. Default: true. */
  lastUpdated?: boolean;
  /** Right-to-left layout. Default: false. */
  rtl?: boolean;
  /** Label of the current version, if the site has other versions. Default: the major version of the library, such as `2.x`. */
  versionLabel?: string;
  prefersColor?: {
    /** Initial color scheme. Default: `light`. */
    default?: ColorPreference;
    /** Whether readers can switch the color scheme. Default: true. */
    switch?: boolean;
    /**
     * Class of the root element for the library's style sheets: `'dark'`, or a class for each color scheme, such as
     * `{ dark: 'dark', light: '' }`. It is also set on pages of single demos, and in edited and exported demos. Default: none.
     */
    class?: string | { dark?: string; light?: string };
    /** Attribute of the root element with the value `light` or `dark`, such as `data-theme`. Default: none. */
    attribute?: string;
  };
  /** Whether code blocks have line numbers. A block overrides this with `lineNumbers`. Default: false. */
  showLineNum?: boolean;
  /** Whether long lines of code blocks are wrapped. A block overrides this with `wrap`. Default: false. */
  wrapCode?: boolean;
  /** Number of lines above which code blocks are folded. A block overrides this with `fold`. Default: never. */
  foldCode?: number;
  /** Accent color as `#rrggbb`. Shades with enough contrast for both color schemes are derived from it. */
  brand?: string;
  /** Fonts for text and for code; `false` for system fonts. Default: Geist and Geist Mono, in Latin text. */
  font?: false | { sans?: FontConfig; mono?: FontConfig };
  /**
   * Position of the table of contents: in a separate column (`content`) or in the sidebar (`menu`). A page overrides this in
   * its front matter. Default: `content`.
   */
  toc?: 'content' | 'menu';
}

/** Configuration in `cascader-docs.config.ts`. Every key is optional. */
export interface UserConfig {
  /** Site name, for the header and for pages without a title. Default: the package's name. */
  title?: string;
  /**
   * Title of a page in browser windows and search engines. `{title}` is replaced by the page's title, `{site}` by the site's
   * name. A page whose title is the site's name shows only that name. Default: `{title} - {site}` if the configuration names the
   * site, otherwise `{title}`.
   */
  titleTemplate?: string;
  /** Description of pages without their own description. */
  description?: string;
  /** Path at which the site is served. Default: `/`. */
  base?: string;
  /** Output folder, relative to the root. Default: `dist`. */
  outputPath?: string;
  /** Folder whose files are copied to the root of the site. Default: `docs/public`. */
  publicDir?: string;
  /**
   * Storybook story files, as patterns relative to the root, such as `'src/*.stories.tsx'`. Each title has a page with its
   * stories. MDX files are Storybook pages. Default: none.
   */
  stories?: string | string[];
  /** Location of pages. */
  resolve?: {
    /** Folders with pages. With a `type`, routes start with its plural. Default: `['docs']`. */
    docDirs?: (string | { type?: string; dir: string })[];
    /** Folders of components whose pages are next to the code. Default: `[]`. */
    atomDirs?: { type: string; subType?: string; dir: string }[];
    /** With `active`, a `tsx` or `jsx` code block is a demo unless it has `| pure`. With `passive`, only with `| demo`. Default: `active`. */
    codeBlockMode?: 'active' | 'passive';
    /** Entry of the documented library, such as `./src/index.tsx`. Demos that import this file import the package. */
    entryFile?: string;
    /** Whether routes are in kebab-case. Default: true. */
    forceKebabCaseRouting?: boolean;
    /** Folders and files outside of the project and its workspace, and files with private names, that may be published. Default: `[]`. */
    allow?: string[];
  };
  /** Content locales. Default: one, whose id is {@link UserConfig.defaultLocale}. */
  locales?: { id: string; name: string; base?: string; suffix?: string }[];
  /** Language of the content on a site with one locale. Default: `en`. */
  defaultLocale?: string;
  /** Interface language of the pre-rendered pages. Default: `en-US`, or the first of `languages` if they do not include it. */
  language?: string;
  /** Interface languages to offer, in this order; if there is only one, no switch is shown. Default: the built-in languages and those in `messages`. */
  languages?: string[];
  /** Interface strings by language: overrides, or complete additional languages. */
  messages?: Record<string, { name?: string; messages: Record<string, string> }>;
  /** URLs or paths of icons. */
  favicons?: string[];
  /** Module with the theme as its default export, such as `./docs/theme.tsx`. */
  theme?: string;
  /**
   * Components that pages use by name, as modules with a default export: `{ Icon: './docs/components/Icon.tsx' }` for `<Icon />`.
   * Paths are relative to the root. Default: none.
   */
  components?: Record<string, string>;
  /**
   * Components around the regions of the theme, by slot, as modules with a default export:
   * `{ ContentBottom: './docs/components/Feedback.tsx' }`. They replace those of the theme. Default: none.
   */
  slots?: { [Name in SlotName]?: string };
  /**
   * Named partial configurations, which are merged in order before this configuration. Lists are concatenated, and objects are
   * merged key by key. Two plugins with different values for one option are an error. Default: none.
   */
  plugins?: Plugin[];
  /** Theme options. Custom themes may have others. */
  themeConfig?: ThemeOptions & { [key: string]: unknown };
  /** Levels of the top navigation. Default: `auto`, which is two if a page is two folders deep. */
  nav?: { levels?: 'auto' | 1 | 2 };
  /** When to prefetch the page of a link. */
  routePrefetch?: { defaultPrefetch?: 'none' | 'intent' | 'render' | 'viewport'; defaultPrefetchTimeout?: number };
  /**
   * Order of the groups of search results: as in the navigation, or best result first. `synonyms` are groups of words and
   * phrases with the same meaning: a search for one also finds the others. False: no search. Default: `{ groupOrder: 'nav' }`.
   */
  search?: false | { groupOrder?: 'nav' | 'score'; synonyms?: string[][] };
  headScripts?: ScriptConfig[];
  scripts?: ScriptConfig[];
  styles?: StyleConfig[];
  metas?: Record<string, string>[];
  links?: Record<string, string>[];
  /** Import aliases for demos, pages and the theme. A key that ends with `$` matches only the exact specifier. */
  alias?: Record<string, string>;
  /** Absolute URL of the site, for canonical links and the sitemap. */
  sitemap?: { hostname: string; exclude?: string[] };
  /**
   * Atom feeds by folder: `{ '/blog': { title: 'Blog' } }` writes `blog/feed.xml` with the pages under `/blog` that have a `date`
   * in their front matter. Requires `sitemap`. Default: none.
   */
  feed?: Record<string, { title: string }>;
  /**
   * Generates a preview image of each page's title for social media. `font` is a `.ttf` or `.otf` file, relative to the root.
   * Requires `sitemap` and the package `@resvg/resvg-js`. Default: none.
   */
  shareImages?: { font: string };
  /**
   * Severity of dead links in pages and in the navigation, and of missing images. `error` fails the build, `warn` only warns.
   * Dead links in content that a page embeds from outside of the docs folders are always warnings. Default: `error`, or `warn`
   * with a dumi configuration.
   */
  deadLinks?: 'error' | 'warn';
  /**
   * Whether a page without a translation is shown at the route of the translation, in the language of the first locale.
   * Default: true, or false with a dumi configuration.
   */
  fallback?: boolean;
  /**
   * Content security policy: additional sources by directive, or false for no directive except `frame-src`. With `'strict'`, or
   * `strict: true` next to the sources, demos must not insert styles, as CSS-in-JS does. Default: they may.
   */
  csp?: false | 'strict' | { strict?: boolean; [directive: string]: string[] | boolean | undefined };
  /**
   * Whether to write a Markdown version of every page, `llms.txt` and `llms-full.txt`. With `twins: false`, only `llms.txt` is
   * written, with links to the pages, for hosting providers that limit the number of files. Default: true.
   */
  llms?: boolean | { twins?: boolean };
  /**
   * Hosting provider to generate configuration for. Files that exceed the provider's limits are reported as warnings. Default:
   * none; generates the files that most providers read.
   */
  target?: Target;
  /**
   * Options for `pack`, which writes documentation to publish with the library. `outDir`: folder, relative to the root; default
   * `skills/<name>` in the package. `maxSize`: limit in kilobytes, default 300. `locales`: ids of content locales, default the first.
   * `exclude`: pages to omit, such as `/blog*`.
   */
  pack?: { outDir?: string; maxSize?: number; locales?: string[]; exclude?: string[] };
  /**
   * Options of `dev` and `preview`. `allowedHosts`: host names that requests may use in addition to those of this machine, such
   * as `docs.test`. A name that starts with a dot includes all subdomains. Default: none.
   */
  server?: { allowedHosts?: string[] };
  /** Time limit for rendering one demo at build time: milliseconds of processor time plus waiting time. Default: 10000. */
  demoTimeout?: number;
  /** Time limit for compiling and rendering one page, in milliseconds of processor time. Default: 10000. */
  pageTimeout?: number;
  /**
   * Findings of `check` that you accept, such as messages of other packages. Default: none.
   *
   * @example [{ code: 'console-warning', match: 'findDOMNode', until: '2027-06-30', reason: 'Fixed in react-grid 3' }]
   */
  accept?: AcceptEntry[];
  /**
   * Screenshots that `check --screenshots` takes of each state of each demo. `widths`: viewport widths in CSS pixels, default
   * `[1280, 390]`. `colors`: color schemes, default both.
   */
  screenshots?: { widths?: number[]; colors?: ('light' | 'dark')[] };
  /**
   * Largest sizes that `report` accepts, in kilobytes compressed with Brotli. `firstView`: a page with its scripts and style
   * sheets; `demo` is for pages with demos, `text` for all others. `imports`: the cost of an export alone, by name; `*` is for all
   * others. Default: none.
   */
  budgets?: {
    firstView?: { home?: number; demo?: number; text?: number };
    imports?: Record<string, number>;
  };
  /**
   * Folder, relative to the root, in which `cascader-docs` stores its cache. Default: `.cache` in the `node_modules` of the
   * project; without `node_modules`, nothing is cached.
   */
  cacheDir?: string;
  /**
   * Cache options. Set `rendered: false` if demos, pages or the theme show values that differ between builds, such as the
   * date: the site is then rebuilt even if nothing has changed. Default: true.
   */
  cache?: { rendered?: boolean };
  /**
   * Module that collects the styles of demos while they are rendered at build time, such as `./docs/prerender.tsx`. It may export
   * `wrap(element)`, which returns the element to render, and `styles()`, which returns `<style>` elements as a string
   * afterwards. Each demo has a separate instance of the module.
   */
  prerender?: string;
  /**
   * Options for all demos. `setup`: module that runs before every demo, such as `./docs/setup.tsx`. It runs on the server, on
   * pages, on the demo's own page, and in edited and exported demos.
   *
   * The module may import style sheets and polyfills, and export `Wrapper`, a component that is rendered around each demo.
   * Default: none.
   */
  demo?: { setup?: string };
  /**
   * Options for projects that demos are exported to. `dependencies`: versions by package name, such as `{ typescript: '^5' }`.
   * Default: the installed versions, and `^5` for TypeScript (`^4` with the template `create-react-app`).
   */
  export?: { dependencies?: Record<string, string> };
  /**
   * Options for projects that readers open in CodeSandbox or StackBlitz. `template`: `vite`, which both services run on Node.js, or
   * `create-react-app`, which they compile in the browser. Default: `vite`.
   */
  sandbox?: { template?: 'vite' | 'create-react-app' };
  /**
   * Folder that must contain all pages, demos, images and imported files. Exceptions are packages, targets of `alias`, documented
   * libraries and `resolve.allow`. Default: the folder of the nearest package.json and, for imported and embedded files, its
   * workspace.
   */
  projectRoot?: string;
  /**
   * Generates API tables (`<API>`) from types. `entry` is a source file in any folder, such as `src/index.tsx`, or the
   * name of an installed package. Default: the library's source. `tsconfig`: default is the nearest one. `history` is the file with
   * the API history, which tables show, or false. Default: `docs/api-history.json`, if it exists. `previousNames` are earlier names
   * of the package on npm, oldest first. `importCost: true` shows what an application loads for each export. Default: true.
   */
  apiParser?:
    | boolean
    | { entry?: string; tsconfig?: string; history?: string | false; previousNames?: string[]; importCost?: boolean };
  /**
   * Documented packages, if they differ from the project's package. `entry` is a source file, or the folder of a package with its
   * source in the usual location. `name`: default is the name in the nearest package.json.
   */
  library?: LibraryConfig | LibraryConfig[];
  /**
   * Additional esbuild options for library, demos, pages and theme. `plugins`: esbuild plugins; they disable the cache for
   * bundles. `define`: expressions by name. `loader`: loaders by extension, for files without a built-in loader. `conditions`:
   * conditions for `exports` in package.json. `timeout`: maximum milliseconds for one callback of a plugin, default 60000.
   */
  esbuild?: {
    plugins?: BundlerPlugin[];
    define?: Record<string, string>;
    loader?: Record<string, Loader>;
    conditions?: string[];
    timeout?: number;
  };
  /**
   * PostCSS plugins for the style sheets of the site: a list of plugins, or names of installed plugins with their options, such
   * as `{ plugins: { '@tailwindcss/postcss': {} } }`. False disables PostCSS. Default: the project's configuration in
   * `postcss.config.*`, `.postcssrc*` or package.json.
   */
  postcss?: false | { plugins: unknown[] | Record<string, unknown> };
  /**
   * unified plugins for the text of pages in `.md` and `.mdx` files. `remarkPlugins` change the Markdown tree before the
   * features of this tool apply, `rehypePlugins` change the HTML tree afterwards. Default: none.
   */
  markdown?: { remarkPlugins?: MarkdownPluggable[]; rehypePlugins?: MarkdownPluggable[] };
  serverLoaderPath?: string;
  /**
   * Folder, relative to the root, with the versions of the site: `cascader-docs versions add` writes it, and `build` publishes the
   * versions. False: no versions. Default: `versions`, if it exists.
   */
  versions?: string | false;
}

/** Options that have a default, and otherwise stay as they are written. */
type Defaulted =
  | 'title'
  | 'titleTemplate'
  | 'base'
  | 'defaultLocale'
  | 'language'
  | 'languages'
  | 'messages'
  | 'favicons'
  | 'headScripts'
  | 'scripts'
  | 'styles'
  | 'metas'
  | 'links'
  | 'alias'
  | 'accept'
  | 'deadLinks'
  | 'fallback'
  | 'demoTimeout'
  | 'pageTimeout';

/** Options that have a default, with absolute paths. */
type DefaultedPaths = 'publicDir' | 'components' | 'slots' | 'demo' | 'versions';

/** Groups of options, each of which has a default. */
type Groups = 'routePrefetch' | 'server' | 'screenshots' | 'budgets' | 'cache' | 'export' | 'sandbox' | 'esbuild';

/** Options that may be missing. Paths are absolute. */
type Optional =
  | 'description'
  | 'theme'
  | 'shareImages'
  | 'target'
  | 'cacheDir'
  | 'prerender'
  | 'postcss'
  | 'serverLoaderPath';

type OfResolve = NonNullable<UserConfig['resolve']>;

/** Accepts findings of `check`. At least one of `match`, `target` and `demo` limits an entry. */
export interface AcceptEntry {
  /** Rule of the findings, such as `console-warning` or `axe/label`. */
  code: string;
  /** Part of their message. */
  match?: string;
  /** Their element. */
  target?: string;
  /** Id of their demo. Default: all demos, and findings of pages. */
  demo?: string;
  /** Last day, such as `2027-06-30`. Default: the entry does not expire. */
  until?: string;
  /** Why they are accepted. */
  reason: string;
}

/** Configuration with all defaults and absolute paths. */
export interface ResolvedConfig
  extends Required<Pick<UserConfig, Defaulted | DefaultedPaths>>,
    Pick<UserConfig, Optional>,
    Required<Pick<OfResolve, 'atomDirs' | 'codeBlockMode' | 'forceKebabCaseRouting' | 'allow'>>,
    Pick<OfResolve, 'entryFile'>,
    Filled<Groups> {
  outDir: string;
  docDirs: { type?: string; dir: string }[];
  stories: string[];
  locales: Locale[];
  /** Functions of plugins that write files. */
  files: { plugin: string; make: PluginFiles }[];
  /** Commands of plugins. */
  commands: { plugin: string; name: string; command: Command | CommandGroup }[];
  themeConfig: ResolvedTheme;
  navLevels: 'auto' | 1 | 2;
  search: false | { groupOrder: 'nav' | 'score'; synonyms: string[][] };
  sitemap?: { hostname: string; exclude: string[] };
  feed: { folder: string; title: string }[];
  /** Sources to add by directive. */
  csp: false | Record<string, string[]>;
  /** True if demos must not insert styles. */
  strictStyles: boolean;
  llms: false | { twins: boolean };
  /** `outDir` is absolute. */
  pack: { outDir?: string; maxSize: number; locales: string[]; exclude: string[] };
  /** `history` is absolute; absent for the default path. */
  apiParser: false | Exclude<UserConfig['apiParser'], boolean | undefined>;
  /** Entries are absolute. */
  library?: LibraryConfig[];
  /** Absent without plugins. `digest` identifies their code and options. */
  markdown?: { remarkPlugins: MarkdownPluggable[]; rehypePlugins: MarkdownPluggable[]; digest: string };
}

type DefaultedTheme =
  | 'name'
  | 'logo'
  | 'sidebar'
  | 'footer'
  | 'editLink'
  | 'sourceLink'
  | 'branch'
  | 'lastUpdated'
  | 'rtl'
  | 'toc'
  | 'font';

/** Paths of icons and fonts are absolute. */
interface ResolvedTheme
  extends Omit<ThemeOptions, DefaultedTheme | 'socialLinks' | 'prefersColor'>,
    Required<Pick<ThemeOptions, DefaultedTheme>> {
  socialLinks: ({ name: string } & SocialLinkConfig)[];
  prefersColor: PrefersColor;
  [key: string]: unknown;
}

type Filled<Names extends keyof UserConfig> = { [Name in Names]: Required<NonNullable<UserConfig[Name]>> };

/** Settings for a single run that override the config file. */
export interface SiteOverrides {
  /** Output folder, relative to the site's root unless it is absolute. */
  outDir?: string;
  base?: string;
  /** Hosting provider to generate configuration for. */
  target?: Target;
}

/** Site to build: its folder and resolved configuration. Stages read no other settings. */
export interface Site {
  /** Absolute, real path. Locations in diagnostics are relative to it. */
  root: string;
  /** Absolute, real path. It contains all pages. */
  projectRoot: string;
  /**
   * Absolute, real paths outside of the project whose files may be used: the workspace, targets of `alias`, `resolve.allow`.
   * Default: none.
   */
  allowed?: string[];
  config: ResolvedConfig;
  /** Source path of the config file, if there is one. */
  configFile?: string;
  /** Text of the config file, for locations. */
  configSource?: string;
  /** Keys of the config file, as written. */
  configKeys?: string[];
  /** Tool whose configuration or defaults the project uses, if it is not cascader-docs. */
  writtenFor?: 'dumi';
  /** Data files, which are run when they are first imported. */
  data?: DataFiles;
  /** Workspace that contains the project, if there is one. */
  workspace?: Workspace;
  /** Nearest package.json. */
  packageJson: {
    name?: string;
    version?: string;
    dir: string;
    /** Version ranges by package name, from all kinds of dependencies. */
    dependencies?: Record<string, string>;
    repository?: string | { type?: string; url?: string; directory?: string };
  };
}

/** Packages that are developed together. */
export interface Workspace {
  /** Absolute, real path. */
  root: string;
  /** Absolute folders by package name. */
  packages: Record<string, string>;
  /** Repository in the package.json of the workspace. */
  repository?: Site['packageJson']['repository'];
}
