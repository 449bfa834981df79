import { bundleDemoSources } from '../bundle/bundle-site.ts';
import type { SourcePage } from '../content/types.ts';
import { withTabs } from '../content/with-tabs.ts';
import { describeDemos } from '../demos/built-demo.ts';
import type { Site } from '../project/config/types.ts';
import type { AssetStore } from './asset-store.ts';
import type { Jobs } from './jobs.ts';
import type { PageScripts } from './page-scripts.ts';
import type { Pages } from './page-store.ts';

/** Demos by their ids: where they are, and what editing them needs. */
export interface DemoFinder {
  /** The page that has a demo; those that may have one are compiled until it is found. */
  pageOf(all: Pages, id: string): Promise<SourcePage | undefined>;
  /** What editing and exporting a demo needs, as JSON. */
  sourceOf(all: Pages, id: string): Promise<string | undefined>;
}

/** Finds nothing before it is asked. */
export function createDemoFinder(
  site: Site,
  { assets, jobs, pageScripts }: { assets: AssetStore; jobs: Jobs; pageScripts: PageScripts },
): DemoFinder {
  const pageOf: DemoFinder['pageOf'] = async (all, id) => {
    for (const page of all.loaded.pages) {
      if (!withTabs(page).some(({ look }) => look.mayRun)) continue;
      const compiled = await all.compile([page]);
      if ([...compiled.values()].some(({ demos }) => demos.some((demo) => demo.id === id))) return page;
    }
    return undefined;
  };
  return {
    pageOf,
    async sourceOf(all, id) {
      const page = await pageOf(all, id);
      if (!page) return undefined;
      const job = await jobs.prepare(all, [page]);
      const demo = [...job.compiled.values()].flatMap(({ demos }) => demos).find((one) => one.id === id);
      if (!demo) return undefined;
      const scripts = { ...pageScripts.liveScripts(), files: job.scripts.files };
      const sheets = await pageScripts.sheetsApart(job.scripts.demos.get(id)?.sheets ?? []);
      const bundle = { ...job.bundle, sheets };
      const demos = await describeDemos(site, [demo], { scripts, bundle });
      const sources = await bundleDemoSources({ site, demos, bundle, scripts });
      assets.put('live', sources.files);
      return JSON.stringify(sources.byId.get(id));
    },
  };
}
