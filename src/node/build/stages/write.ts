import fs from 'node:fs';
import { addressesOf } from '../../output/published.ts';
import { listDemos } from '../compose/demo-list.ts';
import { composeDocuments } from '../compose/documents.ts';
import { composeOutputs } from '../compose/outputs.ts';
import type { WrittenPages } from '../compose/pages.ts';
import type { PipelineResult } from '../pipeline-options.ts';
import type { Job } from './job.ts';
import type { PlannedSite } from './prerender.ts';

/** Collects all outputs: pages that are already in their folder, documents that list them, and files. */
export function writeStage(
  { run: { found, settle }, loader }: Job,
  { built, live, renderer, search, runsCode, shareImages }: PlannedSite,
  made: WrittenPages | undefined,
): PipelineResult {
  const { site, loaded, compiled, api } = built;
  settle(made?.diagnostics ?? []);
  const wanted = made ? [] : loaded.pages;
  const documents = composeDocuments({ ...built, ...made, renderer, search, runsCode, pages: wanted });
  return {
    ...composeOutputs({ ...built, search, made, documents, files: shareImages }),
    diagnostics: found,
    files: [...loaded.pathsInputs.files, ...[...compiled.values()].flatMap(({ dependencies }) => dependencies)].filter(
      (file) => fs.existsSync(file),
    ),
    pages: loaded.pages.length,
    demos: built.demos.size,
    isVolatile: live.some(({ compiled: { demos } }) => demos.some(({ volatile }) => volatile)),
    demoList: listDemos(site, live, built.demos),
    demoSources: built.demoSources.byId,
    versions: loaded.versions ?? [],
    addresses: addressesOf(loaded.pages, compiled),
    types: api,
    made: made?.reasons ?? [],
    explain: loader.explain,
    check: async () => settle(await documents.check()),
  };
}
