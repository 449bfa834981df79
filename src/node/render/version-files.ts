import fs from 'node:fs';
import path from 'node:path';
import { withBase } from '../../shared/base-url.ts';
import { SEARCH_HASH } from '../../shared/dom-contract.ts';
import { LIST_ROUTE } from '../../shared/page-data.ts';
import { VERSIONS_MESSAGES, type VersionsData } from '../../shared/versions/script-data.ts';
import { CURRENT_VERSION, PAGE_LISTS, VERSIONS_SCRIPT } from '../../shared/versions/versions.ts';
import { packageDir } from '../base/package-dir.ts';
import type { LoadedSite } from '../content/types.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { languagesOf, withValues } from '../project/languages/interface-strings.ts';
import { currentPages } from './page-versions.ts';

/** There are none without other versions. */
export function versionFiles(
  site: Site,
  loaded: LoadedSite,
  compiled: ReadonlyMap<string, CompiledPage>,
): Map<string, () => string> {
  const files = new Map<string, () => string>();
  const { versionChoices: versions } = loaded;
  if (!versions) return files;
  files.set(VERSIONS_SCRIPT, () => versionsScript(site, versions));
  files.set(listPath(CURRENT_VERSION), () => JSON.stringify(currentPages(site, loaded, compiled)));
  for (const { id, pages } of versions) if (pages) files.set(listPath(id), () => JSON.stringify(pages));
  return files;
}

function listPath(id: string): string {
  return `${PAGE_LISTS}/${id}.json`;
}

/** The data is in a block around the script, so the page has no global variable. */
function versionsScript(site: Site, versions: NonNullable<LoadedSite['versionChoices']>): string {
  const { base, search, language } = site.config;
  const strings = Object.entries(languagesOf(site)).map(([id, { messages }]) => [
    id,
    Object.fromEntries(
      VERSIONS_MESSAGES.map((message) => [message, withValues(messages[`versions.${message}`] ?? '', {})]),
    ),
  ]);
  const data: VersionsData = {
    versions: versions.map(({ pages: _pages, ...choice }) => choice),
    language,
    strings: Object.fromEntries(strings),
    ...(search && { search: `${withBase(base, LIST_ROUTE)}${SEARCH_HASH}` }),
  };
  const script = fs.readFileSync(path.join(packageDir, 'lib/browser/versions.js'), 'utf8');
  return `{const VERSIONS_DATA=${JSON.stringify(data)};${script.trim()}}\n`;
}
