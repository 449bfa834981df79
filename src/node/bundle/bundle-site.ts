import path from 'node:path';
import type { BuildFailure, Message } from 'esbuild';
import { withBase } from '../../shared/base-url.ts';
import type { DemoSource } from '../../shared/demo-source.ts';
import { uniqueById } from '../../shared/unique-by-id.ts';
import { contentPath } from '../browser-scripts.ts';
import { type Cache, noCache } from '../cache/cache.ts';
import type { CompiledPage, EmbeddedDemo } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { allOrDiagnostics, type Diagnostic, DiagnosticError, locate } from '../diagnostics/diagnostic.ts';
import type { SourcePage } from '../load/types.ts';
import { bundleKey, demoTexts, moduleTexts } from './bundle-key.ts';
import { bundleClient } from './client.ts';
import { convertMessage } from './convert-message.ts';
import type { GraphFile } from './demo-graph.ts';
import { bundleDemoScripts, bundleFrameReact, type DemoScripts, type FrameScripts } from './demo-scripts.ts';
import { createDemoSources, type DemoSourceInput, listDemoFiles } from './demo-source.ts';
import { FENCE_NAMESPACE, type InteractivePage, PAGE_NAMESPACE } from './entries.ts';
import { createLiveScripts } from './live-scripts.ts';
import { appFile } from './options.ts';
import { bundleScript, bundleServerEntry } from './server.ts';
import type { ServerScript, SiteBundle } from './types.ts';

/** A page with what compile made of it. */
export interface BundledPage {
  page: SourcePage;
  compiled: CompiledPage;
}

/**
 * Bundles the browser's part: boot, runtime and theme, demos, interactive pages and style sheets. Throws a DiagnosticError
 * that lists every fault.
 */
export async function bundleSite(
  site: Site,
  pages: BundledPage[],
  { cache = noCache, ...options }: { development?: boolean; shared?: boolean; cache?: Cache } = {},
): Promise<SiteBundle> {
  const interactive = interactivePages(pages);
  const demos = uniqueById(pages.flatMap(({ compiled }) => compiled.demos));
  const input = { site, pages: interactive, demos, ...options };
  const key = bundleKey(site, options, demoTexts(demos), moduleTexts(interactive));
  const make = async () => {
    const { bundle: result, files } = await bundleClient(input);
    return { result, files };
  };
  return await cache
    .remember(options.shared ? 'shell' : 'client', key, make)
    .catch(describeFailure(site, interactive, demos));
}

/**
 * Bundles the renderer of pages and the browser's part as `bundleRenderer` and `bundleSite` do, but for scripts that are
 * bundled apart: they ask both for the modules that must be there once.
 */
