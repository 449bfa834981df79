import path from 'node:path';
import type { Plugin } from 'esbuild';
import type { SourcePage } from '../../content/types.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';

/** Interactive `.mdx` page with its compiled module. */
export interface InteractivePage {
  page: SourcePage;
  code: string;
}

export const FENCE_NAMESPACE = 'fence';
export const PAGE_NAMESPACE = 'page';
/** Namespace of virtual modules that import a demo and, if there is one, the setup. */
const DEMO_NAMESPACE = 'demo';

export function demoEntry(demo: EmbeddedDemo): string {
  return demo.code ? `${FENCE_NAMESPACE}:${demo.id}` : demo.filePath;
}

/** Returns the demo's module. The module is virtual if there is a `demo.setup`, or if the demo exports steps, which bundles omit. */
export function demoModule({ config }: Pick<Site, 'config'>, demo: EmbeddedDemo): string {
  const hasOwnSteps = demo.steps !== undefined && demo.steps.file === undefined;
  return config.demo.setup === undefined && !hasOwnSteps ? demoEntry(demo) : `${DEMO_NAMESPACE}:${demo.id}`;
}

/** Reads `default` from the namespace object, because esbuild rejects `export { default }` without a default export. */
function moduleText(setup: string | undefined, entry: string): string {
  return [
    ...(setup === undefined ? [] : [`import * as setup from ${JSON.stringify(setup)};`, 'export { setup };']),
    `import * as demo from ${JSON.stringify(entry)};`,
    'export const controls = demo.controls;',
    'export default demo.default;',
  ].join('\n');
}

export function moduleEntry(page: SourcePage): string {
  return `${PAGE_NAMESPACE}:${page.sourcePath}`;
}

/** Returns the entry of each demo and page, and the name of its script. */
export function entryPoints(
  site: Pick<Site, 'config'>,
  { demos, pages }: { demos: EmbeddedDemo[]; pages: InteractivePage[] },
): { in: string; out: string }[] {
  return [
    ...demos.map((demo) => ({ in: demoModule(site, demo), out: `demo-${demo.id}` })),
    ...pages.map(({ page }) => ({
      in: moduleEntry(page),
      out: `page-${page.routePath.replace(/\W+/g, '-').slice(1)}`,
    })),
  ];
}

export interface EntrySource {
  text: string;
  loader: 'tsx' | 'jsx' | 'ts' | 'js';
  /** Absolute folder that the imports of the source are relative to. */
  folder: string;
}

/** Returns the source of a virtual entry. Returns undefined for a file. */
export function sourceOfEntry(entry: string, pages: InteractivePage[], demos: EmbeddedDemo[]): EntrySource | undefined {
  const found = pages.find(({ page }) => moduleEntry(page) === entry);
  if (found) return { text: found.code, loader: 'js', folder: path.dirname(found.page.filePath) };
  const demo = demos.find((candidate) => candidate.code && demoEntry(candidate) === entry);
  return demo?.code && { text: demo.code.text, loader: demo.code.lang, folder: path.dirname(demo.filePath) };
}

/** Provides the modules of entries. The lists are read at each request, so they may change. */
export function entriesPlugin(site: Site, pages: InteractivePage[], demos: EmbeddedDemo[]): Plugin {
  return {
    name: 'entries',
    setup(build) {
      build.onResolve({ filter: /^(fence|page|demo):/ }, ({ path: specifier }) => {
        const [namespace = '', ...rest] = specifier.split(':');
        return { path: rest.join(':'), namespace };
      });
      for (const namespace of [FENCE_NAMESPACE, PAGE_NAMESPACE])
        build.onLoad({ filter: /.*/, namespace }, ({ path: name }) => {
          const source = sourceOfEntry(`${namespace}:${name}`, pages, demos);
          return source && { contents: source.text, loader: source.loader, resolveDir: source.folder };
        });
      build.onLoad({ filter: /.*/, namespace: DEMO_NAMESPACE }, ({ path: id }) => {
        const demo = demos.find((entry) => entry.id === id);
        if (!demo) return undefined;
        return { contents: moduleText(site.config.demo.setup, demoEntry(demo)), loader: 'js', resolveDir: site.root };
      });
    },
  };
}
