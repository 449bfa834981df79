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

/** Namespace of fenced demos. */
export const FENCE_NAMESPACE = 'fence';
/** Namespace of compiled `.mdx` pages. */
export const PAGE_NAMESPACE = 'page';
/** Namespace of modules that import a demo and the setup, if there is one. */
const DEMO_NAMESPACE = 'demo';

/** Returns the entry point of a demo: its file, or a virtual module for a fenced demo. */
export function demoEntry(demo: EmbeddedDemo): string {
  return demo.code ? `${FENCE_NAMESPACE}:${demo.id}` : demo.filePath;
}

/**
 * Returns the module of a demo in bundles: its entry point. It is a virtual module with `demo.setup`, which it imports first
 * and exports (`DemoExports`), and for a demo that exports steps, which are left out of its bundles.
 */
export function demoModule({ config }: Pick<Site, 'config'>, demo: EmbeddedDemo): string {
  const hasOwnSteps = demo.steps !== undefined && demo.steps.file === undefined;
  return config.demo.setup === undefined && !hasOwnSteps ? demoEntry(demo) : `${DEMO_NAMESPACE}:${demo.id}`;
}

/**
 * Returns the code of that module. It reads `default` from the namespace object, because esbuild rejects
 * `export { default }` if a demo has no default export. Exports that it does not read are removed by the bundler.
 */
function moduleText(setup: string | undefined, entry: string): string {
  return [
    ...(setup === undefined ? [] : [`import * as setup from ${JSON.stringify(setup)};`, 'export { setup };']),
    `import * as demo from ${JSON.stringify(entry)};`,
    'export const controls = demo.controls;',
    'export default demo.default;',
  ].join('\n');
}

/** Returns the entry point of an interactive page. */
export function moduleEntry(page: SourcePage): string {
  return `${PAGE_NAMESPACE}:${page.sourcePath}`;
}

/** Text of a virtual module, and the folder that its imports are relative to. */
export interface EntrySource {
  text: string;
  folder: string;
}

/** Returns the source of a fenced demo or a compiled page by its entry point. Undefined for a file. */
export function sourceOfEntry(entry: string, pages: InteractivePage[], demos: EmbeddedDemo[]): EntrySource | undefined {
  const found = pages.find(({ page }) => moduleEntry(page) === entry);
  if (found) return { text: found.code, folder: path.dirname(found.page.filePath) };
  const demo = demos.find((candidate) => candidate.code && demoEntry(candidate) === entry);
  return demo?.code && { text: demo.code.text, folder: path.dirname(demo.filePath) };
}

/**
 * Provides the text of fenced demos and compiled pages to the bundler. Their imports are resolved from the page's
 * folder. The lists are read at each request, so they may change between builds.
 */
export function entriesPlugin(site: Site, pages: InteractivePage[], demos: EmbeddedDemo[]): Plugin {
  return {
    name: 'entries',
    setup(build) {
      build.onResolve({ filter: /^(fence|page|demo):/ }, ({ path: specifier }) => {
        const [namespace = '', ...rest] = specifier.split(':');
        return { path: rest.join(':'), namespace };
      });
      build.onLoad({ filter: /.*/, namespace: FENCE_NAMESPACE }, ({ path: id }) => {
        const demo = demos.find((entry) => entry.id === id);
        return (
          demo?.code && { contents: demo.code.text, loader: demo.code.lang, resolveDir: path.dirname(demo.filePath) }
        );
      });
      build.onLoad({ filter: /.*/, namespace: DEMO_NAMESPACE }, ({ path: id }) => {
        const demo = demos.find((entry) => entry.id === id);
        if (!demo) return undefined;
        return { contents: moduleText(site.config.demo.setup, demoEntry(demo)), loader: 'js', resolveDir: site.root };
      });
      build.onLoad({ filter: /.*/, namespace: PAGE_NAMESPACE }, ({ path: sourcePath }) => {
        const entry = pages.find(({ page }) => page.sourcePath === sourcePath);
        return (
          entry && { contents: entry.code, loader: 'js', resolveDir: path.dirname(path.join(site.root, sourcePath)) }
        );
      });
    },
  };
}
