/** Scripts and styles of demos and interactive pages while they are written: each bundled on its own, when it is asked for. */
import path from 'node:path';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { bundleReact } from '../bundle/bundle-site.ts';
import type { GraphFile } from '../bundle/demos/demo-graph.ts';
import type { FrameScripts } from '../bundle/demos/demo-scripts.ts';
import { tellMissingExports } from '../bundle/dev/missing-exports.ts';
import type { PackagesBundle } from '../bundle/dev/packages.ts';
import { ENVIRONMENT_BANNER, UNIT } from '../bundle/dev/script-variables.ts';
import { createSheets, type Sheet } from '../bundle/dev/sheets.ts';
import type { UnitBundle } from '../bundle/dev/unit.ts';
import type { UnitInput } from '../bundle/dev/unit-version.ts';
import type { AllPages } from '../bundle/pages-module.ts';
import { reactFolders } from '../bundle/plugins/resolve-plugin.ts';
import { createSheetTools } from '../bundle/sheets/sheet-tools.ts';
import type { ClientModule, DemoModule, DemoSheet, SiteBundle } from '../bundle/types.ts';
import type { Site } from '../project/config/types.ts';
import type { DemoFault } from '../render/demo-faults.ts';
import type { DemoHtml } from '../render/demos.ts';
import type { PageRenderer } from '../render/server-module.ts';
import type { AssetStore } from './asset-store.ts';
import { createDemoPrinter } from './demo-html.ts';
import { describeUnit } from './describe-unit.ts';
import { emitPackages, emitUnit } from './emit-scripts.ts';
import { type PageScript, type RunModules, runPageModules } from './server-scripts.ts';
import { createUnitPackages, modulesOf } from './unit-packages.ts';
import { createUnitPool, type PooledUnit } from './unit-pool.ts';

/** A page with what it needs scripts for. */
export interface PageUnits {
  /** Source path of the page. */
  page: string;
  units: UnitInput[];
}

