/** Compares the pages of a shard output with the site. */
import fs from 'node:fs';
import path from 'node:path';
import { type PackedEntry, unpackEntry } from '../../../shared/search/index-file.ts';
import type { SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import { assetPath } from '../../markdown/transform/add-asset.ts';
import type { PageAsset, PlainPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { type FileScope, refusalOf } from '../../project/file-scope.ts';
import { createRelative } from './portable.ts';
import { wrongEntry } from './shard-failure.ts';
import type { Answers } from './types.ts';

/** Checks the search entry of a page: it must lead to the page or its tabs. Throws a DiagnosticError. */
export function checkSearch(
  { sourcePath, routePath, tabs }: Pick<SourcePage, 'sourcePath' | 'routePath' | 'tabs'>,
  text: string,
  file: string,
): void {
  const addresses = new Set([routePath, ...tabs.map(({ key }) => `${routePath}?tab=${key}`)]);
  const { link, sections, demos } = unpackEntry(JSON.parse(text) as PackedEntry, []);
  const links = [...sections, ...demos].map((part) => part.link.split('#', 1)[0] ?? '');
  if (link !== routePath || links.some((address) => !addresses.has(address)))
    throw wrongEntry(file, { is: 'search-elsewhere', page: sourcePath });
}

/** Checks the files of a page: they must have exactly these output paths, in this order. Throws a DiagnosticError. */
export function checkFiles(given: string[], planned: string[], file: string): void {
  for (let at = 0; at < Math.max(given.length, planned.length); at++) {
    const [output, expected] = [given[at], planned[at]];
    if (output === expected) continue;
    if (output === undefined) throw wrongEntry(file, { is: 'missing', output: expected as string });
    if (expected === undefined) throw wrongEntry(file, { is: 'no-file', output });
    throw wrongEntry(file, { is: 'other-file', output, planned: expected });
  }
}

/**
 * Checks a compiled page. It must have the tabs of the site, and links that are located in its own files. Its text must name the
 * files that it copies, they must be allowed to be published, and their names must match their contents. Throws a DiagnosticError.
 *
 * @param parts the page and its tabs
 * @param options.file the pack, for messages
 */
export function checkCompiled(
  page: SourcePage,
  parts: PlainPage[],
  options: { file: string; site: Pick<Site, 'root' | keyof FileScope>; answersOf: (page: SourcePage) => Answers },
): void {
  const { file, site } = options;
  const { sourcePath } = page;
  const expected = withTabs(page).map((tab) => tab.sourcePath);
  if (parts.map((part) => part.sourcePath).join('\n') !== expected.join('\n'))
    throw wrongEntry(file, { is: 'other-tabs', page: sourcePath });
  const foreign = parts.find(({ links, ...part }) => links.some(({ location }) => location.file !== part.sourcePath));
  if (foreign) throw wrongEntry(file, { is: 'link-of-another-file', page: foreign.sourcePath });
  const assets = parts.flatMap((part) => part.assets);
  if (assets.length === 0) return;
  const { disk } = options.answersOf(page);
  const relative = createRelative(site.root);
  const folder = path.dirname(page.filePath);
  const isNamed = ({ filePath, output }: PageAsset): boolean => {
    const content = Object.hasOwn(disk, relative(filePath)) ? disk[relative(filePath)] : null;
    if (content === null || content === '/' || refusalOf({ filePath, folder }, site)) return false;
    return output === assetPath(filePath, fs.readFileSync(filePath));
  };
  const stray = assets.find((asset) => !isNamed(asset));
  if (stray) throw wrongEntry(file, { is: 'unnamed-asset', page: sourcePath, output: stray.output });
}
