/** Reads and checks the contents of sealed files. */
import type fs from 'node:fs';
import path from 'node:path';
import { VERSIONS_FOLDER } from '../../../shared/versions/versions.ts';
import type { SealedDamage } from '../../base/diagnostics/codes/sealed-versions.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { errorCode, hasCode } from '../../base/files/error-code.ts';
import { hexHash } from '../../base/hash.ts';
import { disk } from '../../store/observe-reads.ts';
import { OBJECTS, objectFile } from './stored-paths.ts';
import type { SealedFile, SealedVersion, SiteVersions } from './types.ts';

/** Finds damage of the contents in one folder. */
export interface ObjectCheck {
  /** Compares kind and size. Returns the state of the file, or its damage. */
  stat(file: SealedFile): fs.BigIntStats | SealedDamage;
  /** Reads the content. Returns its bytes, or its damage. */
  read(file: SealedFile): Buffer | SealedDamage;
}

/** @param folder folder of the versions, absolute */
export function createObjectCheck(folder: string): ObjectCheck {
  const plainFolders = new Map<string, boolean>();
  const isPlain = (dir: string): boolean => {
    const known = plainFolders.get(dir) ?? disk.lstat(dir, { throwIfNoEntry: false })?.isDirectory() === true;
    plainFolders.set(dir, known);
    return known;
  };
  const stat: ObjectCheck['stat'] = ({ hash, size }) => {
    const file = objectFile(folder, hash);
    const stats = disk.lstat(file, { bigint: true, throwIfNoEntry: false });
    if (!stats) return { is: 'missing' };
    if (!stats.isFile()) return { is: 'no-file' };
    if (!isPlain(path.dirname(file)) || !isPlain(path.join(folder, OBJECTS))) return { is: 'linked-folder' };
    return Number(stats.size) === size ? stats : { is: 'size', found: Number(stats.size), size };
  };
  return {
    stat,
    read(file) {
      const stats = stat(file);
      if (isDamage(stats)) return stats;
      try {
        const bytes = disk.readFile(objectFile(folder, file.hash)) as Buffer;
        return hexHash(bytes) === file.hash ? bytes : { is: 'changed' };
      } catch (error) {
        return hasCode(error, 'ENOENT') ? { is: 'missing' } : { is: 'unreadable', code: errorCode(error) ?? 'unknown' };
      }
    },
  };
}

export function isDamage(result: fs.BigIntStats | Buffer | SealedDamage): result is SealedDamage {
  return 'is' in result;
}

/** Describes a damaged file of a version. */
export function describeDamaged(
  { folder, id, path: file, hash }: { folder: string; id: string; path: string; hash: string },
  damage: SealedDamage,
): Diagnostic {
  const object = path.relative(process.cwd(), objectFile(folder, hash));
  return createDiagnostic('damaged-sealed-file', { id, path: file, object, damage });
}

/**
 * Returns the bytes of a file of a sealed version, by its path below the version's base. Returns undefined if it has no such file.
 *
 * @throws DiagnosticError if the content does not match its hash
 */
export function readSealedFile(
  { folder }: Pick<SiteVersions, 'folder'>,
  { id, files }: Pick<SealedVersion, 'id' | 'files'>,
  file: string,
): Buffer | undefined {
  const sealed = files.get(file);
  if (!sealed) return undefined;
  const bytes = createObjectCheck(folder).read(sealed);
  if (!isDamage(bytes)) return bytes;
  throw new DiagnosticError([describeDamaged({ folder, id, path: file, hash: sealed.hash }, bytes)]);
}

/**
 * Returns the bytes of a sealed file by its output path, such as `v/1.x/index.html`. Returns undefined for any other path.
 *
 * @throws DiagnosticError if the content does not match its hash
 */
export function readSealedOutput(versions: SiteVersions | undefined, outputPath: string): Buffer | undefined {
  for (const version of versions?.versions ?? []) {
    const start = `${VERSIONS_FOLDER}/${version.id}/`;
    if (version.kind !== 'sealed' || !versions || !outputPath.startsWith(start)) continue;
    return readSealedFile(versions, version, outputPath.slice(start.length));
  }
  return undefined;
}
