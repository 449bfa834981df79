import { withBase } from '../../shared/base-url.ts';
import type { DemoSource } from '../../shared/demo-source.ts';
import { uniqueById } from '../../shared/unique-by-id.ts';
import { contentPath } from '../base/browser-scripts.ts';
import { allOrDiagnostics } from '../base/diagnostics/diagnostic.ts';
import { startHash } from '../base/hash.ts';
import { appFile } from '../base/package-dir.ts';
import type { SourcePage } from '../content/types.ts';
import type { CompiledPage, EmbeddedDemo } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { type Cache, noCache } from '../store/cache.ts';
import { bundleKey, demoTexts, moduleTexts, siteForBundles } from './bundle-key.ts';
import {
  bundleDemoScripts,
  type DemoScripts,
  type DemoScriptsOptions,
  type FrameScripts,
} from './demos/demo-scripts.ts';
import { createDemoSources, type DemoSourceInput } from './demos/demo-source.ts';
import { bundleFrameReact } from './demos/frame-modules.ts';
import { createLiveScripts } from './demos/live-scripts.ts';
import { bundleParts, type PartsBundle } from './demos/parts.ts';
import { describeFailure } from './describe-failure.ts';
import { areCurrent } from './digests.ts';
import type { InteractivePage } from './esbuild/entries.ts';
import type { BundleInput } from './options.ts';
import type { AllPages } from './pages-module.ts';
import { RUNTIME_MODULES } from './plugins/virtual-plugin.ts';
import { readPrebuiltRenderer, readPrebuiltShell } from './prebuilt/prebuilt.ts';
import { bundleServerEntry, createScript } from './server.ts';
import { bundleShell, DEV_MODULES, type ShellBundle, type ShellOptions } from './shell.ts';
import type { ServerScript, SiteBundle } from './types.ts';

export { listDemoFiles } from './demos/demo-source.ts';

export interface BundledPage {
  page: SourcePage;
  compiled: CompiledPage;
}

/** Bundles the site. Throws a `DiagnosticError` that lists all errors. */
export async function bundleSite(
  site: Site,
  pages: BundledPage[],
  { cache = noCache, ...options }: { development?: boolean; cache?: Cache; allPages?: AllPages } = {},
): Promise<SiteBundle> {
  const { development, allPages } = options;
  const interactive = interactivePages(pages);
  const demos = uniqueById(pages.flatMap(({ compiled }) => compiled.demos));
  const input = { site, pages: interactive, demos, ...options };
  const describe = describeFailure(site, interactive, demos);
  const isText = demos.length + interactive.length === 0;
  const texts = [...interactive.map(({ code }) => code), ...demos.map(({ code }) => code?.text ?? '')];
  const make = async (offers: string[]): Promise<SiteBundle> => {
    const making = makeShell({ site, development, allPages }, { offers }, cache).catch(describe);
    // If the theme fails, also report the errors of demos and pages.
    const shell = await making.catch(async () => {
      const more = makeParts(input, { shell: NO_SHELL, cache: noCache, describe });
      const [failed] = await allOrDiagnostics([making, more]);
      return failed;
    });
    if (isText) return joinBundles(shell);
    const made = await makeParts(input, { shell, cache, describe });
    const wanted = new Set(made.flatMap((part) => part.wanted));
    // Files that demos and pages import may need more runtime modules. Which modules are needed is known only after
    // bundling.
    const missing = [...wanted].filter((name) => !offers.includes(name));
    if (missing.length > 0) return await make([...offers, ...missing].sort());
    return joinBundles(
      shell,
      made.map(({ parts }) => parts),
    );
  };
  return await make(RUNTIME_MODULES.filter((name) => texts.some((text) => text.includes(name))));
}

const NO_SHELL = { runtime: 'none.js', shared: {} } satisfies Pick<ShellBundle, 'runtime' | 'shared'>;

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
  const key = bundleKey(site, { development, ...options });
  return await cache.remember(name, key, make, ({ digests }) => areCurrent(digests, site, allPages));
}

