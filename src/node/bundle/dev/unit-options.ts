import path from 'node:path';
import type { Plugin } from 'esbuild';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import type { TypeScriptProjects } from '../../project/tsconfig.ts';
import type { Barrels } from '../barrels/barrel-plugin.ts';
import { awaitingDemosPlugin } from '../demos/awaiting-demos.ts';
import { entryFiles } from '../demos/demo-graph.ts';
import { createBoundary } from '../demos/package-boundary.ts';
import { demoModule, FENCE_NAMESPACE, type InteractivePage, moduleEntry } from '../esbuild/entries.ts';
import { commonOptions } from '../options.ts';
import type { AllPages } from '../pages-module.ts';
import { scopePlugin } from '../plugins/scope-plugin.ts';
import { RUNTIME_MODULES } from '../plugins/virtual-plugin.ts';
import type { SheetCompiler } from '../sheets/sheet-compiler.ts';
import type { MemoryOptions } from './cached-bundler.ts';
import { refreshPlugin, type VirtualSource } from './refresh-plugin.ts';
import { ENVIRONMENT, ENVIRONMENT_BANNER, UNIT } from './script-variables.ts';
import type { UnitInput, UnitVersion } from './unit-version.ts';

export interface UnitParts {
  initial: UnitInput;
  version: UnitVersion;
  sheets: SheetCompiler;
  barrels: Barrels;
  /** Receives the files that scripts import as URLs, by name. */
  assets: Map<string, Uint8Array>;
  projects: TypeScriptProjects;
  allPages: AllPages;
  /** Receives the files that the project's own plugins read. */
  onFiles: (files: string[]) => void;
}

export function unitOptions(
  site: Site,
  { initial, version: { demos, pages }, sheets, barrels, assets, projects, allPages, onFiles }: UnitParts,
  { plugins, registers }: { plugins: Plugin[]; registers: boolean },
): MemoryOptions {
  const entry = 'demo' in initial ? demoModule(site, initial.demo) : moduleEntry(initial.page.page);
  // Two demos may share an entry.
  const scope = 'demo' in initial ? `demo:${initial.demo.id}` : `page:${initial.page.page.sourcePath}`;
  const { isOwn } = createBoundary(site, entryFiles(demos));
  const virtual = virtualSource(demos, pages);
  const common = commonOptions({
    site,
    pages,
    demos,
    allPages: 'page' in initial ? allPages : undefined,
    environment: ENVIRONMENT,
    externalReact: 'name',
    sheets,
    barrels,
    assets,
    everyTsconfig: true,
    loading: registers ? [refreshPlugin({ root: site.root, scope, isOwn, virtual, projects })] : [],
    onFiles,
  });
  return {
    ...common,
    // Imported, as in the build. As an entry point, its `default` rule would depend on its package.json.
    stdin: { contents: `export * as module from ${JSON.stringify(entry)};`, resolveDir: site.root, loader: 'js' },
    outdir: site.root,
    platform: 'browser',
    format: 'iife',
    globalName: UNIT,
    banner: { js: ENVIRONMENT_BANNER },
    sourcemap: 'external',
    plugins: [
      SHARED_MODULES,
      awaitingDemosPlugin(demos),
      ...plugins,
      scopePlugin({ site, pages, demos }),
      ...common.plugins,
    ],
  };
}

/** Excludes the runtime modules that all units share. They are loaded by name through `require`. */
const SHARED_MODULES: Plugin = {
  name: 'shared-modules',
  setup({ onResolve }) {
    onResolve({ filter: /^(cascader-docs\/|react-router-dom$)/ }, ({ path: name }) =>
      RUNTIME_MODULES.includes(name) ? { path: name, external: true } : undefined,
    );
  },
};

/** Returns a function that returns the current text: a fenced demo, or the compiled module of a page. */
function virtualSource(demos: EmbeddedDemo[], pages: InteractivePage[]): VirtualSource {
  return (namespace) => {
    if (namespace !== FENCE_NAMESPACE) {
      const [page] = pages;
      return page && { code: page.code, lang: 'js', folder: path.dirname(page.page.filePath) };
    }
    const [demo] = demos;
    return demo?.code && { code: demo.code.text, lang: demo.code.lang, folder: path.dirname(demo.filePath) };
  };
}
