import { createHash } from 'node:crypto';
import { withBase } from '../../shared/base-url.ts';
import type { DemoSource } from '../../shared/demo-source.ts';
import { uniqueById } from '../../shared/unique-by-id.ts';
import { contentPath } from '../base/browser-scripts.ts';
import { allOrDiagnostics } from '../base/diagnostics/diagnostic.ts';
import { appFile } from '../base/package-dir.ts';
import type { SourcePage } from '../content/types.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { type Cache, noCache } from '../store/cache.ts';
import { bundleKey, demoTexts, moduleTexts, siteForBundles } from './bundle-key.ts';
import {
  bundleDemoScripts,
  bundleFrameReact,
  type DemoScripts,
  type DemoScriptsOptions,
  type FrameScripts,
} from './demos/demo-scripts.ts';
import { createDemoSources, type DemoSourceInput } from './demos/demo-source.ts';
import { createLiveScripts } from './demos/live-scripts.ts';
import { bundleParts, type PartsBundle } from './demos/parts.ts';
import { describeFailure } from './describe-failure.ts';
import type { InteractivePage } from './esbuild/entries.ts';
import type { BundleInput } from './options.ts';
import { type AllPages, hasCurrentPages } from './pages-module.ts';
import { RUNTIME_MODULES } from './plugins/virtual-plugin.ts';
import { readPrebuiltRenderer } from './prebuilt/prebuilt-renderer.ts';
import { readPrebuiltShell } from './prebuilt/prebuilt-shell.ts';
import { bundleScript, bundleServerEntry } from './server.ts';
import { bundleShell, DEV_MODULES, type ShellBundle, type ShellOptions } from './shell.ts';
import type { ServerScript, SiteBundle } from './types.ts';

export { listDemoFiles } from './demos/demo-source.ts';

/** A page with what compile made of it. */
export interface BundledPage {
  page: SourcePage;
  compiled: CompiledPage;
}

/**
 * Bundles the browser's part: the shell, which is boot, runtime and theme, and apart from it demos and interactive pages.
 * Throws a DiagnosticError that lists every fault.
 *
 * @param options.allPages the list of all pages, for theme and pages that import it
 */
export async function bundleSite(
  site: Site,
  pages: BundledPage[],
  { cache = noCache, development, allPages }: { development?: boolean; cache?: Cache; allPages?: AllPages } = {},
): Promise<SiteBundle> {
  const interactive = interactivePages(pages);
  const demos = uniqueById(pages.flatMap(({ compiled }) => compiled.demos));
  const input = { site, pages: interactive, demos, development, allPages };
  const describe = describeFailure(site, interactive, demos);
  const isText = demos.length + interactive.length === 0;
  const texts = [...interactive.map(({ code }) => code), ...demos.map(({ code }) => code?.text ?? '')];
  const make = async (offers: string[]): Promise<SiteBundle> => {
    const making = makeShell({ site, development, allPages }, { offers }, cache).catch(describe);
    // What is wrong with demos and pages is told together with what is wrong with the theme.
    const shell = await making.catch(async () => {
      const more = isText ? undefined : bundleParts(input, NO_SHELL).catch(describe);
      const [failed] = await allOrDiagnostics([making, Promise.resolve(more)]);
      return failed;
    });
    if (isText) return joinBundles(shell);
    const { wanted, parts } = await makeParts(input, shell, cache).catch(describe);
    // What a file of theirs imports is known only now.
    const missing = wanted.filter((name) => !offers.includes(name));
    return missing.length > 0 ? await make([...offers, ...missing].sort()) : joinBundles(shell, parts);
  };
  return await make(RUNTIME_MODULES.filter((name) => texts.some((text) => text.includes(name))));
}

/** In place of a shell that could not be bundled. */
const NO_SHELL = { runtime: 'none.js', shared: {} };

/** Bundles the shell, or takes it from the cache. */
async function makeShell(
  { site, development, allPages }: Pick<BundleInput, 'site' | 'development' | 'allPages'>,
  options: ShellOptions,
  cache: Cache,
): Promise<ShellBundle> {
  const known = development ? undefined : await readPrebuiltShell(site, options);
  if (known) return known;
  const name = options.isForDev ? 'dev-shell' : 'shell';
  const make = async () => {
    const { shell: result, files } = await bundleShell({ site: siteForBundles(site), development, allPages }, options);
    return { result, files };
  };
  const isCurrent = (shell: ShellBundle) => hasCurrentPages(shell, allPages);
  return await cache.remember(name, bundleKey(site, { development, ...options }), make, isCurrent);
}

/** Bundles demos and interactive pages, or takes them from the cache. */
async function makeParts(input: BundleInput, shell: ShellBundle, cache: Cache) {
  const { site, pages, demos, development } = input;
  const { runtime, shared } = shell;
  const key = bundleKey(site, { development, runtime, shared }, demoTexts(demos), moduleTexts(pages));
  const make = async () => {
    const { files, ...result } = await bundleParts({ ...input, site: siteForBundles(site) }, shell, cache);
    return { result, files };
  };
  return await cache.remember('parts', key, make, (parts) => hasCurrentPages(parts, input.allPages));
}

/** Raised when the data in a page changes its shape, so that an open tab does not read the pages of another version. */
const PAGE_DATA_FORMAT = 1;

