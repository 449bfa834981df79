/** Which files a site may publish: the one rule, which every reader of files asks. */
import fs from 'node:fs';
import path from 'node:path';
import type { Refusal } from '../base/diagnostics/codes/refusal.ts';
import { type About, createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { isInside, isOfPackage, PACKAGES } from '../base/files/paths.ts';
import type { Site } from './config/types.ts';
import { packageAround } from './libraries.ts';
import { isPrivatePath } from './private-names.ts';

/** Folders whose files a site may publish. */
export type FileScope = Pick<Site, 'projectRoot' | 'allowed'>;

/** How a file is referred to. */
export interface FileRequest {
  /** Path of the file that was found, absolute; links need not be followed. */
  filePath: string;
  /** Absolute folder of the file that refers to it. */
  folder: string;
  /** As it is written: a path, or the name of a package's file. Default: `filePath`. */
  specifier?: string;
}

/**
 * Decides whether the site may publish a file. Links are followed: the file counts that is read.
 *
 * @param request.realPath the file's real path, where it is known
 * @returns why it may not; undefined when it may
 */
export function refusalOf(
  { filePath, folder, specifier = filePath, realPath = realPathOf(filePath) }: FileRequest & { realPath?: string },
  scope: FileScope,
): Refusal | undefined {
  const isReachable =
    fileRootOf(realPath, scope) !== undefined ||
    isInPackages(realPath, folder, scope) ||
    isInPackages(path.resolve(folder, specifier), folder, scope) ||
    isOfInstalled(specifier, { folder, realPath });
  if (!isReachable) return 'outside';
  return isPrivate(realPath, scope) || isPrivate(filePath, scope) ? 'private' : undefined;
}

/**
 * As {@link refusalOf}, where it is known whose folder a file was read for, and not by which import. A file of an installed
 * package counts as imported by the package's name.
 */
export function refusalOfRead(request: Omit<FileRequest, 'specifier'>, scope: FileScope): Refusal | undefined {
  const refusal = refusalOf(request, scope);
  if (refusal !== 'outside') return refusal;
  const { name } = packageAround(path.dirname(request.filePath));
  return name === undefined ? refusal : refusalOf({ ...request, specifier: name }, scope);
}

/** Creates the error about a file that may not be published. `subject` names it: ``Image `./a.svg` ``. */
export function createRefusal(refusal: Refusal, subject: string, about?: About): Diagnostic {
  return createDiagnostic(refusal === 'outside' ? 'file-outside-project' : 'private-file', { subject }, about);
}

/**
 * The folder through which the site may use a file (absolute, real path): the project's, its workspace's, or one that the
 * configuration names; undefined outside of them all.
 */
export function fileRootOf(filePath: string, { projectRoot, allowed = [] }: FileScope): string | undefined {
  return [projectRoot, ...allowed].find((root) => isInside(root, filePath));
}

/** True for a file of the site that is no part of an installed package: what it refers to is held to the rule. */
export function isHeld(filePath: string, scope: FileScope): boolean {
  return path.isAbsolute(filePath) && !isOfPackage(filePath) && fileRootOf(filePath, scope) !== undefined;
}

/** The path without links; of what is no file of this disk, as in the archives of some package managers, the path itself. */
export function realPathOf(filePath: string): string {
  try {
    return fs.realpathSync.native(filePath);
  } catch {
    return filePath;
  }
}

/** True for a path in a `node_modules` that Node would look into from the folder, or in one of the site's own. */
function isInPackages(filePath: string, folder: string, scope: FileScope): boolean {
  const end = filePath.indexOf(PACKAGES);
  if (end < 0) return false;
  const home = filePath.slice(0, end) || path.sep;
  return isInside(home, folder) || fileRootOf(home, scope) !== undefined;
}

/** True for a file that an installed package has under this name. */
function isOfInstalled(specifier: string, { folder, realPath }: { folder: string; realPath: string }): boolean {
  const segments = specifier.split(/[\\/]/);
  const name = segments.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  if (/^(?:[./\\#]|$)/.test(name) || segments.includes('..')) return false;
  for (let dir = folder; ; dir = path.dirname(dir)) {
    const found = path.join(dir, 'node_modules', name);
    // A package may lead to a file of one that it needs.
    if (fs.existsSync(found)) return isOfPackage(realPath) || isInside(realPathOf(found), realPath);
    if (dir === path.dirname(dir)) return false;
  }
}

/** True where every folder that the file may be used through leads to it by a private name. */
function isPrivate(filePath: string, { projectRoot, allowed = [] }: FileScope): boolean {
  // Of thousands of files, few have such a name in their path.
  if (!isPrivatePath(filePath)) return false;
  const roots = [projectRoot, ...allowed].filter((root) => isInside(root, filePath));
  const paths = roots.length > 0 ? roots.map((root) => path.relative(root, filePath)) : [pathInPackage(filePath)];
  return paths.every(isPrivatePath);
}

/** Path of an installed file below its `node_modules`; of one that a link leads to, its name. */
function pathInPackage(filePath: string): string {
  return (isOfPackage(filePath) && filePath.split(PACKAGES).at(-1)) || path.basename(filePath);
}
