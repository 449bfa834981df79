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
/** Namespace of modules that import a demo and the setup, if there is one. */
const DEMO_NAMESPACE = 'demo';

export function demoEntry(demo: EmbeddedDemo): string {
  return demo.code ? `${FENCE_NAMESPACE}:${demo.id}` : demo.filePath;
}

/** A virtual module with `demo.setup`, and for a demo that exports steps, which are left out of its bundles. */
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

export interface EntrySource {
  text: string;
  folder: string;
}

/** Undefined for a file. */
export function sourceOfEntry(entry: string, pages: InteractivePage[], demos: EmbeddedDemo[]): EntrySource | undefined {
  const found = pages.find(({ page }) => moduleEntry(page) === entry);
  if (found) return { text: found.code, folder: path.dirname(found.page.filePath) };
  const demo = demos.find((candidate) => candidate.code && demoEntry(candidate) === entry);
  return demo?.code && { text: demo.code.text, folder: path.dirname(demo.filePath) };
}

/** Imports are resolved from the page's folder. The lists are read at each request, so they may change. */
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
