import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { loadSite } from '../../build/site.ts';
import { readAllVersions } from '../../project/versions/read-versions.ts';
import { folderOf } from './check-names.ts';

/** Options of {@link listVersions}. */
export interface ListVersionsOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  signal?: AbortSignal | undefined;
}

/** A version in the result of {@link listVersions}. */
export type VersionEntry =
  | { id: string; label: string; kind: 'linked'; href: string }
  | {
      id: string;
      label: string;
      kind: 'sealed';
      href: string;
      aliases: string[];
      /** Version of the library, if it is known. */
      library?: string | undefined;
      seal: string;
      pages: number;
      files: number;
      bytes: number;
    };

/** Lists the versions of a site, newest first. Errors in the list or in trees are diagnostics. */
export async function listVersions({ root = process.cwd(), signal }: ListVersionsOptions = {}): Promise<{
  folder: string;
  versions: VersionEntry[];
  /** Size of all different files of sealed versions, in bytes. */
  storedBytes: number;
  diagnostics: Diagnostic[];
}> {
  const { site } = await loadSite(root, { signal });
  const folder = folderOf(site);
  const { versions, diagnostics } = readAllVersions(site);
  const stored = new Map<string, number>();
  const entries = (versions?.versions ?? []).map((version): VersionEntry => {
    if (version.kind === 'linked') return version;
    const { id, label, kind, base: href, aliases, library, seal, pages, files } = version;
    let bytes = 0;
    for (const { hash, size } of files.values()) {
      bytes += size;
      stored.set(hash, size);
    }
    return { id, label, kind, href, aliases, library, seal, pages: pages.length, files: files.size, bytes };
  });
  const storedBytes = [...stored.values()].reduce((sum, size) => sum + size, 0);
  return { folder, versions: entries, storedBytes, diagnostics };
}
