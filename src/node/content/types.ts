import type { Frontmatter, NavItem, SidebarGroup } from '../../shared/entities.ts';
import type { VersionChoice, VersionPage } from '../../shared/versions/versions.ts';
import type { Location } from '../base/diagnostics/diagnostic.ts';
import type { SiteVersion } from '../project/versions/types.ts';

export interface SourcePage {
  /** Source path: relative to the site's root, forward slashes. Unique. */
  sourcePath: string;
  filePath: string;
  format: 'md' | 'mdx';
  /** Properties of its text. `PageTexts` returns the text itself. */
  look: TextLook;
  /** Offset in the text where the body begins, after the front matter. */
  bodyOffset: number;
  /** `/demo/simple`: no base, no trailing slash, `/` for the home page. */
  routePath: string;
  locale: string;
  frontmatter: Frontmatter;
  /** Title from front matter, or from the first h1, or derived from the file name. */
  title: string;
  /** Time of the last commit that touched the file, in milliseconds since 1970. */
  lastUpdated?: number;
  editLink?: string;
  shareImage?: string;
  /** `x.$key.md` files next to this one, in file order. */
  tabs: { key: string; title: string; page: SourcePage }[];
  /** True if the page is in an atomDir. */
  atom: boolean;
  fallbacks?: PageFallback[];
  /** Set if a paths file generates the page from a template. Its paths are those that the page would have as a file. */
  entry?: PathsEntry;
  /** Text of a page that has no source file. Such a page is not in the navigation and not in lists of pages. */
  generated?: string;
}

/** Data about an MDX page in Storybook's index. */
export interface StorybookDocs {
  /** Id as Storybook computes it, such as `ui-button--docs`. */
  id: string;
  title: string;
  name: string;
  /** Source paths of the stories files that it imports; the described file is the first. */
  stories: string[];
  isAttached: boolean;
}

export interface PathsEntry {
  /** Source path of the template, such as `docs/[name].md`. */
  template: string;
  /** Source path of the paths file, with the name of the entry: `docs/[name].paths.ts#first`. */
  origin: string;
  params: Record<string, string>;
  /** Set for a Storybook MDX page. */
  docs?: StorybookDocs;
  /** Text of the template with the content of the entry. */
  text: string;
  /** Line of the template for each line of the text, if they differ. */
  lines?: number[];
  /** Lines of the content in the text: the first, from 1, and their number. */
  content?: { line: number; count: number };
}

export interface GeneratedPage {
  sourcePath: string;
  /** Without the base of a locale. The page is in the first content locale. */
  path: string;
  text: string;
  /** Absolute path of the file with its data, whose date is that of the page. */
  dataPath: string;
}

export interface TextLook {
  hash: string;
  /** True if the page may have demos or its own code, which must be bundled. */
  mayRun: boolean;
  mayHaveTables: boolean;
  /** True if the text may have code blocks with type hints. */
  mayHaveTypedBlocks: boolean;
  mayBePassedOver: boolean;
  /** Paths of the Markdown files that the text links to, exactly as the links spell them. */
  pageLinks: string[];
}

export interface PageTexts {
  /** Returns the text of a page, from disk if it is not in memory. Throws a DiagnosticError (CD209) if the file changed. */
  of(page: SourcePage): string;
  hold(page: SourcePage, text: string): void;
  release(page: SourcePage): void;
}

export interface PageFallback {
  locale: string;
  routePath: string;
}

export interface Redirect {
  /** Former path without base and trailing slash, such as `/guide/old` or `/old.html`. */
  from: string;
  to: string;
}

/** An anchor that another page has now, or the beginning of such anchors. */
export interface MovedAnchor {
  from: string;
  /** The anchor, such as `install`, or `api-*` for all anchors that begin with `api-`. */
  anchor: string;
  to: string;
  location?: Location;
}

export interface LoadedSite {
  /** Pages sorted by route; debug pages are included only on request. */
  pages: SourcePage[];
  texts: PageTexts;
  navigation: Navigation;
  publicFiles: { filePath: string; output: string }[];
  redirects: Redirect[];
  /** Former anchors, in the order of the pages that have them. */
  movedAnchors: MovedAnchor[];
  pathsInputs: PathsInputs;
  /** Year of the last commit, for the footer; absent if unknown. */
  year?: number;
  versions?: SiteVersion[];
  /** Versions that readers can choose, the current one first. Absent if there is no other version. */
  versionChoices?: KnownVersion[];
}

export interface PathsInputs {
  /** Absolute paths of the paths files, of what they import, and of the files that they watch. */
  files: string[];
  /** Absolute paths of folders that the paths files watch for new files. */
  folders: string[];
}

export interface KnownVersion extends VersionChoice {
  pages?: VersionPage[];
}

export interface Navigation {
  nav: Record<string, NavItem[]>;
  /** Sidebars by locale, then by the path that the sidebar belongs to. */
  sidebars: Record<string, Record<string, SidebarGroup[]>>;
}
