/** Output path of the script that archived pages load. It is their only file that changes later. */
export const VERSIONS_SCRIPT = 'versions.js';

/** Output folder of the archived versions: `v/1.x/index.html`. */
export const VERSIONS_FOLDER = 'v';

/** Output folder of the lists of pages, one file per version: `~versions/1.x.json`. */
export const PAGE_LISTS = '~versions';

/** Name of the list of the current version's pages: `~versions/current.json`. No version can have this id. */
export const CURRENT_VERSION = 'current';

export interface VersionPage {
  /** Path under the version's base, without a slash at either end: `components/cascader`; empty for the home page. */
  path: string;
  /** URL under the version's base if it differs from `path`: `guide.html` from a tool that writes such files. */
  url?: string;
  /** Text of the page's first heading, or else its title. */
  heading: string;
  /** Components that the page documents, as they are exported. Absent if there are none, or none are known. */
  components?: string[];
  /** Language of the page, BCP 47. Absent if it is unknown: then the path shows which pages are translations. */
  lang?: string;
  /** Former paths of the page, for which the version has redirects. */
  formerPaths?: string[];
}

export function pageHref(base: string, { path, url = path }: VersionPage): string {
  return base + encodeURI(url);
}

/** A version that readers can choose. */
export interface VersionChoice {
  /** `1.x`; `current` for the current version. */
  id: string;
  /** Text that readers see. */
  label: string;
  /** URL of the version's home page: with the site's base, or absolute for a version that is elsewhere. */
  href: string;
  /** True if the version is another site, whose pages are unknown. */
  isElsewhere?: boolean;
}
