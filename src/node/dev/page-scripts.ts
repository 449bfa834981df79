/** Scripts and styles of demos and interactive pages in `dev`. Each is bundled separately, on request. */
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

/** A page with its demos and modules. */
export interface PageUnits {
  /** Source path of the page. */
  page: string;
  units: UnitInput[];
}

/** The scripts of a site's demos and interactive pages. */
export interface PageScripts {
  /** Bundles the units of pages, renders demos, and runs the modules of pages. */
  make(pages: PageUnits[], site: { client: SiteBundle; renderer: PageRenderer }): Promise<MadeScripts>;
  /** Returns the scripts for the sandbox of edited demos. */
  liveScripts(): FrameScripts;
  /** Compiles style sheets for editing and exporting, by absolute path. */
  sheetsApart(filePaths: string[]): Promise<Map<string, DemoSheet>>;
  /**
   * Evicts the units of all other pages.
   *
   * @param pages source paths
   */
  retain(pages: ReadonlySet<string>): void;
  /** Invalidates results of changed files. Returns true if something must be rebuilt. */
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
  /** Builds units in parallel. The first result holds their shared inputs and diagnostics. */
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
