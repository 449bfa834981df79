/** The document of a registry with all versions of a package. */
import { messageOf } from '../../../base/diagnostics/message-of.ts';

/** Names of packages with the ranges of their versions. */
export type Ranges = Record<string, string>;

/** What other packages a version needs. */
export interface Manifest {
  name: string;
  version: string;
  dependencies: Ranges;
  optionalDependencies: Ranges;
  peerDependencies: Ranges;
}

/** Manifest of a published version. */
export interface PublishedManifest extends Manifest {
  deprecated?: unknown;
  dist: { tarball?: string; integrity?: string };
}

/** Versions of a package, in the form that `npm-pick-manifest` reads. */
export interface Packument {
  name: string;
  versions: Record<string, PublishedManifest>;
  'dist-tags': Record<string, string>;
  /** Dates of the versions. */
  time: Record<string, string> | undefined;
}

type Json = Record<string, unknown>;

/**
 * Reads a packument, and keeps only what is needed, because it may have several megabytes.
 *
 * @throws Error with the reason if the text is not a packument
 */
export function parsePackument(name: string, text: string): Packument {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new Error(`the answer is not JSON: ${messageOf(error)}`);
  }
  if (!isObject(document)) throw new Error('the answer is not the description of a package');
  const { versions, time } = document;
  if (!isObject(versions)) throw new Error('the answer contains no versions of the package');
  const entries = Object.entries(versions).flatMap(([version, manifest]) =>
    isObject(manifest) ? [[version, toPublished({ name, version }, manifest)] as const] : [],
  );
  return {
    name,
    versions: Object.fromEntries(entries),
    'dist-tags': textsOf(document['dist-tags']),
    time: isObject(time) ? textsOf(time) : undefined,
  };
}

function toPublished(id: { name: string; version: string }, source: Json): PublishedManifest {
  const dist = isObject(source.dist) ? source.dist : {};
  const { tarball, integrity, shasum } = textsOf(dist);
  return {
    ...toManifest(id, source),
    ...(source.deprecated !== undefined && { deprecated: source.deprecated }),
    dist: {
      ...(tarball !== undefined && { tarball }),
      // Versions from before 2017 may have only the older checksum.
      ...(integrity || shasum ? { integrity: integrity || fromShasum(shasum as string) } : {}),
    },
  };
}

/** Returns the dependencies of a `package.json`. */
export function toManifest({ name, version }: { name: string; version: string }, source: Json): Manifest {
  return {
    name,
    version,
    dependencies: textsOf(source.dependencies),
    optionalDependencies: textsOf(source.optionalDependencies),
    peerDependencies: textsOf(source.peerDependencies),
  };
}

/** Returns all ranges of a manifest. */
export function rangesOf({ dependencies, optionalDependencies, peerDependencies }: Manifest): Ranges {
  return { ...peerDependencies, ...dependencies, ...optionalDependencies };
}

function fromShasum(shasum: string): string {
  return `sha1-${Buffer.from(shasum, 'hex').toString('base64')}`;
}

/** Returns the entries of an object whose values are texts. */
function textsOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Returns true for an object of JSON. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
