import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { createBundleCache } from '../bundle/bundle-key.ts';
import type { FrameScripts } from '../bundle/demos/demo-scripts.ts';
import { bundleFrame } from '../bundle/demos/frame-modules.ts';
import { bundlePrerender, type PrerenderModule } from '../bundle/demos/own-script.ts';
import { createKept } from '../bundle/dev/kept.ts';
import { reportMissingExports } from '../bundle/dev/missing-exports.ts';
import { createSitePackages, NO_PACKAGES, type Packages, type PackagesBundle } from '../bundle/dev/packages.ts';
import { ENVIRONMENT_BANNER, UNIT } from '../bundle/dev/script-variables.ts';
import { keyOf, type UnitBundle, type UnitInput } from '../bundle/dev/unit.ts';
import { createUnitPool, type PooledUnit } from '../bundle/dev/units.ts';
import type { AllPages } from '../bundle/pages-module.ts';
import { reactFolders } from '../bundle/plugins/resolve-plugin.ts';
import { createSheetTools, type SheetTools } from '../bundle/sheets/sheet-tools.ts';
import type { DemoScript, SiteBundle } from '../bundle/types.ts';
import type { EmbeddedDemo } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import type { DemoHtml } from '../render/demos/prerender-demos.ts';
import type { PageRenderer } from '../render/server-module.ts';
import type { AssetStore } from './asset-store.ts';
import { createDemoPrinter, type DemoPrinter } from './demo-html.ts';
import { type EmitOptions, emitPackages, emitUnit } from './emit-scripts.ts';
import { joinUnits, type MadeScripts, type MadeUnit } from './made-scripts.ts';
import { runPageModules, type SideScript } from './server-scripts.ts';
import { createUnitSheets, describeUnit, type UnitSheets } from './unit-sheets.ts';

interface PageUnits {
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
    demoPrinter.retain(new Set(all.flatMap(({ demos }) => demos.map(({ id }) => id))));
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

interface UnitContext extends EmitOptions {
  sheets: UnitSheets;
  demoPrinter: DemoPrinter;
  packages: PackagesBundle;
  packageUrls: string[];
  /** False if the packages could not be bundled, and an older bundle is used. */
  hasPackages: boolean;
  /** The module that the configuration sets as `prerender`. */
  prerender?: DemoScript | undefined;
}

async function makeUnit(
  { source, bundle }: { source: UnitInput; bundle: UnitBundle },
  context: UnitContext,
): Promise<MadeUnit> {
  const { sheets, diagnostics } = await context.sheets.compile(source, bundle, context.packages);
  const library = context.packages.scripts.library.code;
  const missing = reportMissingExports(context.site, { source, bundle, library });
  const made: MadeUnit = { sheets, inputs: bundle.inputs, diagnostics: [...diagnostics, ...missing] };
  const js = emitUnit(source, bundle, context.packageUrls, context);
  const css = [...sheets.values()].map(({ href }) => href);
  const [page] = source.pages;
  if (page) {
    const script = { page: page.page, code: `${ENVIRONMENT_BANNER} ${bundle.code}`, map: bundle.map, variable: UNIT };
    return { ...made, page: { module: { js, css }, script } };
  }
  const demo = source.demos[0] as EmbeddedDemo;
  const html = await printDemo(demo, bundle, context);
  return { ...made, demo: { id: demo.id, module: { js, css, sheets: [...sheets.keys()] }, files: bundle.files, html } };
}

/** Without its packages a demo would throw, so its last HTML is reused. */
async function printDemo(demo: EmbeddedDemo, bundle: UnitBundle, context: UnitContext): Promise<DemoHtml | undefined> {
  const { demoPrinter, packages, prerender, hasPackages } = context;
  return hasPackages ? await demoPrinter.print(demo, bundle, { packages, prerender }) : demoPrinter.last(demo.id);
}

/** Packages of a page. After an error they are those of the last bundle. */
interface BundledPackages {
  packages: PackagesBundle;
  prerender?: PrerenderModule | undefined;
  diagnostics: Diagnostic[];
}

/** Maximum number of pages whose packages are cached, which costs memory. */
const KEPT_PAGES = 6;

function createPagePackages(site: Site, tools: SheetTools) {
  /** Packages by page, the most recently used last. */
  const pages = new Map<string, { packages: Packages; last: PackagesBundle }>();
  const prerender = createKept<PrerenderModule>();
  const all = createSitePackages(site, tools);
  let isDisposed = false;

  const packagesOf = (page: string) => {
    const known = pages.get(page) ?? { packages: all.ofPage(), last: NO_PACKAGES };
    pages.delete(page);
    pages.set(page, known);
    for (const oldest of [...pages.keys()].slice(0, -KEPT_PAGES)) pages.delete(oldest);
    return known;
  };
  const bundleOwn = async (): Promise<PrerenderModule> => {
    const module = await bundlePrerender(site);
    if (!module) throw new Error('The configuration names no module to be bundled');
    return module;
  };
  return {
    async bundle(page: string, units: PooledUnit[]): Promise<BundledPackages> {
      if (isDisposed) throw new Error('The site is closed');
      const known = packagesOf(page);
      try {
        const own = site.config.prerender === undefined ? undefined : await prerender.get(bundleOwn);
        const wanted = new Map(units.flatMap(({ bundle }) => [...(bundle?.packages ?? [])]));
        known.last = await known.packages.build(wanted, own?.packages);
        return { packages: known.last, prerender: own, diagnostics: [] };
      } catch (failure) {
        return { packages: known.last, diagnostics: describeUnit(site, failure) };
      }
    },
    /** Returns true if something must be bundled again. */
    touch: (changed: ReadonlySet<string>): boolean =>
      [prerender, ...Array.from(pages.values(), ({ packages }) => packages)]
        .map((part) => part.touch(changed))
        .some(Boolean),
    async dispose(): Promise<void> {
      isDisposed = true;
      await all.dispose();
    },
  };
}
