import { uniqueById } from '../../shared/unique-by-id.ts';
import { bundleDemoSources } from '../bundle/bundle-site.ts';
import type { SourcePage } from '../content/types.ts';
import { withTabs } from '../content/with-tabs.ts';
import { describeDemos } from '../demos/built-demo.ts';
import type { Site } from '../project/config/types.ts';
import type { AssetStore } from './asset-store.ts';
import { readPageSteps } from './dev-steps.ts';
import type { DevTypes } from './dev-types.ts';
import type { Jobs } from './jobs.ts';
import type { PageScripts } from './page-scripts.ts';
import type { Pages } from './page-store.ts';

export type DemoFinder = ReturnType<typeof createDemoFinder>;

export function createDemoFinder(
  site: Site,
  { assets, jobs, pageScripts, types }: { assets: AssetStore; jobs: Jobs; pageScripts: PageScripts; types: DevTypes },
) {
  /** Compiles candidate pages until one contains it. */
  const pageOf = async (all: Pages, id: string): Promise<SourcePage | undefined> => {
    for (const page of all.loaded.pages) {
      if (!withTabs(page).some(({ look }) => look.mayRun)) continue;
      const compiled = await all.compile([page]);
      if ([...compiled.values()].some(({ demos }) => demos.some((demo) => demo.id === id))) return page;
    }
    return undefined;
  };
  return {
    pageOf,
    /** Returns the data for editing and exporting a demo, as JSON. */
    async sourceOf(pages: Pages, id: string): Promise<string | undefined> {
      const page = await pageOf(pages, id);
      if (!page) return undefined;
      const job = await jobs.prepare(pages, [page]);
      const demo = [...job.compiled.values()].flatMap(({ demos }) => demos).find((one) => one.id === id);
      if (!demo) return undefined;
      const scripts = { ...pageScripts.liveScripts(), files: job.scripts.files };
      const sheets = await pageScripts.sheetsApart(job.scripts.demos.get(id)?.sheets ?? []);
      const bundle = { ...job.bundle, sheets };
      const all = uniqueById([...job.compiled.values()].flatMap((compiled) => compiled.demos));
      const playgrounds = types.playgrounds(all);
      const steps = await readPageSteps(site, [demo], { assets, onInputs: () => undefined });
      const demos = await describeDemos(site, [demo], { scripts, bundle, playgrounds, steps });
      const sources = await bundleDemoSources({ site, demos, bundle, scripts });
      assets.put('live', sources.files);
      return JSON.stringify(sources.byId.get(id));
    },
  };
}
