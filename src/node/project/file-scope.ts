/** Decides which files a site may publish. All code that reads files uses this rule. */
import fs from 'node:fs';
import path from 'node:path';
import type { Refusal } from '../base/diagnostics/codes/shared-texts.ts';
import { type About, createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { isInside, isOfPackage, PACKAGES } from '../base/files/paths.ts';
import type { Site } from './config/types.ts';
import { packageAround } from './libraries.ts';
import { isPrivatePath } from './private-names.ts';

export type FileScope = Pick<Site, 'projectRoot' | 'allowed'>;

export interface FileRequest {
  /** Absolute path of the file that was found; symbolic links need not be resolved. */
  filePath: string;
  /** Absolute folder of the file that refers to it. */
  folder: string;
  /** Specifier as written: a path, or a package's name with a subpath. Default: `filePath`. */
  specifier?: string;
}

/** The rule applies to the targets of symbolic links. Returns undefined if the file may be published. */
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

/** Like {@link refusalOf}, for an unknown import. A file of an installed package counts as imported by the package's name. */
export function refusalOfRead(request: Omit<FileRequest, 'specifier'>, scope: FileScope): Refusal | undefined {
  const refusal = refusalOf(request, scope);
  if (refusal !== 'outside') return refusal;
  const { name } = packageAround(path.dirname(request.filePath));
  return name === undefined ? refusal : refusalOf({ ...request, specifier: name }, scope);
}

/** `subject` is the phrase that describes the file. */
export function createRefusal(refusal: Refusal, subject: string, about?: About): Diagnostic {
  return createDiagnostic(refusal === 'outside' ? 'file-outside-project' : 'private-file', { subject }, about);
}

/**
 * Returns the folder that contains the file (absolute, real path): the project, its workspace, or a configured folder.
 * Undefined if none of them contains the file.
 */
export function fileRootOf(filePath: string, { projectRoot, allowed = [] }: FileScope): string | undefined {
  return [projectRoot, ...allowed].find((root) => isInside(root, filePath));
}

/** Returns true for a file of the site that is not in an installed package. The rule applies to the files that it refers to. */
export function isHeld(filePath: string, scope: FileScope): boolean {
  return path.isAbsolute(filePath) && !isOfPackage(filePath) && fileRootOf(filePath, scope) !== undefined;
}

/** Resolves symbolic links. A path that is not on the disk, such as in an archive of a package manager, is unchanged. */
export function realPathOf(filePath: string): string {
  try {
    return fs.realpathSync.native(filePath);
  } catch {
    return filePath;
  }
}

/** Returns true for a file in a `node_modules` that Node.js searches from `folder`, or that is in one of the site's folders. */
function isInPackages(filePath: string, folder: string, scope: FileScope): boolean {
  const end = filePath.indexOf(PACKAGES);
  if (end < 0) return false;
  const home = filePath.slice(0, end) || path.sep;
  return isInside(home, folder) || fileRootOf(home, scope) !== undefined;
}

function isOfInstalled(specifier: string, { folder, realPath }: { folder: string; realPath: string }): boolean {
  const segments = specifier.split(/[\\/]/);
  const name = segments.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  if (/^(?:[./\\#]|$)/.test(name) || segments.includes('..')) return false;
  for (let dir = folder; ; dir = path.dirname(dir)) {
    const found = path.join(dir, 'node_modules', name);
    // A package may resolve to a file of one of its dependencies.
    if (fs.existsSync(found)) return isOfPackage(realPath) || isInside(realPathOf(found), realPath);
    if (dir === path.dirname(dir)) return false;
  }
}

/** Returns true if the file's path has a private name, relative to every folder that permits its use. */
function isPrivate(filePath: string, { projectRoot, allowed = [] }: FileScope): boolean {
  // A quick check: among thousands of files, only a few have a private name in their path.
  if (!isPrivatePath(filePath)) return false;
  const roots = [projectRoot, ...allowed].filter((root) => isInside(root, filePath));
  const paths = roots.length > 0 ? roots.map((root) => path.relative(root, filePath)) : [pathInPackage(filePath)];
  return paths.every(isPrivatePath);
}

/** Returns the path of an installed file inside its `node_modules`, or the name of a file that a symbolic link leads to. */
function pathInPackage(filePath: string): string {
  return (isOfPackage(filePath) && filePath.split(PACKAGES).at(-1)) || path.basename(filePath);
}
