import fs from 'node:fs';
import path from 'node:path';
import { isInside, isOfPackage } from '../../base/files/paths.ts';
import type { DemoSources } from '../../bundle/bundle-site.ts';
import { NOTICES_FILE, siteNotices } from '../../bundle/notices.ts';
import type { Site } from '../../project/config/types.ts';
import type { Documents } from '../../render/documents.ts';
import type { BuiltSite } from '../../render/types.ts';
import type { SiteApi } from '../../types/tables/site-api.ts';
import { listDemos } from '../compose/demo-list.ts';
import { composeDocuments } from '../compose/documents.ts';
import { writePluginFiles } from '../compose/plugin-files.ts';
import { composeSearch, type SearchScripts, searchPages } from '../compose/search.ts';
import type { WrittenPages } from '../pages/page-work.ts';
import type { PipelineResult } from '../pipeline-options.ts';
import { anchorsByRoute } from '../published.ts';
import type { Job } from '../run.ts';
import type { PlannedSite } from './prerender.ts';

/** Collects all outputs: pages that are already in their folder, documents that list these pages, and files. */
export async function writeStage(
  { run: { found, settle }, loader }: Job,
  { built, live, renderer, search, runsCode, shareImages }: PlannedSite,
  made: WrittenPages | undefined,
): Promise<PipelineResult> {
  const { site, loaded, compiled, api } = built;
  const code = [loaded.pathsInputs, ...(site.data?.all() ?? [])];
  settle(made?.diagnostics ?? []);
  const wanted = made ? [] : loaded.pages;
  const documents = composeDocuments({ ...built, ...made, renderer, search, runsCode, pages: wanted });
  const outputs = composeOutputs({ ...built, search, made, documents, files: shareImages });
  const { files: ofPlugins, diagnostics } = await writePluginFiles(site, loaded, {
    search: () => made?.search ?? searchPages(built),
    taken: [...outputs.written.keys(), ...outputs.outputs.keys(), ...outputs.copies.keys()],
  });
  settle(diagnostics);
  return {
    ...outputs,
    outputs: new Map([...outputs.outputs, ...ofPlugins]),
    diagnostics: found,
    files: [...code, ...[...compiled.values()].map(({ dependencies }) => ({ files: dependencies }))]
      .flatMap(({ files }) => files)
      .filter((file) => fs.existsSync(file)),
    pages: loaded.pages.length,
    demos: built.demos.size,
    isVolatile:
      live.some(({ compiled: { demos } }) => demos.some(({ volatile }) => volatile)) ||
      code.some(({ folders }) => folders.some((folder) => !isCompared(folder, site))),
    demoList: listDemos(site, live, built.demos),
    demoSources: built.demoSources.byId,
    versions: loaded.versions ?? [],
    anchors: anchorsByRoute(loaded.pages, compiled),
    types: api,
    made: made?.reasons ?? [],
    explain: loader.explain,
    check: async () => settle(await documents.check()),
  };
}

/** Returns true for a folder in which an unchanged build detects new files: in the project, or in an installed package. */
function isCompared(folder: string, { projectRoot }: Site): boolean {
  return isInside(projectRoot, folder) || isOfPackage(path.join(folder, path.sep));
}

interface OutputParts extends BuiltSite {
  api?: SiteApi;
  demoSources: DemoSources;
  search?: SearchScripts;
  made?: WrittenPages;
  documents: Documents;
  files: Map<string, Uint8Array>;
}

/** An output in a later entry overrides the output of an earlier entry with the same path. */
function composeOutputs(parts: OutputParts): Pick<PipelineResult, 'written' | 'outputs' | 'copies'> {
  const { site, loaded, compiled, bundle, api, demoSources, search, made, documents, files } = parts;
  const assets = [...compiled.values()].flatMap((page) => page.assets);
  return {
    written: made?.files ?? new Map(),
    outputs: new Map<string, Uint8Array | string | (() => string)>([
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
