import type { Frontmatter, NavItem, SidebarGroup } from '../../shared/entities.ts';

/** A page's source file with all that is known before its body is parsed. */
export interface SourcePage {
  /** Source path: relative to the site's root, forward slashes. Unique. */
  sourcePath: string;
  /** Absolute. */
  filePath: string;
  format: 'md' | 'mdx';
  /** What is known of its text, which `PageTexts` returns. */
  look: TextLook;
  /** Offset in the text where the body begins, after the front matter. */
  bodyOffset: number;
  /** `/demo/simple`: no base, no trailing slash, `/` for the home page. */
  routePath: string;
  /** Id of the content locale. */
  locale: string;
  frontmatter: Frontmatter;
  /** Front matter title, else the first h1, else made from the file name. */
  title: string;
  /** The title comes from front matter or the file name; the layout prints it as h1 unless the body has one. */
  lastUpdated?: number;
  editLink?: string;
  /** Path in the output of the picture that stands for it where it is shared. */
  shareImage?: string;
  /** `x.$key.md` files beside this one, in file order. */
  tabs: { key: string; title: string; page: SourcePage }[];
  /** The page stands in an atomDir. */
  atom: boolean;
  /** Addresses in other content locales at which it stands in for a translation that is not there. */
  fallbacks?: PageFallback[];
}

/** What is known of a text: the whole file, without a byte-order mark and with `\n` line ends. */
export interface TextLook {
  hash: string;
  /** It may have demos, or code of the page itself: there is something to bundle. */
  mayRun: boolean;
  /** It may have tables of the library's types. */
  mayHaveTables: boolean;
  /** It may have code blocks whose types are shown. */
  mayHaveTypedBlocks: boolean;
  /** Where it leads to; only of a text that the loader does not hold. */
  links?: TextLinks;
}

/** Where a text leads to. */
export interface TextLinks {
  /** All addresses; some may be in code. */
  addresses: string[];
  /** Markdown files, as they are written. */
  files: string[];
}

/** The texts of a site's pages and tabs. */
export interface PageTexts {
  /** Returns the text of a page. Reads one that is not held from the disk; throws a DiagnosticError (CD209) if it changed. */
  of(page: SourcePage): string;
  /** Holds a text in memory. */
  hold(page: SourcePage, text: string): void;
  /** Holds a text no longer. */
  release(page: SourcePage): void;
}

/** An address at which a page stands in for its translation. */
export interface PageFallback {
  /** Id of the content locale. */
  locale: string;
  routePath: string;
}

/** A former address that leads to a page. */
export interface Redirect {
  /** As it was: without base and without a slash at its end, such as `/guide/old` or `/old.html`. */
  from: string;
  /** Route of the page. */
  to: string;
}

/** What `load` returns. */
export interface LoadedSite {
  /** Pages by route path order; debug pages are left out unless asked for. */
  pages: SourcePage[];
  /** Texts of the pages and their tabs. */
  texts: PageTexts;
  navigation: Navigation;
  /** Files to copy to the output as they are. */
  publicFiles: { filePath: string; output: string }[];
  /** Former addresses of pages, in order. */
  redirects: Redirect[];
  /** Year of the last commit, for the footer; absent when unknown. */
  year?: number;
}

/** Navigation by content locale id. */
export interface Navigation {
  nav: Record<string, NavItem[]>;
  /** By locale, then by the path that the sidebar belongs to. */
  sidebars: Record<string, Record<string, SidebarGroup[]>>;
}
