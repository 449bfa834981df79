import { uniqueById } from '../../shared/unique-by-id.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { composeDocuments } from '../build/compose/documents.ts';
import { bundleDemoSources, bundleRenderer } from '../bundle/bundle-site.ts';
import type { UnitInput } from '../bundle/dev/unit.ts';
import type { SiteBundle } from '../bundle/types.ts';
import { withTabs } from '../content/tabs.ts';
import type { SourcePage } from '../content/types.ts';
import type { CompiledPage, EmbeddedDemo } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { type BuiltDemo, completeDemos, describeDemos } from '../render/demos/built-demo.ts';
import { readDemoParts } from '../render/demos/demo-parts.ts';
import { styleFiles } from '../render/demos/demo-styles.ts';
import type { Documents } from '../render/documents.ts';
import type { SiteSearch } from '../render/render-page.ts';
import { importRenderer } from '../render/server-module.ts';
import type { AssetStore } from './asset-store.ts';
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
  const { config } = site;
  const copies = new Map<string, string>();
  let search: Promise<SiteSearch | undefined> | undefined;
  /** Lookup of the pages whose scripts are cached. */
  let retained: Pages['lookup'] | undefined;

  const demosOf = ({ compiled }: PageJob) => uniqueById([...compiled.values()].flatMap((page) => page.demos));
  const describe = async (job: PageJob, demos: EmbeddedDemo[]) => {
    // Errors in controls are known once the compiler has answered.
    const readPlaygrounds = async () => ({ playgrounds: types.playgrounds(demosOf(job)), diagnostics: [] });
    const { byId: parts, files, inputs, diagnostics } = await readDemoParts(site, demos, { readPlaygrounds });
    onInputs(inputs);
    // Each page has its own entry, because the store keeps few versions of an entry.
    if (files.size > 0) assets.put(`parts ${demos.map(({ id }) => id).join(' ')}`, files);
    return { described: await describeDemos(site, demos, { ...job, parts }), diagnostics };
  };
  const buildDemos = async (job: PageJob): Promise<{ demos: Map<string, BuiltDemo>; diagnostics: Diagnostic[] }> => {
    const { described, diagnostics } = await describe(job, demosOf(job));
    const rendered = job.scripts.html;
    const demos = completeDemos(described, { rendered, sourceUrl: (id) => sourceUrl(config, id) });
    for (const [id, demo] of demos) assets.put(`styles:${id}`, styleFiles([demo]));
    return { demos, diagnostics };
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
    /** Returns the data for editing and exporting a demo, as JSON. */
    async sourceOf(job: PageJob, id: string): Promise<string | undefined> {
      const demo = demosOf(job).find((one) => one.id === id);
      if (!demo) return undefined;
      const scripts = { ...pageScripts.liveScripts(), files: job.scripts.files };
      const bundle = { ...job.bundle, sheets: await pageScripts.sheetsApart(job.scripts.demos.get(id)?.sheets ?? []) };
      const { described } = await describe(job, [demo]);
      const sources = await bundleDemoSources({ site, demos: described, bundle, scripts });
      assets.put('live', sources.files);
      return JSON.stringify(sources.byId.get(id));
    },
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
        demos: demos ?? (await buildDemos(job)).demos,
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

function unitsOf(page: SourcePage, compiled: Map<string, CompiledPage>): UnitInput[] {
  return withTabs(page).flatMap((part): UnitInput[] => {
    const { demos = [], module } = compiled.get(part.sourcePath) ?? {};
    return [
      ...demos.map((demo) => ({ demos: [demo], pages: [] })),
      ...(module === undefined ? [] : [{ demos: [], pages: [{ page: part, code: module }] }]),
    ];
  });
}
