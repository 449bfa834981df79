import path from 'node:path';
import type { Plugin } from 'esbuild';
import { relativePath } from '../../base/files/paths.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { siteForBundles } from '../bundle-key.ts';
import { describeFailure } from '../describe-failure.ts';
import { demoEntry } from '../esbuild/entries.ts';
import { allInputFiles } from '../esbuild/input-files.ts';
import { bundleModules } from '../module-rules.ts';
import { configFiles } from '../options.ts';

const STEPS_NAMESPACE = 'steps';

export interface StepsModule {
  code: string;
  /** Source map as JSON. The sources in the map are relative to the site's root. */
  map: string;
}

/** Bundles the steps of demos. Throws a `DiagnosticError` that lists all errors. Source files have absolute paths. */
export async function bundleStepsModules(
  site: Site,
  demos: EmbeddedDemo[],
): Promise<{ modules: Map<string, StepsModule>; files: string[] }> {
  const seen = siteForBundles(site);
  const input = { site: seen, pages: [], demos };
  const outdir = path.join(site.root, '.cascader-docs-steps');
  const { outputFiles, metafile } = await bundleModules(
    { ...input, inBrowser: true, everyTsconfig: true },
    {
      outdir,
      minify: true,
      format: 'esm',
      sourcemap: 'external',
      sourcesContent: false,
      entryNames: '[name]',
      plugins: [stepsPlugin(site, demos)],
      entryPoints: demos.map(({ id }) => ({ in: `${STEPS_NAMESPACE}:${id}`, out: id })),
    },
  ).catch(describeFailure(site, [], demos));
  const textOf = (name: string): string => outputFiles.find((file) => path.basename(file.path) === name)?.text ?? '';
  const modules = new Map(
    demos.map(({ id }) => [
      id,
      { code: textOf(`${id}.js`), map: withRootSources(textOf(`${id}.js.map`), outdir, site) },
    ]),
  );
  const inputs = allInputFiles([metafile], site.root);
  return { modules, files: [...inputs, ...configFiles(input, inputs)] };
}

/** Makes the sources in a source map relative to the site's root. Sources of virtual modules keep their names. */
function withRootSources(text: string, outdir: string, { root }: Site): string {
  const map = JSON.parse(text) as { sources: string[] };
  const sources = map.sources.map((source) =>
    /^[a-z-]{2,}:/.test(source) ? source : relativePath(root, path.resolve(outdir, source)),
  );
  return JSON.stringify({ ...map, sources });
}

/** Resolves the entries, and lets the bundler remove all code that steps do not use, such as the demo's style sheets. */
function stepsPlugin(site: Site, demos: EmbeddedDemo[]): Plugin {
  return {
    name: 'steps',
    setup(build) {
      build.onResolve({ filter: /^steps:/ }, ({ path: specifier }) => ({
        path: specifier.slice(STEPS_NAMESPACE.length + 1),
        namespace: STEPS_NAMESPACE,
      }));
      build.onLoad({ filter: /.*/, namespace: STEPS_NAMESPACE }, ({ path: id }) => {
        const demo = demos.find((entry) => entry.id === id);
        if (!demo) return undefined;
        const entry = demo.steps?.file ?? demoEntry(demo);
        return { contents: `export { steps } from ${JSON.stringify(entry)};`, loader: 'js', resolveDir: site.root };
      });
      build.onResolve({ filter: /.*/ }, async (args) => {
        const { importer, namespace, kind, resolveDir, path: specifier } = args;
        if (args.pluginData !== undefined || kind === 'entry-point') return undefined;
        const found = await build.resolve(specifier, {
          importer,
          namespace,
          kind,
          resolveDir,
          pluginData: stepsPlugin,
        });
        return found.errors.length > 0 ? found : { ...found, sideEffects: false };
      });
    },
  };
}
