import path from 'node:path';
import hostedGitInfo from 'hosted-git-info';
import { relativePath } from '../base/files/paths.ts';
import type { Site } from './config/types.ts';

/** The type declarations of `hosted-git-info` lack these methods. */
interface RepositoryHost {
  edit(path: string, options: { committish: string }): string | undefined;
  browse(path: string, options: { committish: string }): string | undefined;
  browseFile(path: string, options: { committish: string }): string | undefined;
}

export interface EditedFile {
  /** Absolute. */
  filePath: string;
  /** `filename` of the front matter; overrides the file's path. */
  filename?: string;
}

/**
 * `themeConfig.editLink` is a template with `{filename}`, or true for the repository of package.json. The links are
 * undefined without a repository on a known host, and for files outside the repository.
 */
export function createEditLinks(site: Site): (file: EditedFile) => string | undefined {
  const { editLink, branch } = site.config.themeConfig;
  if (typeof editLink === 'string') {
    return ({ filePath, filename }) =>
      editLink.replaceAll('{filename}', () => encodePath(filename ?? relativePath(site.projectRoot, filePath)));
  }
  const url = editLink ? urls(site, branch, 'edit') : () => undefined;
  return ({ filePath, filename }) => url(filename ?? relativePath(site.packageJson.dir, filePath));
}

/**
 * `themeConfig.sourceLink` is a template with `{fileName}` and `{line}`, or true for the repository of package.json.
 * The links are undefined without a repository on a known host. The function takes a path relative to the package.
 */
export function createSourceLinks(site: Site): (file: string, line: number) => string | undefined {
  const { sourceLink, branch } = site.config.themeConfig;
  if (typeof sourceLink === 'string') {
    return (file, line) => {
      const fileName = relativePath(site.projectRoot, path.join(site.packageJson.dir, file));
      return sourceLink.replaceAll('{fileName}', () => encodePath(fileName)).replaceAll('{line}', String(line));
    };
  }
  const url = sourceLink ? urls(site, branch, 'browseFile') : () => undefined;
  return (file, line) => {
    const found = url(file);
    return found && `${found}#L${line}`;
  };
}

/** The links are undefined without a repository on a known host, and for paths outside the repository. */
export function createRepositoryLinks(site: Site): (filePath: string, kind: 'file' | 'folder') => string | undefined {
  const { dir } = site.packageJson;
  const [file, folder] = [urls(site, 'HEAD', 'browseFile'), urls(site, 'HEAD', 'browse')];
  return (filePath, kind) => (kind === 'file' ? file : folder)(relativePath(dir, filePath));
}

/** Creates a function that converts a path relative to the package's folder to its URL on the repository host. */
function urls(
  { packageJson: { repository } }: Site,
  branch: string,
  kind: keyof RepositoryHost,
): (path: string) => string | undefined {
  const url = typeof repository === 'string' ? repository : repository?.url;
  const host = (url ? hostedGitInfo.fromUrl(url) : undefined) as RepositoryHost | undefined;
  if (!host) return () => undefined;
  const directory = (typeof repository === 'object' && repository.directory) || '';
  // `hosted-git-info` escapes slashes in a branch name, but the hosts expect them unescaped.
  const template = host[kind]('FILENAME', { committish: 'BRANCH' })?.replace('BRANCH', () => encodePath(branch));
  return (file) => {
    const inRepository = path.posix.join(directory, file);
    if (inRepository.startsWith('../')) return undefined;
    return template?.replace('FILENAME', () => encodePath(inRepository));
  };
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
