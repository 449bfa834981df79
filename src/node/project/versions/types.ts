/** Versions of a site beside the current one. Commands write them (`tools/versions`), `build` publishes them. */
import type { VersionPage } from '../../../shared/versions/versions.ts';

/** Versions of a site as `versions/versions.json` lists them, newest first. */
export interface SiteVersions {
  /** Folder of the list; absolute. */
  folder: string;
  /** Base of the site for which the versions were sealed. */
  base: string;
  versions: SiteVersion[];
}

export type SiteVersion = SealedVersion | LinkedVersion;

interface VersionNames {
  /** Segment of addresses: `1.x`. */
  id: string;
  /** Text that readers see. Default: the id. */
  label: string;
}

/** A version whose built site is published below `v/<id>/`, byte for byte. */
export interface SealedVersion extends VersionNames {
  kind: 'sealed';
  /** Other ids that lead to this version: `1` for `/v/1/`. */
  aliases: string[];
  /** SHA-256 of the version's tree file, in hexadecimal digits. */
  seal: string;
  /** Base that the version was built for: `/my-library/v/1.x/`. */
  base: string;
  /** Version of the library that it documents, if it is known. */
  library?: string;
  pages: VersionPage[];
  /** By path below the version's base. */
  files: ReadonlyMap<string, SealedFile>;
  /** Headers of the version's own `_headers`, for addresses below its base. */
  headers?: SealedHeaders[];
  /** Redirects of the version's own `_redirects`, for addresses below its base. */
  redirects?: SealedRedirect[];
}

/** Headers to send for addresses of a sealed version. */
export interface SealedHeaders {
  /** Path with base. A `*` at its end matches any rest. */
  path: string;
  headers: [name: string, value: string][];
}

/** Redirect of a sealed version. */
export interface SealedRedirect {
  /** Path with base. */
  from: string;
  /** Path with the version's base, or an absolute address. */
  to: string;
  status: number;
}

/** Content of a file of a sealed version. Equal files of all versions are stored once. */
export interface SealedFile {
  /** SHA-256 in hexadecimal digits. It is also the name of the stored file. */
  hash: string;
  /** In bytes. */
  size: number;
}

/** A version that is published elsewhere, built by any tool. */
export interface LinkedVersion extends VersionNames {
  kind: 'linked';
  /** Absolute address. */
  href: string;
}
