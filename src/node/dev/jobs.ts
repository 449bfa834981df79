import { uniqueById } from '../../shared/unique-by-id.ts';
import { composeDocuments } from '../build/compose/documents.ts';
import { bundleRenderer } from '../bundle/bundle-site.ts';
import type { UnitInput } from '../bundle/dev/unit-version.ts';
import type { SiteBundle } from '../bundle/types.ts';
import type { SourcePage } from '../content/types.ts';
import { withTabs } from '../content/with-tabs.ts';
import { type BuiltDemo, completeDemos, describeDemos } from '../demos/built-demo.ts';
import { readSandboxes } from '../demos/sandbox-list.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { styleFiles } from '../render/demo-styles.ts';
import type { Documents } from '../render/documents.ts';
import type { SiteSearch } from '../render/render-page.ts';
import { importRenderer } from '../render/server-module.ts';
import type { AssetStore } from './asset-store.ts';
import { readPageSteps } from './dev-steps.ts';
import type { DevTypes } from './dev-types.ts';
import type { MadeScripts } from './made-scripts.ts';
import { prepareSearch, sourceUrl } from './on-demand.ts';
import type { PageScripts } from './page-scripts.ts';
import type { Pages } from './page-store.ts';
import type { SiteScripts, SiteScriptsOwner } from './site-scripts.ts';

export interface PageJob {
  all: Pages;
  siteScripts: SiteScripts;
  pages: SourcePage[];
  compiled: Map<string, CompiledPage>;
  scripts: MadeScripts;
  bundle: SiteBundle;
}

export type Jobs = ReturnType<typeof createJobs>;

export interface JobOptions {
  site: Site;
  assets: AssetStore;
  siteScripts: SiteScriptsOwner;
  pageScripts: PageScripts;
  types: DevTypes;
  /** Receives the input files (absolute paths). */
  onInputs: (files: string[]) => void;
}

export function createJobs({ site, assets, siteScripts, pageScripts, types, onInputs }: JobOptions) {
  const { config, root, projectRoot } = site;
  const copies = new Map<string, string>();
  let search: Promise<SiteSearch | undefined> | undefined;
  /** Lookup of the pages whose scripts are cached. */
  let retained: Pages['lookup'] | undefined;

  const buildDemos = async ({ compiled, bundle, scripts }: PageJob): Promise<Map<string, BuiltDemo>> => {
    const demos = uniqueById([...compiled.values()].flatMap((page) => page.demos));
    const steps = await readPageSteps(site, demos, { assets, onInputs });
    const [described, { sandboxes }] = await Promise.all([
      describeDemos(site, demos, { scripts, bundle, playgrounds: types.playgrounds(demos), steps }),
      readSandboxes(projectRoot, root),
    ]);
    const built = completeDemos(described, {
      rendered: scripts.html,
      sourceUrl: (id) => sourceUrl(config, id),
      sandboxes,
    });
    for (const [id, demo] of built) assets.put(`styles:${id}`, styleFiles([demo]));
    return built;
  };

  return {
    async prepare(all: Pages, pages: SourcePage[]): Promise<PageJob> {
      const [ready, asWritten] = await Promise.all([siteScripts.get(), all.compile(pages)]);
      const compiled = types.apply(asWritten);
      for (const { assets: pictures } of compiled.values())
        for (const { output, filePath } of pictures) copies.set(output, filePath);
      if (all.lookup !== retained) {
        retained = all.lookup;
        pageScripts.retain(new Set(all.loaded.pages.map(({ sourcePath }) => sourcePath)));
      }
      const units = pages.map((page) => ({ page: page.sourcePath, units: unitsOf(page, compiled) }));
      const scripts = await pageScripts.make(units, ready);
      onInputs(scripts.inputs);
      const { demos, modules, sheetImports } = scripts;
      return {
        all,
        siteScripts: ready,
        pages,
        compiled,
        scripts,
        bundle: { ...ready.client, demos, modules, sheetImports },
      };
    },
    buildDemos,
    /** `demos`: result of `buildDemos()`, if available. `pagesOnly` omits documents that depend on the whole site. */
    async createDocuments(
      job: PageJob,
      { demos, pagesOnly = false }: { demos?: Map<string, BuiltDemo>; pagesOnly?: boolean } = {},
    ): Promise<Documents> {
      const { all, compiled, bundle, pages } = job;
      const { renderer, components } = job.scripts;
      search ??= prepareSearch(site, assets);
      return composeDocuments({
        site,
        loaded: all.loaded,
        lookup: all.lookup,
        compiled,
        bundle,
        pages,
        renderer: {
          ...renderer,
          server: { ...renderer.server, modules: Object.fromEntries(components) },
          inDevelopment: async () => {
            const parts = pages
              .flatMap(withTabs)
              .map((page) => ({ page, compiled: compiled.get(page.sourcePath) as CompiledPage }));
            return await importRenderer(await bundleRenderer(site, parts, { development: true }), config.pageTimeout);
          },
        },
        demos: demos ?? (await buildDemos(job)),
        search: await search,
        api: types.tables(pages, compiled),
        runsCode: all.loaded.pages.some((page) => withTabs(page).some(({ look }) => look.mayRun)),
        pagesOnly,
      });
    },
    /** Returns the source file of a copied output, such as a picture of a page. */
    copyOf: (outputPath: string): string | undefined => copies.get(outputPath),
  };
}

/** Returns the demos and modules of a page and its tabs. */
function unitsOf(page: SourcePage, compiled: Map<string, CompiledPage>): UnitInput[] {
  return withTabs(page).flatMap((part): UnitInput[] => {
    const { demos = [], module } = compiled.get(part.sourcePath) ?? {};
    return [
      ...demos.map((demo) => ({ demo })),
      ...(module === undefined ? [] : [{ page: { page: part, code: module } }]),
    ];
  });
}