/** Bundles demos and pages separately. Demos and pages share no code, so an edit of a page does not affect demos. */
async function makeParts(
  input: BundleInput,
  {
    shell,
    cache,
    describe,
  }: { shell: Pick<ShellBundle, 'runtime' | 'shared'>; cache: Cache; describe: (failure: unknown) => never },
) {
  const { runtime, shared } = shell;
  const makePart = async (name: 'demo' | 'page', part: BundleInput) => {
    const { site, pages, demos, development } = part;
    if (demos.length + pages.length === 0) return [];
    const key = bundleKey(site, { development, runtime, shared }, demoTexts(demos), moduleTexts(pages));
    const make = async () => {
      const own = { ...part, site: siteForBundles(site) };
      const { files, ...result } = await bundleParts(own, { shell, cache, styles: `${name}-styles` });
      return { result, files };
    };
    return [
      await cache.remember(`${name}-parts`, key, make, ({ digests }) => areCurrent(digests, site, part.allPages)),
    ];
  };
  const made = await allOrDiagnostics([
    makePart('demo', { ...input, pages: [] }).catch(describe),
    makePart('page', { ...input, demos: [] }).catch(describe),
  ]);
  return made.flat();
}

/** Version of the page data format. Increase the version with each change, so that open tabs do not read data of another version. */
const PAGE_DATA_FORMAT = 1;

function joinBundles(shell: ShellBundle, parts: PartsBundle[] = []): SiteBundle {
  const { boot, runtime, shared, styles, fonts, preloads, styleSources } = shell;
  const sharedModules = shared[DEV_MODULES]?.[0]?.href;
  const pages = new Set(parts.flatMap(({ modules }) => Array.from(modules.values(), ({ js }) => js)));
  // In `dev`, open pages replace their style sheets themselves.
  const look = sharedModules ? [] : styles;
  const format = startHash().update(JSON.stringify([PAGE_DATA_FORMAT, boot.href, runtime, look]));
  return {
    files: new Map([...shell.files, ...parts.flatMap(({ files }) => [...files])]),
    boot,
    runtime,
    styles,
    fonts,
    integrity: new Map([
      ...styles.map(({ href, integrity }) => [href, integrity] as const),
      ...parts.flatMap(({ integrity }) => [...integrity]),
    ]),
    preloads: new Map([
      ...(preloads[0] ? [[preloads[0].href, preloads] as const] : []),
      ...parts
        .flatMap(({ preloads: own }) => [...own])
        .map(([href, linked]) => [href, pages.has(href) ? [...linked, ...shell.builtins] : linked] as const),
    ]),
    demos: new Map(parts.flatMap((part) => [...part.demos])),
    sheets: new Map(parts.flatMap((part) => [...part.sheets])),
    sheetImports: new Map(parts.flatMap((part) => [...part.sheetImports])),
    modules: new Map(parts.flatMap((part) => [...part.modules])),
    buildId: format.digest('hex').slice(0, 12),
    sharedModules,
    inputs: [...new Set([...shell.inputs, ...parts.flatMap((part) => part.inputs)])],
    packages: [...new Set([...shell.packages, ...parts.flatMap((part) => part.packages)])],
    warnings: [...shell.warnings, ...parts.flatMap(({ warnings }) => warnings)],
    styleSources,
  };
}

/** Bundles renderer and client. Both export the shared modules to separate scripts, so that each shared module exists once. */
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
  return (await createScript(input, contents, { platform: 'browser', format: 'iife' }).bundle()).code;
}

/** Bundles the page renderer. Throws a `DiagnosticError` that lists all errors. A renderer with React's development build is not cached. */
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

/** Bundles demos. Returns null for a site without demos. Throws a `DiagnosticError` that lists all errors. */
export async function bundleDemos(
  site: Site,
  demos: EmbeddedDemo[],
  { cache = noCache, ...options }: Partial<DemoScriptsOptions> = {},
): Promise<DemoScripts | null> {
  const describe = describeFailure(site, [], demos);
  const scripts = await bundleDemoScripts(site, demos, { cache, ...options }).catch(describe);
  return scripts && { ...scripts, frame: () => scripts.frame().catch(describe) };
}

/** Bundles React for the frame of edited demos. Throws a `DiagnosticError` that lists all errors. */
export async function bundleReact(
  site: Site,
  { cache = noCache, development }: { cache?: Cache; development?: boolean } = {},
): Promise<string> {
  return await bundleFrameReact(site, { cache, development }).catch(describeFailure(site, [], []));
}

export interface DemoSources {
  byId: Map<string, DemoSource>;
  urls: Map<string, string>;
  files: Map<string, string>;
}

/** Bundles the sources of demos. All maps are empty for a site without demos. */
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
