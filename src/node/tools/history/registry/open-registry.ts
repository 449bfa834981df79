/** Reads published packages from the registry that npm is configured to use. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { createLimit } from '../../../base/files/create-limit.ts';
import { temporaryName } from '../../../base/files/temporary-name.ts';
import { removeFolder } from '../../../output/remove-folder.ts';
import { LIMITS, type Limits } from './limits.ts';
import { type NpmProject, readNpmOptions } from './npm-options.ts';
import type { Manifest, PublishedManifest } from './packument.ts';
import { createPackuments, type Packuments } from './packuments.ts';
import { checkManifest } from './read-manifest.ts';
import { RegistryError, shownAddress } from './registry-error.ts';
import { createRequests, type Requests } from './requests.ts';
import { isPrerelease, sortVersions } from './select-versions.ts';
import { unpackDeclarations } from './unpack-declarations.ts';

/** Version of a package. */
export interface PackageVersion {
  name: string;
  version: string;
}

/** Options of {@link Registry.fetchDeclarations}. */
export interface FetchOptions {
  /** Also keeps JavaScript, which contains default values. */
  javascript?: boolean;
  /** Cancels this download. */
  signal?: AbortSignal;
}

/** What was fetched. */
export interface FetchedDeclarations {
  /** Manifest in the tarball. */
  manifest: Manifest;
  /** False for a package without types. */
  hasDeclarations: boolean;
}

/**
 * A registry. Every package is requested once in a run; failures are remembered too. All functions throw a {@link RegistryError}, the
 * reason of the aborted signal, or an error of the disk.
 */
export interface Registry {
  /** Returns the published versions of a package, oldest first by semver, including deprecated ones. */
  versionsOf(name: string, options?: { prereleases?: boolean }): Promise<string[]>;
  /**
   * Returns the version that npm would install for a range, a tag, or an alias (`npm:name@range`). Returns undefined for a range that
   * names no registry: git, file, URL, workspace.
   */
  resolve(name: string, range: string): Promise<PackageVersion | undefined>;
  /** Returns the dependencies of a version, without its tarball. */
  manifestOf(name: string, version: string): Promise<Manifest>;
  /**
   * Writes `package.json` and the declaration files of a version to a folder. The folder is complete or does not exist.
   *
   * @param folder absolute; must not exist
   */
  fetchDeclarations(
    name: string,
    version: string,
    folder: string,
    options?: FetchOptions,
  ): Promise<FetchedDeclarations>;
}

/** Options of {@link openRegistry}. */
export interface RegistryOptions extends NpmProject {
  signal?: AbortSignal | undefined;
  /** For tests. */
  limits?: Partial<Limits>;
}

/** Tarballs that are downloaded at the same time. */
const DOWNLOADS = 8;

/**
 * Opens the registry that npm is configured to use in a project, with npm's cache, proxies and credentials. Loads the packages of npm,
 * which no other command needs.
 *
 * @throws RegistryError if npm's settings cannot be used
 */
export async function openRegistry({
  projectRoot,
  offline,
  env,
  signal,
  limits: changed,
}: RegistryOptions): Promise<Registry> {
  const limits = { ...LIMITS, ...changed };
  const [options, { default: npmFetch }] = await Promise.all([
    readNpmOptions({ projectRoot, offline, env }),
    import('npm-registry-fetch'),
  ]);
  const requests = createRequests({ npmFetch, options, limits, signal });
  const packuments = await createPackuments({ requests, options, limits, signal });
  const limit = createLimit(DOWNLOADS, signal);
  return {
    async versionsOf(name, { prereleases = false } = {}) {
      const { versions } = await packuments.read(name);
      return sortVersions(Object.keys(versions)).filter((version) => prereleases || !isPrerelease(version));
    },
    resolve: packuments.resolve,
    manifestOf: packuments.manifestOf,
    fetchDeclarations: (name, version, folder, { javascript = false, signal: own } = {}) =>
      limit(() => {
        own?.throwIfAborted();
        return download(
          { requests, packuments, limits, host: options.replaceRegistryHost },
          { name, version },
          {
            folder,
            javascript,
            signal: own,
          },
        );
      }),
  };
}

interface Context {
  requests: Requests;
  packuments: Packuments;
  limits: Limits;
  /** Which hosts of tarballs are replaced by that of the registry. */
  host: string | undefined;
}

async function download(
  { requests, packuments, limits, host }: Context,
  { name, version }: PackageVersion,
  { folder, javascript, signal }: { folder: string; javascript: boolean; signal: AbortSignal | undefined },
): Promise<FetchedDeclarations> {
  const { dist } = await packuments.manifestOf(name, version);
  const shownName = `${name}@${version}`;
  const registry = requests.registryOf(name);
  const refuse = (reason: string): RegistryError =>
    new RegistryError({ kind: 'damaged', name: shownName, reason, registry: shownAddress(registry) });
  const uri = tarballAddress(dist, { registry, host });
  if (uri === undefined) throw refuse('the registry has no valid address of its tarball');
  const temporary = temporaryName(folder);
  await fs.mkdir(path.dirname(folder), { recursive: true });
  try {
    const wanted = { uri, name, shownName, integrity: dist.integrity, most: limits.compressed, signal };
    const unpacked = await requests.send(wanted, async (chunks) => {
      // A first attempt may have left files.
      await removeFolder(temporary);
      return await unpackDeclarations(chunks, { folder: temporary, javascript, limits, refuse });
    });
    const manifest = await checkManifest(temporary, { name, version, refuse });
    await fs.rename(temporary, folder);
    return { manifest, ...unpacked };
  } catch (error) {
    await removeFolder(temporary);
    // The version is published, so its package is not missing.
    const isMissing = error instanceof RegistryError && error.kind === 'not-found';
    throw isMissing ? refuse('its tarball is missing in the registry') : error;
  }
}

/** Returns the address of a tarball. As in npm, the host of the public registry is replaced by a configured one. */
function tarballAddress(
  { tarball }: PublishedManifest['dist'],
  { registry, host = 'npmjs' }: { registry: string; host: string | undefined },
): string | undefined {
  if (tarball === undefined || !URL.canParse(tarball, registry)) return undefined;
  const url = new URL(tarball, registry);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  const replaced = host === 'npmjs' ? 'registry.npmjs.org' : host;
  if (host !== 'always' && url.host !== replaced) return url.href;
  return new URL(`${url.pathname}${url.search}`, registry).href;
}
