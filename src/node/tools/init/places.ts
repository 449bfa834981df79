import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { glob } from 'tinyglobby';
import { isGitIgnored } from '../../base/files/ignore-rules.ts';
import { MARKER } from '../../base/marker.ts';
import { folderUse } from '../../project/folder-use.ts';
import type { Manifest } from './manifest.ts';

export interface SiteFolder {
  folder: string;
  /** Reason why another folder than the default folder is used. */
  reason?: string;
}

const OUTPUTS = ['dist', 'site', 'docs-site'] as const;
const DOCS = ['docs', 'documentation', 'docs-pages'] as const;

/** Matches files at the top of a folder that another generator writes or reads. */
const FOREIGN =
  /^(index\.html|package\.json|conf\.py|_config\.yml|_sidebar\.md|mint\.json|\.(vitepress|vuepress|docusaurus)|docusaurus\.config\.\w+)$/;

export async function chooseOutput(folder: string, manifest: Manifest): Promise<SiteFolder> {
  return await choose(OUTPUTS, async (name) => folderUse(manifest, name) ?? (await filesIn(join(folder, name), name)));
}

export async function chooseDocs(folder: string): Promise<SiteFolder & { hasPages: boolean }> {
  const place = await choose(DOCS, async (name) => {
    if (isGitIgnored(folder, `${name}/index.md`)) return `git ignores ${name}`;
    return await foreignIn(join(folder, name), name);
  });
  return { ...place, hasPages: (await pagesIn(join(folder, place.folder))).length > 0 };
}

/** Returns the first name that nothing rules out. If every name is ruled out, returns the last name. */
async function choose(
  names: readonly string[],
  against: (name: string) => Promise<string | undefined>,
): Promise<SiteFolder> {
  const reasons: string[] = [];
  for (const name of names) {
    const reason = await against(name);
    if (reason !== undefined) reasons.push(reason);
    if (reason === undefined || name === names.at(-1))
      return { folder: name, ...(reasons[0] !== undefined && name !== names[0] && { reason: reasons[0] }) };
  }
  throw new Error('No name to choose from');
}

/** Returns the reason why a folder cannot be the output folder: it contains files that do not belong to a site. */
async function filesIn(folder: string, name: string): Promise<string | undefined> {
  const entries = await readdir(folder).catch((): string[] => []);
  if (entries.length === 0) return (await isFile(folder)) ? `${name} is a file` : undefined;
  return entries.includes(MARKER) ? undefined : `${name} contains files`;
}

/** Returns the reason why a folder cannot contain the pages: it contains files that are not pages. */
async function foreignIn(folder: string, name: string): Promise<string | undefined> {
  if (await isFile(folder)) return `${name} is a file`;
  const entries = (await readdir(folder).catch((): string[] => [])).sort();
  const foreign = entries.find((entry) => FOREIGN.test(entry));
  if (foreign !== undefined) return `${name} contains files that are not pages (${name}/${foreign})`;
  const shown = entries.filter((entry) => !/^[._]/.test(entry) && entry !== 'public');
  if (shown.length === 0 || (await pagesIn(folder)).length > 0) return undefined;
  return `${name} contains files that are not pages (${name}/${shown[0]})`;
}

async function pagesIn(folder: string): Promise<string[]> {
  return await glob('**/*.{md,mdx}', { cwd: folder, ignore: ['**/node_modules/**'] });
}

async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    (stats) => !stats.isDirectory(),
    () => false,
  );
}
