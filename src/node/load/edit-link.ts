import { posix } from 'node:path';
import hostedGitInfo from 'hosted-git-info';
import type { Site } from '../config/types.ts';
import { sourcePathOf } from './source-path.ts';

/** The types of the host library are older than its `edit`. */
interface EditableHost {
  edit(path: string, options: { committish: string }): string | undefined;
  browseFile(path: string, options: { committish: string }): string | undefined;
}

/** A page's file, as an edit link sees it. */
export interface EditedFile {
  /** Absolute. */
  filePath: string;
  /** `filename` of the front matter, in place of the file's own path. */
  filename?: string;
}

/**
 * A function that gives the address where a page can be edited, by `themeConfig.editLink`: a template with
 * `{filename}` (relative to the project root), or true for the repository of package.json and `branch` (default
 * `main`). Undefined without a repository on a known host, and for files outside of it.
 */
export function createEditLinks(site: Site, branch = 'main'): (file: EditedFile) => string | undefined {
  const { editLink } = site.config.themeConfig;
  if (typeof editLink === 'string') {
    return ({ filePath, filename }) =>
      editLink.replaceAll('{filename}', () => encodePath(filename ?? sourcePathOf(site.projectRoot, filePath)));
  }
  const { repository, dir } = site.packageJson;
  const url = typeof repository === 'string' ? repository : repository?.url;
  const host = (editLink && url ? hostedGitInfo.fromUrl(url) : undefined) as EditableHost | undefined;
  if (!host) return () => undefined;
  const directory = (typeof repository === 'object' && repository.directory) || '';
  // The host library takes a branch for one segment of the address; a slash in it belongs there.
  const template = host.edit('FILENAME', { committish: 'BRANCH' })?.replace('BRANCH', () => encodePath(branch));
  return ({ filePath, filename }) => {
    const path = posix.join(directory, filename ?? sourcePathOf(dir, filePath));
    return path.startsWith('../') ? undefined : template?.replace('FILENAME', () => encodePath(path));
  };
}

/**
 * A function that gives the address where a line of a file of the project can be read: in the repository of package.json,
 * at `branch` (default `main`). Undefined without a repository on a known host.
 */
export function createSourceLinks(site: Site, branch = 'main'): (file: string, line: number) => string | undefined {
  const { repository } = site.packageJson;
  const url = typeof repository === 'string' ? repository : repository?.url;
  const host = (url ? hostedGitInfo.fromUrl(url) : undefined) as EditableHost | undefined;
  if (!host) return () => undefined;
  const directory = (typeof repository === 'object' && repository.directory) || '';
  const template = host.browseFile('FILENAME', { committish: 'BRANCH' })?.replace('BRANCH', () => encodePath(branch));
  return (file, line) => {
    const path = posix.join(directory, file);
    const address = path.startsWith('../') ? undefined : template?.replace('FILENAME', () => encodePath(path));
    return address && `${address}#L${line}`;
  };
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
