/** Scripts and styles of demos and interactive pages while they are written: each bundled on its own, when it is asked for. */
import { withBase } from '../../shared/base-url.ts';
import { contentPath } from '../browser-scripts.ts';
import { bundleDemoRenderer, bundleReact, describeFailure } from '../bundle/bundle-site.ts';
import type { GraphFile } from '../bundle/demo-graph.ts';
import type { DemoScripts } from '../bundle/demo-scripts.ts';
import { createPackages, type PackagesBundle } from '../bundle/dev/packages.ts';
import { createSheets } from '../bundle/dev/sheets.ts';
import {
  createUnit,
  ENVIRONMENT_BANNER,
  UNIT,
  type Unit,
  type UnitBundle,
  type UnitSource,
} from '../bundle/dev/unit.ts';
import { reactFolders } from '../bundle/resolve-plugin.ts';
import type { ClientModule, DemoModule, SiteBundle } from '../bundle/types.ts';
import type { EmbeddedDemo } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { DemoRenderer } from '../prerender/demo-renderer.ts';
import { type DemoHtml, prerenderDemos } from '../prerender/demos.ts';
import { runScripts } from '../prerender/server-module.ts';
import type { AssetStore } from './asset-store.ts';

/** What the demos of a page, or its own module, come to. */
export interface PageScripts {
  demos: Map<string, DemoModule>;
  /** Files of each demo by id, the entry first; those that its Less sheets import included. */
  files: Map<string, GraphFile[]>;
  modules: Map<string, ClientModule>;
  /** Components of interactive pages by source path, for the server. */
  components: Map<string, unknown>;
  html: DemoHtml;
  lessImports: SiteBundle['lessImports'];
  /** Absolute paths of the files that went in, sheets included. */
  inputs: string[];
  /** What was wrong; the rest is as it last was. */
  diagnostics: Diagnostic[];
}

/** The scripts of a site's demos and interactive pages. */
export interface ScriptShop {
  /** Bundles what the sources need and renders the demos among them. */
  make(sources: UnitSource[], shell: ShellModules): Promise<PageScripts>;
  /** What the sandbox of edited demos runs. */
  liveScripts(): Promise<DemoScripts>;
  /** CSS of a sheet, complete in itself. */
  plainStyle(filePath: string): Promise<string>;
  /** Tells that files have changed; true when something must be made anew. */
  touch(changed: ReadonlySet<string>): boolean;
  /** Absolute paths of all files that went in. */
  inputs(): string[];
  dispose(): Promise<void>;
}

/** What scripts need of the runtime and the renderer. */
export interface ShellModules {
  client: SiteBundle;
  /** Modules of the renderer's React and runtime by name. */
  require: (name: string) => unknown;
}

/** Units whose bundler is kept; of others the result is, until it changes. */
const KEPT_UNITS = 60;

interface KnownUnit {
  unit: Unit;
  /** The last that could be bundled. */
  bundle?: UnitBundle;
  /** What stands in `bundle` is older than what was last tried. */
  failed?: boolean;
  /** The demo as it was last rendered. */
  rendered?: { key: string; html: DemoHtml };
}

