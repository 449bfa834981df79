import { createBundleCache } from '../bundle/bundle-cache.ts';
import type { FrameScripts } from '../bundle/demos/demo-scripts.ts';
import { bundleFrame } from '../bundle/demos/frame-modules.ts';
import type { UnitInput } from '../bundle/dev/unit-version.ts';
import type { AllPages } from '../bundle/pages-module.ts';
import { reactFolders } from '../bundle/plugins/resolve-plugin.ts';
import { createSheetTools } from '../bundle/sheets/sheet-tools.ts';
import type { SiteBundle } from '../bundle/types.ts';
import type { Site } from '../project/config/types.ts';
import type { PageRenderer } from '../render/server-module.ts';
import type { AssetStore } from './asset-store.ts';
import { createDemoPrinter } from './demo-html.ts';
import { describeUnit } from './describe-unit.ts';
import { emitPackages } from './emit-scripts.ts';
import { joinUnits, type MadeScripts, type MadeUnit } from './made-scripts.ts';
import { makeUnit, type UnitContext } from './make-unit.ts';
import { createPagePackages } from './page-packages.ts';
import { runPageModules, type SideScript } from './server-scripts.ts';
import { createUnitPool, keyOf, type PooledUnit } from './unit-pool.ts';
import { createUnitSheets } from './unit-sheets.ts';

export interface PageUnits {
  page: string;
  units: UnitInput[];
}

interface MadePage {
  units: MadeUnit[];
  packages: SideScript[];
}

export type PageScripts = ReturnType<typeof createPageScripts>;

export function createPageScripts(site: Site, assets: AssetStore, allPages: AllPages) {
  const tools = createSheetTools(site);
  const pool = createUnitPool(site, { tools, allPages });
  const packages = createPagePackages(site, tools);
  const sheets = createUnitSheets(site, { tools, assets });
  const reactDirs = reactFolders(site);
  const demoPrinter = createDemoPrinter(site, reactDirs);

  const forgetUnused = (): void => {
    const all = pool.all().map(({ source }) => source);
    demoPrinter.retain(new Set(all.flatMap((source) => ('demo' in source ? source.demo.id : []))));
    sheets.retain(new Set(all.map(keyOf)));
  };
  /** The first result holds their shared inputs and diagnostics. */
  const makePage = async (page: string, units: PooledUnit[], client: SiteBundle): Promise<MadePage> => {
    if (units.length === 0) return { units: [], packages: [] };
    const { packages: last, prerender, diagnostics } = await packages.bundle(page, units);
    const emitting = { site, assets, client, page };
    const context: UnitContext = {
      ...emitting,
      sheets,
      demoPrinter,
      packages: last,
      packageUrls: emitPackages(last.scripts, emitting),
      hasPackages: diagnostics.length === 0,
      prerender: prerender?.script,
    };
    const failures = units.flatMap(({ source, failure }) =>
      failure === undefined ? [] : describeUnit(site, failure, source),
    );
    const inputs = [...last.inputs, ...(prerender?.inputs ?? [])];
    const made = units.flatMap(({ source, bundle }) => (bundle ? makeUnit({ source, bundle }, context) : []));
    const shared = { sheets: new Map(), inputs, diagnostics: [...failures, ...diagnostics] };
    return { units: [shared, ...(await Promise.all(made))], packages: [last.server, last.scripts.library] };
  };

  return {
    async make(
      pages: PageUnits[],
      { client, renderer }: { client: SiteBundle; renderer: PageRenderer },
    ): Promise<MadeScripts> {
      const made = await Promise.all(
        pages.map(async ({ page, units }) => makePage(page, await pool.build(page, units), client)),
      );
      forgetUnused();
      const scripts = made.flatMap(({ units, packages: ofPage }) =>
        units.flatMap((unit) => (unit.page ? { ...unit.page.script, packages: ofPage } : [])),
      );
      const { pageTimeout } = site.config;
      const ran = runPageModules(scripts, { renderer, reactFolders: reactDirs, pageTimeout });
      return { ...joinUnits(made.flatMap(({ units }) => units)), ...ran };
    },
    liveScripts(): Omit<FrameScripts, 'files'> {
      const modules = new Map(pool.all().flatMap(({ bundle }) => [...(bundle?.modules ?? [])]));
      return {
        frame: () => bundleFrame(site, modules, { cache: createBundleCache(site), development: true }),
        reactFolders: reactDirs,
        modules,
      };
    },
    /** Compiles style sheets for editing and exporting, by absolute path. */
    sheetsApart: sheets.apart,
    retain(pages: ReadonlySet<string>): void {
      pool.retain(pages);
      forgetUnused();
    },
    /** Returns true if something must be rebuilt. */
    touch(changed: ReadonlySet<string>): boolean {
      const stale = tools.touch(changed) ? new Set([...changed, ...sheets.names()]) : changed;
      return [packages, sheets, pool].map((part) => part.touch(stale)).some(Boolean);
    },
    async dispose(): Promise<void> {
      demoPrinter.close();
      await Promise.all([packages.dispose(), pool.dispose()]);
    },
  };
}
