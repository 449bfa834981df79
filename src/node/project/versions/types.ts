import type { VersionPage } from '../../../shared/versions/versions.ts';

export type SiteVersion = ArchivedVersion | LinkedVersion;

interface VersionNames {
  /** URL segment: `1.x`. */
  id: string;
  /** Text that readers see. Default: the id. */
  label: string;
}

/** A version whose built site is published unchanged under `v/<id>/`. */
export interface ArchivedVersion extends VersionNames {
  kind: 'archived';
  /** Folder with its files; absolute. */
  folder: string;
  /** Other ids that lead to this version: `1` for `/v/1/`. */
  aliases: string[];
  /** Base that the version was built for: `/my-library/v/1.x/`. */
  base: string;
  /** Version of the library that it documents, if it is known. */
  library?: string | undefined;
  pages: VersionPage[];
  /** Headers from the version's own `_headers`, for URLs under its base. */
  headers?: VersionHeaders[] | undefined;
  /** Redirects from the version's own `_redirects`, for URLs under its base. */
  redirects?: VersionRedirect[] | undefined;
}

export interface VersionHeaders {
  /** Path with base. A trailing `*` matches any suffix. */
  path: string;
  headers: [name: string, value: string][];
}

export interface VersionRedirect {
  /** Path with base. */
  from: string;
  /** Path with the version's base, or an absolute URL. */
  to: string;
  status: number;
}

/** A version that is published elsewhere, built by any tool. */
export interface LinkedVersion extends VersionNames {
  kind: 'linked';
  /** Absolute URL. */
  href: string;
}
