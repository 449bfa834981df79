/** Scripts and styles of demos and interactive pages while they are written: each bundled on its own, when it is asked for. */
import { bundleReact } from '../bundle/bundle-site.ts';
import type { FrameScripts } from '../bundle/demos/demo-scripts.ts';
import type { UnitInput } from '../bundle/dev/unit-version.ts';
import type { AllPages } from '../bundle/pages-module.ts';
import { reactFolders } from '../bundle/plugins/resolve-plugin.ts';
import { createSheetTools } from '../bundle/sheets/sheet-tools.ts';
import type { DemoSheet, SiteBundle } from '../bundle/types.ts';
import type { Site } from '../project/config/types.ts';
import type { PageRenderer } from '../render/server-module.ts';
import type { AssetStore } from './asset-store.ts';
import { createDemoPrinter } from './demo-html.ts';
import { describeUnit } from './describe-unit.ts';
import { emitPackages } from './emit-scripts.ts';
import { joinUnits, type MadeScripts, type MadeUnit } from './made-scripts.ts';
import { makeUnit, type UnitContext } from './make-unit.ts';
import { runPageModules } from './server-scripts.ts';
import { createUnitPackages, modulesOf } from './unit-packages.ts';
import { createUnitPool, type PooledUnit } from './unit-pool.ts';
import { createUnitSheets } from './unit-sheets.ts';

/** A page with what it needs scripts for. */
export interface PageUnits {
  /** Source path of the page. */
  page: string;
  units: UnitInput[];
}

/** The scripts of a site's demos and interactive pages. */
export interface PageScripts {
  /** Bundles what pages need and renders the demos among them. */
  make(pages: PageUnits[], site: { client: SiteBundle; renderer: PageRenderer }): Promise<MadeScripts>;
  /** What the sandbox of edited demos runs. */
  liveScripts(): FrameScripts;
  /** Sheets for editing and exporting, by their absolute paths. */
  sheetsApart(filePaths: string[]): Promise<Map<string, DemoSheet>>;
  /** Lets go of what pages needed that are not among these source paths. */
  retain(pages: ReadonlySet<string>): void;
  /** Tells that files have changed; true when something must be made anew. */
  touch(changed: ReadonlySet<string>): boolean;
  dispose(): Promise<void>;
}

/**
 * Creates the owner of the scripts of a site.
 *
 * @param allPages the list of all pages, for pages that import it
 */
export function createPageScripts(site: Site, assets: AssetStore, allPages: AllPages): PageScripts {
  const tools = createSheetTools(site);
  const pool = createUnitPool(site, { tools, allPages });
  const packages = createUnitPackages(site, tools);
  const sheets = createUnitSheets(site, { tools, assets, lastPackages: packages.last });
  const reactDirs = reactFolders(site);
  const demoPrinter = createDemoPrinter(site, reactDirs);
  let react: Promise<string> | undefined;

  const forgetUnused = (): void => {
    const all = pool.all();
    demoPrinter.retain(new Set(all.flatMap(({ source }) => ('demo' in source ? source.demo.id : []))));
    sheets.retain(all.flatMap(({ bundle = [] }) => bundle));
  };
  /** Makes units beside each other; what belongs to all of them comes first. */
  const makeAll = async (units: PooledUnit[], client: SiteBundle): Promise<MadeUnit[]> => {
    if (units.length === 0) return [];
    const { own, diagnostics } = await packages.bundle(pool.all());
    const last = packages.last();
    const context: UnitContext = {
      site,
      assets,
      client,
      sheets,
      demoPrinter,
      packages: last,
      packageUrls: emitPackages(last.scripts, { site, assets, client }),
      hasPackages: diagnostics.length === 0,
      prerender: own?.script,
    };
    const failures = units.flatMap(({ source, failure }) =>
      failure === undefined ? [] : describeUnit(site, failure, source),
    );
    const inputs = [...last.inputs, ...(own?.inputs ?? [])];
    const made = units.flatMap(({ source, bundle }) => (bundle ? makeUnit({ source, bundle }, context) : []));
    return [{ sheets: new Map(), inputs, diagnostics: [...failures, ...diagnostics] }, ...(await Promise.all(made))];
  };

  return {
    async make(pages, { client, renderer }) {
      const units = await Promise.all(pages.map(({ page, units: inputs }) => pool.build(page, inputs)));
      const made = await makeAll(units.flat(), client);
      forgetUnused();
      const { scripts, server } = packages.last();
      const { pageTimeout } = site.config;
      const pageScripts = made.flatMap(({ page }) => page?.script ?? []);
      const run = { renderer, reactFolders: reactDirs, pageTimeout };
      const ran = runPageModules(pageScripts, [server ?? scripts.installed, scripts.library], run);
      return { ...joinUnits(made), ...ran };
    },
    liveScripts() {
      const { installed, library } = packages.last().scripts;
      return {
        packages: `${installed.code}\n${library.code}`,
        react: () => {
          react ??= bundleReact(site, { development: true });
          return react;
        },
        reactFolders: reactDirs,
        files: new Map(),
        modules: modulesOf(pool.all()),
      };
    },
    sheetsApart: sheets.apart,
    retain(pages) {
      pool.retain(pages);
      forgetUnused();
    },
    touch(changed) {
      const stale = tools.touch(changed) ? new Set([...changed, ...sheets.names()]) : changed;
      return [packages, sheets, pool].map((part) => part.touch(stale)).some(Boolean);
    },
    async dispose() {
      demoPrinter.close();
      await Promise.all([packages.dispose(), pool.dispose()]);
    },
  };
}