/** Creates the shop of a site. */
export function createScriptShop(site: Site, assets: AssetStore, renderer: DemoRenderer): ScriptShop {
  const units = new Map<string, KnownUnit>();
  const packages = createPackages(site);
  const sheets = createSheets(site);
  let renderDemo: Promise<string> | undefined;
  let react: Promise<string> | undefined;

  const know = (source: UnitSource): KnownUnit => {
    const key = keyOf(source);
    const known = units.get(key) ?? { unit: createUnit(site, source) };
    known.unit.replace(source);
    units.delete(key);
    units.set(key, known);
    return known;
  };
  const forget = async (): Promise<void> => {
    for (const [key, { unit }] of units) {
      if (units.size <= KEPT_UNITS) break;
      units.delete(key);
      await unit.dispose();
    }
  };

  /** Bundles a unit; what is wrong is told, and what it last was stands for it. */
  const bundle = async (source: UnitSource, diagnostics: Diagnostic[]): Promise<KnownUnit> => {
    const known = know(source);
    try {
      known.bundle = await known.unit.build();
      known.failed = false;
    } catch (failure) {
      known.failed = true;
      collect(failure, source, diagnostics);
    }
    return known;
  };
  const collect = (failure: unknown, source: UnitSource | undefined, diagnostics: Diagnostic[]): void => {
    const pages = source && 'page' in source ? [source.page] : [];
    const demos = source && 'demo' in source ? [source.demo] : [];
    try {
      describeFailure(site, pages, demos)(failure);
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      diagnostics.push(...error.diagnostics);
    }
  };
  /** Two versions of a script never share a URL, not even when the second is as the one before the first: it must run again. */
  const versions = new Map<string, { text: string; count: number }>();
  const emit = (key: string, name: string, text: string, extra: [string, string | Uint8Array][] = []): string => {
    const last = versions.get(key);
    const version = last?.text === text ? last : { text, count: (last?.count ?? 0) + 1 };
    versions.set(key, version);
    const numbered = `/* ${version.count} */ ${text}`;
    const file = contentPath(name, 'js', numbered);
    assets.put(key, [[file, numbered], ...extra]);
    return withBase(site.config.base, `/${file}`);
  };
  /** The scripts of packages as modules, in the order in which they must run. */
  const packageUrls = ({ scripts }: PackagesBundle, client: SiteBundle): string[] =>
    Object.entries(scripts)
      .filter(([, code]) => code !== '')
      .map(([name, code]) =>
        emit(
          `packages:${name}`,
          name,
          `import { load as require } from ${JSON.stringify(client.sharedModules)}; ${code}`,
        ),
      );
  const emitUnit = (
    source: UnitSource,
    { code, map, assets: extra }: UnitBundle,
    imports: string[],
    client: SiteBundle,
  ): string => {
    const name = nameOf(source);
    const head = [
      `import { load as require } from ${JSON.stringify(client.sharedModules)};`,
      ...imports.map((url) => `import ${JSON.stringify(url)};`),
    ].join(' ');
    const script = `${head} ${code}\nexport default ${UNIT}.module.default;\n`;
    const mapFile = contentPath(name, 'js.map', map);
    const text = `${script}//# sourceMappingURL=${mapFile.slice('assets/'.length)}\n`;
    return emit(keyOf(source), name, text, [
      [mapFile, map],
      ...[...extra].map(([file, bytes]): [string, Uint8Array] => [`assets/${file}`, bytes]),
    ]);
  };

  const render = async (
    demo: EmbeddedDemo,
    known: KnownUnit,
    scripts: PackagesBundle['scripts'],
  ): Promise<DemoHtml> => {
    const { bundle: built } = known;
    if (!built) return { html: new Map(), endless: new Set(), diagnostics: [] };
    renderDemo ??= bundleDemoRenderer(site);
    const code = `${built.code}\n;(globalThis.demos ??= {})[${JSON.stringify(demo.id)}] = () => renderDemo(${JSON.stringify(demo.id)}, async () => ${UNIT}.module);`;
    const text = `${scripts.installed}\n${scripts.library}\n${await renderDemo}`;
    const key = `${code}\n${text}`;
    if (known.rendered?.key === key) return known.rendered.html;
    const html = await prerenderDemos(
      { ...(await liveScripts()), server: { code, map: async () => built.map }, packages: text },
      [demo],
      { root: site.root, timeout: site.config.demoTimeout, renderer },
    );
    known.rendered = { key, html };
    return html;
  };

  const liveScripts = async (): Promise<DemoScripts> => {
    const { scripts } = await packages.build();
    const modules = new Map([...units.values()].flatMap(({ bundle: built }) => [...(built?.modules ?? [])]));
    return {
      server: { code: '', map: async () => '' },
      packages: `${scripts.installed}\n${scripts.library}`,
      react: () => {
        react ??= bundleReact(site);
        return react;
      },
      reactFolders: reactFolders(site.projectRoot),
      files: new Map(),
      modules,
    };
  };

  return {
    async make(sources, { client, require }) {
      const diagnostics: Diagnostic[] = [];
      const made = await Promise.all(
        sources.map(async (source) => [source, await bundle(source, diagnostics)] as const),
      );
      for (const [, { bundle: built }] of made) if (built) packages.want(built.modules);
      let bundled: PackagesBundle = { scripts: { installed: '', library: '' }, sheetsOf: () => [], inputs: [] };
      try {
        bundled = await packages.build();
      } catch (failure) {
        collect(failure, undefined, diagnostics);
      }
      const urls = packageUrls(bundled, client);
      const result: PageScripts = {
        demos: new Map(),
        files: new Map(),
        modules: new Map(),
        components: new Map(),
        html: { html: new Map(), endless: new Set(), diagnostics: [] },
        lessImports: new Map(),
        inputs: [...bundled.inputs],
        diagnostics,
      };
      for (const [source, known] of made) {
        const { bundle: built } = known;
        if (!built) continue;
        const paths = [
          ...new Set(
            built.order.flatMap((entry) =>
              entry.startsWith('/') || /^[A-Z]:/.test(entry) ? entry : bundled.sheetsOf(entry),
            ),
          ),
        ];
        const css: string[] = [];
        for (const filePath of paths) {
          try {
            const { href, files, lessImports, inputs } = await sheets.get(filePath);
            result.inputs.push(...inputs);
            assets.put(`sheet:${filePath}`, files);
            css.push(href);
            if (lessImports.length > 0) result.lessImports.set(filePath, lessImports);
          } catch (failure) {
            collect(failure, source, diagnostics);
          }
        }
        result.inputs.push(...built.inputs);
        const js = emitUnit(source, built, urls, client);
        if ('demo' in source) {
          result.demos.set(source.demo.id, { js, css, sheets: paths });
          result.files.set(source.demo.id, built.files);
          const { html, endless, diagnostics: warnings } = await render(source.demo, known, bundled.scripts);
          for (const [id, text] of html) result.html.html.set(id, text);
          for (const id of endless) result.html.endless.add(id);
          result.html.diagnostics.push(...warnings);
        } else {
          const { sourcePath } = source.page.page;
          result.modules.set(sourcePath, { js, css });
          const { installed, library } = bundled.scripts;
          const module = runScripts([installed, library, `${ENVIRONMENT_BANNER} ${built.code}`], require, UNIT);
          result.components.set(sourcePath, (module as { module: { default?: unknown } }).module.default);
        }
      }
      await forget();
      return result;
    },
    liveScripts,
    plainStyle: async (filePath) => await (await sheets.get(filePath)).plain(),
    touch(changed) {
      const stale = [
        packages.touch(changed),
        sheets.touch(changed),
        ...[...units.values()].map(({ unit, failed }) => unit.touch(changed) || failed),
      ];
      return stale.some(Boolean);
    },
    inputs: () => [...units.values()].flatMap(({ bundle: built }) => built?.inputs ?? []),
    async dispose() {
      await Promise.all([packages.dispose(), ...[...units.values()].map(({ unit }) => unit.dispose())]);
    },
  };
}

function keyOf(source: UnitSource): string {
  return 'demo' in source ? `demo:${source.demo.id}` : `page:${source.page.page.sourcePath}`;
}

function nameOf(source: UnitSource): string {
  return 'demo' in source
    ? `demo-${source.demo.id}`
    : `page-${source.page.page.routePath.replace(/\W+/g, '-').slice(1)}`;
}
