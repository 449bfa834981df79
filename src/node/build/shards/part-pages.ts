/** Compares the pages of a shard output with the plan. */
import fs from 'node:fs';
import path from 'node:path';
import type { SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import { assetPath } from '../../markdown/transform/add-asset.ts';
import type { PageAsset } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { type FileScope, refusalOf } from '../../project/file-scope.ts';
import { createRelative } from './portable.ts';
import { wrongLine } from './shard-failure.ts';
import type { Answers, PartPageAt } from './types.ts';

/** The pages of a plan. */
export interface PlannedPages {
  pages: SourcePage[];
  /** Pages of text alone, which shards compile. */
  isText(page: SourcePage): boolean;
  /** Output paths of a page, in the order in which a shard output lists them. */
  outputsOf(page: SourcePage): string[];
}

/**
 * Checks that a page of a shard output is in the plan: with its tabs if the shard compiles it, and with links that are located in
 * its own files. Throws a located DiagnosticError. Returns the planned page.
 */
export function checkPlanned(
  { sourcePath, parts, at }: PartPageAt,
  planned: SourcePage | undefined,
  { isText }: Pick<PlannedPages, 'isText'>,
): SourcePage {
  if (!planned) throw wrongLine(at, { is: 'no-page', page: sourcePath });
  const expected = isText(planned) ? withTabs(planned).map((file) => file.sourcePath) : [];
  const given = parts?.map((part) => part.sourcePath) ?? [];
  if (given.join('\n') !== expected.join('\n')) throw wrongLine(at, { is: 'other-tabs', page: sourcePath });
  const stray = parts?.find(({ links, ...part }) => links.some(({ location }) => location.file !== part.sourcePath));
  if (stray) throw wrongLine(at, { is: 'link-of-another-file', page: stray.sourcePath });
  return planned;
}

/**
 * Checks that a page belongs to the shard of its shard output, and checks the files that it copies: the page's text must name them,
 * they must be allowed to be published, and their names must match their contents. Throws a located DiagnosticError.
 *
 * @param planned the page in the shard
 */
export function checkAssets(
  { sourcePath, parts = [], at }: PartPageAt,
  planned: SourcePage | undefined,
  { site, answersOf }: { site: Pick<Site, 'root' | keyof FileScope>; answersOf: (page: SourcePage) => Answers },
): void {
  if (!planned) throw wrongLine(at, { is: 'other-part', page: sourcePath });
  const assets = parts.flatMap((part) => part.assets);
  if (assets.length === 0) return;
  const { disk } = answersOf(planned);
  const relative = createRelative(site.root);
  const folder = path.dirname(planned.filePath);
  const isNamed = ({ filePath, output }: PageAsset): boolean => {
    const content = Object.hasOwn(disk, relative(filePath)) ? disk[relative(filePath)] : null;
    if (content === null || content === '/' || refusalOf({ filePath, folder }, site)) return false;
    return output === assetPath(filePath, fs.readFileSync(filePath));
  };
  const stray = assets.find((asset) => !isNamed(asset));
  if (stray) throw wrongLine(at, { is: 'unnamed-asset', page: sourcePath, output: stray.output });
}
