import type { Frontmatter, NavItem, SidebarGroup } from '../../shared/entities.ts';
import type { VersionChoice, VersionPage } from '../../shared/versions/versions.ts';
import type { Location } from '../base/diagnostics/diagnostic.ts';
import type { SiteVersion } from '../project/versions/types.ts';

/** A page's source file, with everything known before its body is parsed. */
export interface SourcePage {
  /** Source path: relative to the site's root, forward slashes. Unique. */
  sourcePath: string;
  /** Absolute path. */
  filePath: string;
  format: 'md' | 'mdx';
  /** Properties of its text. `PageTexts` returns the text itself. */
  look: TextLook;
  /** Offset in the text where the body begins, after the front matter. */
  bodyOffset: number;
  /** `/demo/simple`: no base, no trailing slash, `/` for the home page. */
  routePath: string;
  /** Id of the content locale. */
  locale: string;
  frontmatter: Frontmatter;
  /** Title from front matter, or from the first h1, or derived from the file name. */
  title: string;
  /** Time of the last commit that touched the file, in milliseconds since 1970. */
  lastUpdated?: number;
  editLink?: string;
  /** Output path of the image for social media previews. */
  shareImage?: string;
  /** `x.$key.md` files beside this one, in file order. */
  tabs: { key: string; title: string; page: SourcePage }[];
  /** True if the page is in an atomDir. */
  atom: boolean;
  /** Routes in other content locales where the page is the fallback for a missing translation. */
  fallbacks?: PageFallback[];
  /** Set if a paths file generates the page from a template. Source path and absolute path are those that the page would have. */
  entry?: PathsEntry;
  /** Text of a page that has no source file. Such a page is not in the navigation and not in lists of pages. */
  generated?: string;
}

/** An entry of a paths file (`[name].paths.ts`), which becomes a page. */
export interface PathsEntry {
  /** Source path of the template, such as `docs/[name].md`. */
  template: string;
  /** Source path of the paths file, with the name of the entry: `docs/[name].paths.ts#first`. */
  origin: string;
  params: Record<string, string>;
  /** Text of the template with the content of the entry. */
  text: string;
  /** Lines of the content in the text: the first, from 1, and their number. */
  content?: { line: number; count: number };
}

/** A page without a source file: its text is generated from data. */
export interface GeneratedPage {
  /** Path that identifies it like a source path. */
  sourcePath: string;
  /** Without the base of a locale. The page is in the first content locale. */
  path: string;
  text: string;
  /** Absolute path of the file with its data, whose date is that of the page. */
  dataPath: string;
}

/** Properties of a page's text: the whole file without a byte-order mark, with `\n` line endings. */
export interface TextLook {
  hash: string;
  /** True if the page may have demos or its own code, which must be bundled. */
  mayRun: boolean;
  /** True if the text may have API tables. */
  mayHaveTables: boolean;
  /** True if the text may have code blocks with type hints. */
  mayHaveTypedBlocks: boolean;
  /** True if the front matter may have keys that only dumi 1 supported. */
  mayBePassedOver: boolean;
  /** Paths of the Markdown files that the text links to, exactly as the links spell them. */
  pageLinks: string[];
}

/** The text of a site's pages and tabs. */
export interface PageTexts {
  /**
   * Returns the text of a page. If the text is not held, it is read from disk. Throws a DiagnosticError (CD209) if the file
   * changed.
   */
  of(page: SourcePage): string;
  /** Holds a page's text in memory. */
  hold(page: SourcePage, text: string): void;
  /** Releases a page's text from memory. */
  release(page: SourcePage): void;
}

/** A route where a page is the fallback for a missing translation. */
export interface PageFallback {
  /** Id of the content locale. */
  locale: string;
  routePath: string;
}

/** A former URL that redirects to a page. */
export interface Redirect {
  /** Former path without base and trailing slash, such as `/guide/old` or `/old.html`. */
  from: string;
  /** Route of the page. */
  to: string;
}

/** An anchor that another page has now, or the beginning of such anchors. */
export interface MovedAnchor {
  /** Route of the page that had it. */
  from: string;
  /** Such as `install`, or `api-*` for all anchors that begin with `api-`. */
  anchor: string;
  /** Route of the page that has it. */
  to: string;
  /** Location of the entry in the front matter. */
  location?: Location;
}

/** Result of `load`. */
export interface LoadedSite {
  /** Pages sorted by route; debug pages are included only on request. */
  pages: SourcePage[];
  /** Text of the pages and their tabs. */
  texts: PageTexts;
  navigation: Navigation;
  /** Files to copy to the output unchanged. */
  publicFiles: { filePath: string; output: string }[];
  /** Former addresses of pages, in order. */
  redirects: Redirect[];
  /** Former anchors, in the order of the pages that have them. */
  movedAnchors: MovedAnchor[];
  /** Inputs of the paths files. */
  pathsInputs: PathsInputs;
  /** Year of the last commit, for the footer; absent if unknown. */
  year?: number;
  /** Versions beside the current one, if there are any. */
  versions?: SiteVersion[];
  /** Versions that readers can choose, the current one first. Absent if there is no other version. */
  versionChoices?: KnownVersion[];
}

/** Files that the pages of paths files depend on. */
export interface PathsInputs {
  /** Absolute paths of the paths files, of what they import, and of the files that they watch. */
  files: string[];
  /** Absolute paths of folders in which they watch for new files. */
  folders: string[];
}

/** A version of the site. */
export interface KnownVersion extends VersionChoice {
  /** Pages of an archived version. */
  pages?: VersionPage[];
}

/** Navigation by content locale id. */
export interface Navigation {
  nav: Record<string, NavItem[]>;
  /** By locale, then by the path that the sidebar belongs to. */
  sidebars: Record<string, Record<string, SidebarGroup[]>>;
}
