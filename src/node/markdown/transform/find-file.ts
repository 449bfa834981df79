import { existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { globSync } from 'tinyglobby';
import type { MissingFile, Refusal } from '../../base/diagnostics/codes/shared-texts.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import { isInside, relativePath } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';
import { createRefusal, refusalOf } from '../../project/file-scope.ts';
import { spellingOf } from '../../project/letter-case.ts';
import { type FileContext, locateIn, report } from '../context.ts';
import type { Position } from '../nodes.ts';

export interface FileReference {
  what: MissingFile['what'];
  /** Diagnostic to report if the file does not exist. */
  missing: 'missing-demo-file' | 'missing-embedded-file' | 'missing-image' | 'missing-linked-file';
  /** Specifier as the author wrote it. */
  specifier: string;
  node: { position?: Position };
  /** Severity if the file does not exist. Default `error`. */
  severity?: 'error' | 'warning';
}

/**
 * Reports a file that is missing (with the nearest name), outside the project, or private. Extensions are tried in
 * order, then an index file.
 */
export function findFile(
  filePath: string,
  reference: FileReference,
  context: FileContext,
  extensions: string[] = [],
): string | undefined {
  const { site } = context.page;
  const { what, specifier, missing, severity } = reference;
  const at = locateIn(context, reference.node, specifier);
  const folder = dirname(context.file.filePath);
  const refuse = (refusal: Refusal): undefined =>
    void context.page.out.diagnostics.push(createRefusal(refusal, `${what} \`${specifier}\``, { location: at }));
  // Does not reveal whether a file outside the project exists.
  if (refusalOf({ filePath, folder, realPath: filePath }, site) === 'outside') return refuse('outside');
  const tried = candidates(filePath, extensions);
  const found = tried.find(isRegularFile);
  if (!found) {
    const nearest = nearestFile(filePath, extensions, site.projectRoot);
    const suggestion = nearest && `./${relativePath(dirname(context.file.filePath), nearest)}`.replace('./../', '../');
    return void report(context, missing, { what, specifier, nearest: suggestion }, { at, severity });
  }
  // A new file with one of these names would be found instead.
  context.page.out.dependencies.push(...tried.slice(0, tried.indexOf(found)));
  const refusal = refusalOf({ filePath: found, folder }, site);
  return refusal ? refuse(refusal) : found;
}

/**
 * An error, unless `deadLinks` is `'warn'` or the file is embedded from outside the folders of pages: such a README was
 * not written for this site.
 */
export function missingSeverity({ file, chain, page: { site } }: FileContext): 'error' | 'warning' {
  if (site.config.deadLinks === 'warn') return 'warning';
  return chain.length > 1 && !isInDocs(file.filePath, site) ? 'warning' : 'error';
}

export function isInDocs(filePath: string, { config: { docDirs, atomDirs } }: Site): boolean {
  return [...docDirs, ...atomDirs].some(({ dir }) => isInside(dir, filePath));
}

function candidates(filePath: string, extensions: string[]): string[] {
  const index = extensions.map((extension) => join(filePath, `index${extension}`));
  return [filePath, ...extensions.map((extension) => filePath + extension), ...index];
}

/** Returns true for an existing file. Makes the file a dependency of the page. */
export function isFile(filePath: string, { page: { out } }: FileContext): boolean {
  out.dependencies.push(filePath);
  return isRegularFile(filePath);
}

/** Checks the letter case: otherwise, a site would build only on some systems. */
function isRegularFile(filePath: string): boolean {
  const isThere = !filePath.includes('\0') && (statOf(filePath)?.isFile() ?? false);
  return isThere && spellingOf(filePath) === filePath;
}

/** Returns true for an existing folder. Makes the folder a dependency of the page. */
export function isFolder(path: string, { page: { out } }: FileContext): boolean {
  out.dependencies.push(path);
  return !path.includes('\0') && (statOf(path)?.isDirectory() ?? false);
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** Returns an existing file whose path differs in one name, or that has the same name elsewhere in the project. */
function nearestFile(filePath: string, extensions: string[], projectRoot: string): string | undefined {
  let folder = dirname(filePath);
  const rest = [basename(filePath)];
  while (!existsSync(folder) && isInside(projectRoot, dirname(folder))) {
    rest.unshift(basename(folder));
    folder = dirname(folder);
  }
  if (existsSync(folder) && statSync(folder).isDirectory()) {
    const [wrong = '', ...below] = rest;
    const fits = (name: string) =>
      below.length > 0 || stem(name) === stem(wrong) || [extname(wrong), ...extensions].includes(extname(name));
    const names = readdirSync(folder).filter(fits);
    const nearestStem = nearestName(stem(wrong), names.map(stem));
    const name = nearestName(wrong, names) ?? names.find((entry) => stem(entry) === nearestStem);
    const found = name && candidates(join(folder, name, ...below), extensions).find(isRegularFile);
    if (found) return found;
  }
  // A search of the whole file system would take too long.
  if (dirname(projectRoot) === projectRoot) return undefined;
  const pattern = `**/${stem(basename(filePath)).replace(/[^\w.-]/g, '?')}.*`;
  const ignore = ['**/node_modules/**', '**/dist/**', '**/.*/**'];
  const same = globSync(pattern, { cwd: projectRoot, absolute: true, ignore });
  const extension = extname(filePath);
  return same.find((path) => (extension ? extname(path) === extension : extensions.includes(extname(path))));
}

function stem(name: string): string {
  return name.replace(/\.[^.]*$/, '');
}

/** Resolves by an alias (`name$` matches exactly), by `@/` for `src` of the project, or relative to the file. */
export function resolveSpecifier(specifier: string, fromFile: string, site: Site): string {
  const aliases = Object.entries(site.config.alias).sort(([a], [b]) => b.length - a.length);
  for (const [name, target] of aliases) {
    if (name.endsWith('$') ? specifier === name.slice(0, -1) : specifier === name) return resolve(site.root, target);
    if (!name.endsWith('$') && specifier.startsWith(name.endsWith('/') ? name : `${name}/`)) {
      return resolve(site.root, target, specifier.slice(name.length).replace(/^\/+/, ''));
    }
  }
  if (specifier.startsWith('@/')) return join(site.projectRoot, 'src', specifier.slice(2));
  return resolve(dirname(fromFile), specifier);
}