export async function bundleShell(
  site: Site,
  cache: Cache = noCache,
): Promise<{ renderer: ServerScript; client: SiteBundle }> {
  const [renderer, client] = await allOrDiagnostics([
    bundleServerEntry(site, [], { shared: true, cache }).catch(describeFailure(site, [], [])),
    bundleSite(site, [], { development: true, shared: true, cache }),
  ]);
  return { renderer, client };
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
 */
export async function bundleRenderer(
  site: Site,
  pages: BundledPage[],
  options: { development?: boolean; cache?: Cache } = {},
): Promise<ServerScript> {
  const interactive = interactivePages(pages);
  return await bundleServerEntry(site, interactive, options).catch(describeFailure(site, interactive, []));
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
  { react, cache = noCache, development }: { react?: Promise<string>; cache?: Cache; development?: boolean } = {},
): Promise<DemoScripts | null> {
  const demos = uniqueById(pages.flatMap(({ compiled }) => compiled.demos));
  return await bundleDemoScripts(site, demos, { cache, react, development }).catch(describeFailure(site, [], demos));
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

/** Files of every demo by id, the entry first. */
export function demoFilesOf(
  site: Site,
  demos: EmbeddedDemo[],
  scripts: FrameScripts | null,
  bundle: SiteBundle,
): Map<string, GraphFile[]> {
  return scripts ? listDemoFiles(site, demos, scripts, bundle) : new Map();
}

/** Data of the demos for editing and exporting them, as outputs. */
export interface SourceBundle {
  sources: Map<string, DemoSource>;
  /** Their URLs by demo id. */
  urls: Map<string, string>;
  /** Outputs by path. */
  files: Map<string, string>;
}

/** Puts together what demos need to be edited and exported; nothing for a site without demos. */
export async function bundleSources(
  input: Omit<DemoSourceInput, 'scripts' | 'live'> & { scripts: FrameScripts | null },
): Promise<SourceBundle> {
  const { site, scripts } = input;
  if (!scripts) return { sources: new Map(), urls: new Map(), files: new Map() };
  const { live, files } = await createLiveScripts(site, scripts, {
    hasModules: [...input.bundle.sheets.values()].some(({ module }) => module),
  });
  const sources = await createDemoSources({ ...input, scripts, live });
  const urls = new Map<string, string>();
  for (const [id, source] of sources) {
    const text = JSON.stringify(source);
    const file = contentPath('source', 'json', text);
    files.set(file, text);
    urls.set(id, withBase(site.config.base, `/${file}`));
  }
  return { sources, urls, files };
}

function interactivePages(pages: BundledPage[]): InteractivePage[] {
  return pages.flatMap(({ page, compiled }) =>
    compiled.module === undefined ? [] : [{ page, code: compiled.module }],
  );
}

/** Throws esbuild's errors as diagnostics; anything else is a fault of ours and is thrown on. */
export function describeFailure(
  site: Site,
  pages: InteractivePage[],
  demos: EmbeddedDemo[],
): (failure: unknown) => never {
  return (failure) => {
    const { errors } = failure as Partial<BuildFailure>;
    if (!Array.isArray(errors)) throw failure;
    const diagnostics = errors.map((message) =>
      relocate(convertMessage(message, 'error', embeddedBy(message, demos)), message, site, pages, demos),
    );
    throw new DiagnosticError(diagnostics);
  };
}

/** Names the pages that embed the demo in which the fault lies. */
function embeddedBy(message: Message, demos: EmbeddedDemo[]): string[] {
  const file = message.location?.file;
  if (!file) return [];
  return demos
    .filter((demo) => !demo.code && demo.filePath.endsWith(`/${file}`))
    .map(({ location }) => `The demo is embedded at ${location.file}:${location.line}:${location.column}.`);
}

/** The module that imports the theme is ours: what is wrong with it is wrong with the theme. */
function aboutTheme(diagnostic: Diagnostic, { root, config }: Site): Diagnostic {
  const file = path
    .relative(root, config.theme ?? '')
    .split(path.sep)
    .join('/');
  return {
    ...diagnostic,
    text: `The theme ${file} has no default export`,
    location: { file, line: 1, column: 1 },
    notes: ["Write `export default { ...theme }`, with `import theme from 'cascader-docs/theme'`."],
  };
}

/** Places in virtual modules as places in what they were made from. */
function relocate(
  diagnostic: Diagnostic,
  message: Message,
  site: Site,
  pages: InteractivePage[],
  demos: EmbeddedDemo[],
): Diagnostic {
  const { location } = diagnostic;
  if (!location) return diagnostic;
  const [namespace, name] = (message.location?.file ?? '').split(/:(.*)/s);
  if (namespace === 'virtual' || message.location?.file.startsWith('cascader-docs:theme'))
    return aboutTheme(diagnostic, site);
  const demo = namespace === FENCE_NAMESPACE && demos.find(({ id }) => id === name);
  // The text of a fence begins on the line after its opening.
  if (demo)
    return {
      ...diagnostic,
      location: { ...location, file: demo.location.file, line: demo.location.line + location.line },
    };
  const entry = namespace === PAGE_NAMESPACE && pages.find(({ page }) => page.sourcePath === name);
  if (!entry) return diagnostic;
  const { page } = entry;
  const specifier = /Could not resolve "(.+)"/.exec(message.text)?.[1] ?? message.location?.lineText.trim() ?? '';
  const offset = Math.max(page.source.indexOf(specifier, page.bodyOffset), page.bodyOffset);
  return { ...diagnostic, location: locate(page.sourcePath, page.source, offset, specifier.length) };
}
