import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type LoadOptions, load } from '../../../src/node/content/load.ts';
import { resolveConfig } from '../../../src/node/project/config/resolve-config.ts';
import type { Site, UserConfig } from '../../../src/node/project/config/types.ts';
import { makeFolder, OUTSIDE } from '../../helpers/folder.ts';

/** Creates a site with these files in a folder, which is removed after the tests of the file. */
export async function createSite(files: Record<string, string | Uint8Array>, config: UserConfig = {}): Promise<Site> {
  const root = makeFolder('load', OUTSIDE);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return siteAt(root, config);
}

/** Returns the site in an existing folder. */
export function siteAt(root: string, config: UserConfig = {}, repository?: Site['packageJson']['repository']): Site {
  const packageJson = { name: 'pkg', dir: root, repository };
  const resolved = resolveConfig(config, { root, projectRoot: root, packageJson });
  if (!resolved.config) throw new Error(resolved.diagnostics.map(({ text }) => text).join('\n'));
  return { root, projectRoot: root, packageJson, config: resolved.config };
}

/** Loads a site. Headings keep their text without Markdown. */
export function loadSite(site: Site, options: Partial<LoadOptions> = {}): ReturnType<typeof load> {
  const runPaths = (): never => {
    throw new Error('the site has no paths files');
  };
  const headingText = (markdown: string): string => markdown.replace(/[`*]/g, '');
  return load(site, {
    includeDebug: false,
    headingText,
    runPaths,
    storyReader: { stories: runPaths, docs: runPaths },
    ...options,
  });
}

/** Formats diagnostics as `path:line:column severity code text`. */
export function summary(diagnostics: Awaited<ReturnType<typeof load>>['diagnostics']): string[] {
  return diagnostics.map(({ location, severity, code, text }) => {
    const place = location ? `${location.file}:${location.line}:${location.column} ` : '';
    return `${place}${severity} ${code} ${text}`;
  });
}