/** What the demos of pages, or their own modules, come to. */
export interface MadeScripts extends RunModules {
  demos: Map<string, DemoModule>;
  /** Files of each demo by id, the entry first; those that its sheets import are not among them. */
  files: Map<string, GraphFile[]>;
  modules: Map<string, ClientModule>;
  html: DemoHtml;
  sheetImports: SiteBundle['sheetImports'];
  /** Absolute paths of the files that went in, sheets included. */
  inputs: string[];
  /** What could not be bundled; the rest is as it last was. */
  diagnostics: Diagnostic[];
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
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one owner joins the parts; making a unit takes most of them
export function createPageScripts(site: Site, assets: AssetStore, allPages: AllPages): PageScripts {
  const tools = createSheetTools(site);
  const pool = createUnitPool(site, { tools, allPages });
  const packages = createUnitPackages(site, tools);
  const sheets = createSheets(site, tools);
  const folders = reactFolders(site);
  const demoPrinter = createDemoPrinter(site, folders);
  let react: Promise<string> | undefined;

  /** Sheets of a unit in the order of its imports; one that cannot be compiled is left out. */
  const compileSheets = async (source: UnitInput, built: UnitBundle) => {
    const found = new Map<string, Sheet>();
    const diagnostics: Diagnostic[] = [];
    for (const filePath of sheetsOf(built, packages.last())) {
      try {
        const sheet = await sheets.get(filePath);
        assets.put(`sheet:${filePath}`, sheet.files);
        found.set(filePath, sheet);
        diagnostics.push(...sheet.warnings);
      } catch (failure) {
        diagnostics.push(...describeUnit(site, failure, source));
      }
    }
    return { found, diagnostics };
  };
  const forgetUnused = (): void => {
    const all = pool.all();
    demoPrinter.retain(new Set(all.flatMap(({ source }) => ('demo' in source ? source.demo.id : []))));
    sheets.retain(new Set(all.flatMap(({ bundle }) => (bundle ? sheetsOf(bundle, packages.last()) : []))));
  };
  /** Makes the scripts of units, beside each other. */
  const makeAll = async (units: PooledUnit[], client: SiteBundle): Promise<[MadeUnits, PageScript[]]> => {
    const { own, diagnostics: ofPackages } =
      units.length === 0 ? { diagnostics: [] } : await packages.bundle(pool.all());
    const bundled = packages.last();
    const urls = emitPackages(bundled.scripts, { site, assets, client });
    const result: MadeUnits = {
      demos: new Map(),
      files: new Map(),
      modules: new Map(),
      html: { html: new Map(), styles: new Map(), endless: new Set(), faults: [] },
      sheetImports: new Map(),
      inputs: units.length === 0 ? [] : [...bundled.inputs, ...(own?.inputs ?? [])],
      diagnostics: units.flatMap(({ source, failure }) =>
        failure === undefined ? [] : describeUnit(site, failure, source),
      ),
    };
    result.diagnostics.push(...ofPackages);
    const pageScripts: PageScript[] = [];
    const add = async ({ source, bundle }: PooledUnit): Promise<DemoFault[]> => {
      if (!bundle) return [];
      const { found, diagnostics } = await compileSheets(source, bundle);
      const missing = tellMissingExports(site, { source, bundle, library: bundled.scripts.library.code });
      result.diagnostics.push(...diagnostics, ...missing);
      result.inputs.push(...bundle.inputs, ...[...found.values()].flatMap(({ inputs }) => inputs));
      for (const [filePath, { imports }] of found) result.sheetImports.set(filePath, imports);
      const js = emitUnit(source, bundle, urls, { site, assets, client });
      const css = [...found.values()].map(({ href }) => href);
      if ('page' in source) {
        const { page } = source.page;
        result.modules.set(page.sourcePath, { js, css });
        pageScripts.push({ page, code: `${ENVIRONMENT_BANNER} ${bundle.code}`, map: bundle.map, variable: UNIT });
        return [];
      }
      const { id } = source.demo;
      result.demos.set(id, { js, css, sheets: [...found.keys()] });
      result.files.set(id, bundle.files);
      // Without its packages it would throw, which is not its fault.
      const html =
        ofPackages.length > 0
          ? demoPrinter.last(id)
          : await demoPrinter.print(source.demo, bundle, { packages: bundled, prerender: own?.script });
      addHtml(result.html, html);
      return html?.faults ?? [];
    };
    // In the order of the page, whichever is ready first.
    result.html.faults = (await Promise.all(units.map(add))).flat();
    return [result, pageScripts];
  };

  return {
    async make(pages, { client, renderer }) {
      const units = await Promise.all(pages.map(({ page, units: inputs }) => pool.build(page, inputs)));
      const [made, pageScripts] = await makeAll(units.flat(), client);
      forgetUnused();
      const { scripts, server } = packages.last();
      const { pageTimeout } = site.config;
      return {
        ...made,
        ...runPageModules(pageScripts, [server ?? scripts.installed, scripts.library], {
          renderer,
          reactFolders: folders,
          pageTimeout,
        }),
      };
    },
    liveScripts() {
      const { installed, library } = packages.last().scripts;
      return {
        packages: `${installed.code}\n${library.code}`,
        react: () => {
          react ??= bundleReact(site, { development: true });
          return react;
        },
        reactFolders: folders,
        files: new Map(),
        modules: modulesOf(pool.all()),
      };
    },
    async sheetsApart(filePaths) {
      const found = await Promise.all(
        filePaths.map(async (filePath) => [filePath, await (await sheets.get(filePath)).apart()] as const),
      );
      return new Map(found.flatMap(([filePath, sheet]) => (sheet ? [[filePath, sheet]] : [])));
    },
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

/** What units come to before the modules of pages are run. */
type MadeUnits = Omit<MadeScripts, keyof RunModules>;

/** Adds what a demo has rendered. */
function addHtml(all: DemoHtml, html: DemoHtml | undefined): void {
  for (const [name, text] of html?.html ?? []) all.html.set(name, text);
  for (const [name, styles] of html?.styles ?? []) all.styles.set(name, styles);
  for (const name of html?.endless ?? []) all.endless.add(name);
}

/** Style sheets of a unit (absolute paths) in the order in which its imports reach them, through packages too. */
function sheetsOf({ order }: UnitBundle, packages: PackagesBundle): string[] {
  return [...new Set(order.flatMap((entry) => (path.isAbsolute(entry) ? entry : packages.sheetsOf(entry))))];
}
