import fs from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SealedDamage } from '../../base/diagnostics/codes/sealed-versions.ts';
import { createDiagnostic, failure } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { shownPath } from '../../base/files/paths.ts';
import { loadSite } from '../../build/site.ts';
import { type ReadVersions, readAllVersions, readVersionList } from '../../project/versions/read-versions.ts';
import { createObjectCheck, describeDamaged, isDamage } from '../../project/versions/sealed-file.ts';
import { sealedVersions } from '../../project/versions/sealed-versions.ts';
import { objectFile } from '../../project/versions/stored-paths.ts';
import { createSealedStates } from '../../store/sealed-states.ts';
import { checkKnown, folderOf } from './check-names.ts';
import { findUnused, refuseLostList } from './remove-leftovers.ts';

/** Options of {@link verifyVersions}. */
export interface VerifyVersionsOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Version to verify. Default: all. */
  id?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Result of {@link verifyVersions}. */
export interface VerifiedVersions {
  /** Ids of the sealed versions that were verified. */
  ids: string[];
  /** Number and size of the different files that were read. */
  files: number;
  bytes: number;
  /** An error for each damaged or missing file, and a warning for files that no version needs. */
  diagnostics: Diagnostic[];
}

/** Reads all files of sealed versions, and compares them with their seals. */
export async function verifyVersions(options: VerifyVersionsOptions = {}): Promise<VerifiedVersions> {
  const { root = process.cwd(), id, signal } = options;
  const { site } = await loadSite(root, { signal });
  const folder = folderOf(site);
  const { list, diagnostics: errors } = readVersionList(folder, site.root);
  if (errors.length > 0) throw new DiagnosticError(errors);
  if (!list) await refuseLostList(folder, site.root);
  if (id !== undefined) checkKnown(list ?? { base: '/', versions: [] }, id);
  if (list?.versions.some((version) => version.id === id && 'href' in version))
    throw failure(2, 'version-not-changed', { case: 'linked', id: `${id}` });
  const read = readAllVersions(site, { id });
  const sealed = sealedVersions(read.versions);
  const diagnostics = [...read.diagnostics];
  const check = createObjectCheck(folder);
  const { projectRoot, config } = site;
  const states = createSealedStates({ projectRoot, cacheDir: config.cacheDir, folder });
  const verified = new Map<string, SealedDamage | undefined>();
  let bytes = 0;
  for (const version of sealed)
    for (const [path, file] of version.files) {
      await nextTurn();
      signal?.throwIfAborted();
      if (!verified.has(file.hash)) {
        const content = check.read(file);
        verified.set(file.hash, isDamage(content) ? content : undefined);
        bytes += file.size;
        if (!isDamage(content)) states.note(file.hash, fs.lstatSync(objectFile(folder, file.hash), { bigint: true }));
      }
      const damage = verified.get(file.hash);
      if (damage) diagnostics.push(describeDamaged({ folder, id: version.id, path, hash: file.hash }, damage));
    }
  states.save();
  if (id === undefined) diagnostics.push(...(await reportUnused(folder, site.root, read)));
  const ids = sealed.map((version) => version.id);
  return { ids, files: verified.size, bytes, diagnostics };
}

async function reportUnused(folder: string, root: string, read: ReadVersions): Promise<Diagnostic[]> {
  try {
    const { unused } = await findUnused(folder, root, read);
    const files = unused.map((file) => shownPath(root, file));
    return files.length > 0 ? [createDiagnostic('unused-sealed-files', { files })] : [];
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return error.diagnostics;
  }
}
