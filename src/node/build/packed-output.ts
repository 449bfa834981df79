import fs from 'node:fs';
import path from 'node:path';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { packedAmong } from '../base/files/npm-pack.ts';
import { relativePath } from '../base/files/paths.ts';
import { locateKey } from '../project/config/key-location.ts';
import type { Site } from '../project/config/types.ts';
import { folderUse } from '../project/folder-use.ts';

/** Typical files of a site. `files` in package.json may list only certain file types. */
const SITE_FILES = ['index.html', '404.html', 'index.md', 'assets/a.js', 'assets/a.css'];

/** Returns the diagnostic CD614 if npm would pack the output. `outDir` is an absolute, real path. */
export function packedOutput({ root, workspace }: Site, outDir: string): Diagnostic[] {
  const manifest = manifestAbove(outDir);
  if (!manifest) return [];
  const { filePath, text, content } = manifest;
  const packageDir = path.dirname(filePath);
  const folder = relativePath(packageDir, outDir);
  const files = SITE_FILES.map((file) => `${folder}/${file}`);
  if (packedAmong(packageDir, files, workspaceOf(packageDir, workspace)).length === 0) return [];
  const ignoreFile = fs.existsSync(path.join(packageDir, '.npmignore')) ? '.npmignore' : '.gitignore';
  return [
    createDiagnostic(
      'site-in-package',
      { folder, hasFiles: Array.isArray(content.files), use: folderUse(content, folder), ignoreFile },
      { location: locateKey(relativePath(root, filePath), text, ['files']) },
    ),
  ];
}

/** Returns the workspace folder whose ignore files apply to a package. npm reads these files, but pnpm does not. */
function workspaceOf(packageDir: string, workspace: Site['workspace']): string | undefined {
  const isMember = workspace && Object.values(workspace.packages).includes(packageDir);
  return isMember && !fs.existsSync(path.join(workspace.root, 'pnpm-workspace.yaml')) ? workspace.root : undefined;
}

interface Manifest {
  filePath: string;
  text: string;
  content: Record<string, unknown>;
}

/** Returns undefined if the package cannot be published: it is private, or has no name or version. */
function manifestAbove(folder: string): Manifest | undefined {
  const parent = path.dirname(folder);
  const filePath = path.join(parent, 'package.json');
  if (!fs.existsSync(filePath)) return parent === folder ? undefined : manifestAbove(parent);
  const text = fs.readFileSync(filePath, 'utf8');
  try {
    const content = JSON.parse(text) as Manifest['content'];
    const { name, version, private: isPrivate } = content;
    const isPublished = typeof name === 'string' && typeof version === 'string' && !isPrivate;
    return isPublished ? { filePath, text, content } : undefined;
  } catch {
    // The project's package.json has already been parsed. npm reports errors in any other package.json.
    return undefined;
  }
}
