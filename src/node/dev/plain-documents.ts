import { joinParts } from '../base/text-parts.ts';
import type { Documents } from '../render/documents.ts';
import { hasPageTexts } from '../render/machine-files.ts';
import { twinPath } from '../render/markdown-twin.ts';
import type { Jobs, PageJob } from './jobs.ts';
import type { Pages } from './page-store.ts';
import type { SiteScriptsOwner } from './site-scripts.ts';

export function createPlainDocuments(jobs: Jobs, siteScripts: SiteScriptsOwner) {
  let plain: { job: Pick<PageJob, 'all' | 'siteScripts'>; documents: Promise<Documents> } | undefined;
  return {
    async get(all: Pages, outputPath: string): Promise<string | undefined> {
      const ready = await siteScripts.get();
      const twin = all.loaded.pages.find(({ routePath }) => twinPath(routePath) === outputPath);
      // The set of documents does not depend on page text.
      const isSameSite = plain?.job.all.lookup === all.lookup && plain.job.siteScripts === ready;
      if (isSameSite && !twin && !(await plain?.documents)?.outputs.has(outputPath)) return undefined;
      if (plain?.job.all !== all || plain.job.siteScripts !== ready)
        plain = {
          job: { all, siteScripts: ready },
          documents: jobs.prepare(all, []).then((job) => jobs.createDocuments(job)),
        };
      const print = (await plain.documents).outputs.get(outputPath);
      if (!twin && !print) return undefined;
      if (print && !hasPageTexts(outputPath)) return joinParts(print());
      const documents = await jobs.createDocuments(await jobs.prepare(all, twin ? [twin] : all.loaded.pages));
      const text = documents.outputs.get(outputPath)?.();
      return text && joinParts(text);
    },
  };
}