function joinBundles(shell: ShellBundle, parts?: PartsBundle): SiteBundle {
  const { boot, runtime, shared, styles, fonts, preloads, styleSources } = shell;
  const sharedModules = shared[DEV_MODULES]?.[0]?.href;
  const pages = new Set([...(parts?.modules.values() ?? [])].map(({ js }) => js));
  // While a site is written, open pages take new styles over by themselves.
  const look = sharedModules ? [] : styles;
  const format = createHash('sha256').update(JSON.stringify([PAGE_DATA_FORMAT, boot.href, runtime, look]));
  return {
    files: new Map([...shell.files, ...(parts?.files ?? [])]),
    boot,
    runtime,
    styles,
    fonts,
    integrity: new Map([
      ...styles.map(({ href, integrity }) => [href, integrity] as const),
      ...(parts?.integrity ?? []),
    ]),
    preloads: new Map([
      ...(preloads[0] ? [[preloads[0].href, preloads] as const] : []),
      ...[...(parts?.preloads ?? [])].map(
        ([href, linked]) => [href, pages.has(href) ? [...linked, ...shell.builtins] : linked] as const,
      ),
    ]),
    demos: parts?.demos ?? new Map(),
    sheets: parts?.sheets ?? new Map(),
    sheetImports: parts?.sheetImports ?? new Map(),
    modules: parts?.modules ?? new Map(),
    buildId: format.digest('hex').slice(0, 12),
    sharedModules,
    inputs: [...new Set([...shell.inputs, ...(parts?.inputs ?? [])])],
    packages: [...new Set([...shell.packages, ...(parts?.packages ?? [])])],
    warnings: [...shell.warnings, ...(parts?.warnings ?? [])],
    styleSources,
  };
}

/**
 * Bundles the renderer of pages and the shell as `bundleRenderer` and `bundleSite` do, but for scripts that are bundled
 * apart: they ask both for the modules that must be there once.
 */
export async function bundleDevShell(
  site: Site,
  { cache = noCache, allPages }: { cache?: Cache; allPages?: AllPages } = {},
): Promise<{ renderer: ServerScript; client: SiteBundle }> {
  const [renderer, shell] = await allOrDiagnostics([
    bundleServerEntry(site, [], { shared: true, cache, allPages }).catch(describeFailure(site, [], [])),
    makeShell({ site, development: true, allPages }, { offers: [], isForDev: true }, cache).catch(
      describeFailure(site, [], []),
    ),
  ]);
  return { renderer, client: joinBundles(shell) };
}

/** Bundles the function that renders demos, as a script that sets `globalThis.renderDemo`. */
export async function bundleDemoRenderer(site: Site): Promise<string> {
  const contents = `import { renderDemo } from ${JSON.stringify(appFile('demo-server-entry.tsx'))}; globalThis.renderDemo = renderDemo;`;
  const input = { site, pages: [], demos: [], externalReact: 'name' as const };
  return (await bundleScript(input, contents, { platform: 'browser', format: 'iife' })).code;
}

/**
 * Bundles the renderer of pages: app, theme and interactive pages. Throws a DiagnosticError that lists every fault.
 *
 * @param options.development with React's development build, for what it says; such a renderer is not cached
 * @param options.allPages see {@link bundleSite}
 */
export async function bundleRenderer(
  site: Site,
  pages: BundledPage[],
  options: { development?: boolean; cache?: Cache; allPages?: AllPages } = {},
): Promise<ServerScript> {
  const interactive = interactivePages(pages);
  const known = interactive.length === 0 && !options.development ? await readPrebuiltRenderer(site) : undefined;
  const bundling = bundleServerEntry(site, interactive, { ...options, code: known });
  return await bundling.catch(describeFailure(site, interactive, []));
}

/**
 * Bundles demos and their packages for the build; null when there is none. Throws a DiagnosticError that lists every fault.
 *
 * @param options.react what `bundleReact` gives, when it has begun already
 * @param options.development see {@link bundleDemoScripts}
 */
export async function bundleDemos(
  site: Site,
  pages: BundledPage[],
  { cache = noCache, ...options }: Partial<DemoScriptsOptions> = {},
): Promise<DemoScripts | null> {
  const demos = uniqueById(pages.flatMap(({ compiled }) => compiled.demos));
  return await bundleDemoScripts(site, demos, { cache, ...options }).catch(describeFailure(site, [], demos));
}

/**
 * Bundles React for the frame of edited demos. Throws a DiagnosticError that lists every fault.
 *
 * @param options.development use its development build, for who writes the demos
 */
export async function bundleReact(
  site: Site,
  { cache = noCache, development }: { cache?: Cache; development?: boolean } = {},
): Promise<string> {
  return await bundleFrameReact(site, { cache, development }).catch(describeFailure(site, [], []));
}

/** Data of the demos for editing and exporting them, as outputs. */
export interface DemoSources {
  /** By demo id. */
  byId: Map<string, DemoSource>;
  /** Their URLs by demo id. */
  urls: Map<string, string>;
  /** Outputs by path. */
  files: Map<string, string>;
}

/** Puts together what demos need to be edited and exported; nothing for a site without demos. */
export async function bundleDemoSources(
  input: Omit<DemoSourceInput, 'scripts' | 'live'> & { scripts: FrameScripts | null },
): Promise<DemoSources> {
  const { site, scripts } = input;
  if (!scripts) return { byId: new Map(), urls: new Map(), files: new Map() };
  const { live, files } = await createLiveScripts(site, scripts, {
    hasModules: [...input.bundle.sheets.values()].some(({ module }) => module),
  });
  const byId = await createDemoSources({ ...input, scripts, live });
  const urls = new Map<string, string>();
  for (const [id, source] of byId) {
    const text = JSON.stringify(source);
    const file = contentPath('source', 'json', text);
    files.set(file, text);
    urls.set(id, withBase(site.config.base, `/${file}`));
  }
  return { byId, urls, files };
}

function interactivePages(pages: BundledPage[]): InteractivePage[] {
  return pages.flatMap(({ page, compiled }) =>
    compiled.module === undefined ? [] : [{ page, code: compiled.module }],
  );
}
