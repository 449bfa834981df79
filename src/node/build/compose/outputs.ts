import type { TextParts } from '../../base/text-parts.ts';
import type { DemoSources } from '../../bundle/bundle-site.ts';
import { NOTICES_FILE, siteNotices } from '../../bundle/notices.ts';
import type { Documents } from '../../render/documents.ts';
import type { BuiltSite } from '../../render/types.ts';
import type { SearchScripts } from '../../search/search-scripts.ts';
import type { SiteApi } from '../../types/tables/site-api.ts';
import type { PipelineResult } from '../pipeline-options.ts';
import type { WrittenPages } from './pages.ts';
import { composeSearch } from './search.ts';

export interface OutputParts extends BuiltSite {
  api?: SiteApi;
  demoSources: DemoSources;
  search?: SearchScripts;
  made?: WrittenPages;
  documents: Documents;
  files: Map<string, Uint8Array>;
}

/** A later entry overrides an earlier entry of the same path. */
export function composeOutputs(parts: OutputParts): Pick<PipelineResult, 'written' | 'outputs' | 'copies'> {
  const { site, loaded, compiled, bundle, api, demoSources, search, made, documents, files } = parts;
  const assets = [...compiled.values()].flatMap((page) => page.assets);
  return {
    written: made?.files ?? new Map(),
    outputs: new Map<string, Uint8Array | string | (() => string | TextParts)>([
      ...bundle.files,
      ...demoSources.files,
      ...(search?.files ?? []),
      ...composeSearch(parts),
      ...files,
      ...documents.outputs,
      ...(api?.outputs ?? []),
      [NOTICES_FILE, siteNotices(site, bundle.packages)],
    ]),
    copies: new Map([...loaded.publicFiles, ...assets].map(({ output, filePath }) => [output, filePath])),
  };
}
