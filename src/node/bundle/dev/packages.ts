import path from 'node:path';
import { type BuildContext, context, type Metafile, type Plugin } from 'esbuild';
import type { Site } from '../../config/types.ts';
import { inputFiles } from '../input-files.ts';
import { commonOptions } from '../options.ts';
import { isReact } from '../resolve-plugin.ts';
import { STYLE_NAMESPACE, styleSheetsOf } from '../styles.ts';
import { refreshPlugin } from './refresh-plugin.ts';
import { ENVIRONMENT, ENVIRONMENT_BANNER } from './unit.ts';

/** The packages that the units asked for so far, as scripts that add to `globalThis.cascaderModules`. */
export interface Packages {
  /** Asks for modules: files by name. Those that are known cost nothing. */
  want(modules: ReadonlyMap<string, string>): void;
  /** Bundles what is new or has changed. Throws esbuild's BuildFailure. */
  build(): Promise<PackagesBundle>;
  /** Tells that files have changed; true when something must be bundled anew. */
  touch(changed: ReadonlySet<string>): boolean;
  dispose(): Promise<void>;
}

/** Bundled packages. */
export interface PackagesBundle {
  /** The script of what is installed, and the one of the documented library's source, each empty without modules. */
  scripts: { installed: string; library: string };
  /** Style sheets that a module imports, directly or not, in order. */
  sheetsOf(name: string): string[];
  /** Absolute paths of the files that are no installed ones. */
  inputs: string[];
}

/** A script with a table of modules, which is bundled again when it lacks one. */
interface Table {
  want(modules: ReadonlyMap<string, string>): void;
  build(): Promise<BundledTable>;
  touch(changed: ReadonlySet<string>): boolean;
  dispose(): Promise<void>;
}

interface BundledTable {
  code: string;
  sheetsOf(filePath: string): string[];
  inputs: string[];
}

/**
 * Packages are two scripts, since the source of the documented library changes while it is written, and what is installed
 * does not. The first asks for the modules of the second by name.
 */
export function createPackages(site: Site): Packages {
  const needs = new Map<string, string>();
  const installed = createTable(site, []);
  const library = createTable(site, [installedPlugin(needs), refreshPlugin(site.root, isSource, () => undefined)]);
  const files = new Map<string, string>();
  return {
    want(modules) {
      for (const [name, filePath] of modules) if (filePath) files.set(name, filePath);
      installed.want(new Map([...modules].filter(([, filePath]) => filePath && !isSource(filePath))));
      library.want(new Map([...modules].filter(([, filePath]) => isSource(filePath))));
    },
    async build() {
      const source = await library.build();
      installed.want(needs);
      const found = await installed.build();
      return {
        scripts: { installed: found.code, library: source.code },
        sheetsOf(name) {
          const filePath = files.get(name) ?? '';
          return (isSource(filePath) ? source : found).sheetsOf(filePath);
        },
        inputs: [...source.inputs, ...found.inputs],
      };
    },
    touch: (changed) => [library.touch(changed), installed.touch(changed)].some(Boolean),
    async dispose() {
      await Promise.all([installed.dispose(), library.dispose()]);
    },
  };
}

/** True for a file that its author edits in place; empty paths are React's. */
function isSource(filePath: string): boolean {
  return filePath !== '' && !filePath.includes(`${path.sep}node_modules${path.sep}`);
}

function createTable(site: Site, plugins: Plugin[]): Table {
  const modules = new Map<string, string>();
  let bundler: Promise<BuildContext> | undefined;
  let known: Promise<BundledTable> | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let inputs: ReadonlySet<string> = new Set();
  const create = (): Promise<BuildContext> => {
    const common = commonOptions({
      site,
      pages: [],
      demos: [],
      environment: ENVIRONMENT,
      externalReact: 'name',
    });
    return context({
      ...common,
      entryPoints: ['cascader-docs-table'],
      outdir: site.root,
      platform: 'browser',
      format: 'iife',
      banner: { js: ENVIRONMENT_BANNER },
      plugins: [tablePlugin(site.root, modules), ...plugins, ...common.plugins],
    });
  };
  const bundle = async (): Promise<BundledTable> => {
    if (modules.size === 0) return { code: '', sheetsOf: () => [], inputs: [] };
    bundler ??= create();
    try {
      const { outputFiles = [], metafile } = await (await bundler).rebuild();
      const found = inputFiles([metafile as Metafile], site.root);
      inputs = new Set(found);
      return {
        code: outputFiles.find((file) => file.path.endsWith('.js'))?.text ?? '',
        sheetsOf: (filePath) =>
          styleSheetsOf(metafile as Metafile, path.relative(site.root, filePath).split(path.sep).join('/')),
        inputs: found,
      };
    } catch (failure) {
      known = undefined;
      throw failure;
    }
  };
  return {
    want(wanted) {
      for (const [name, filePath] of wanted) {
        if (modules.get(name) === filePath) continue;
        modules.set(name, filePath);
        known = undefined;
      }
    },
    build() {
      // The bundler gives those who ask it while it works what it began before: a change since then would be missed.
      known ??= running.catch(() => undefined).then(bundle);
      running = known;
      return known;
    },
    touch(changed) {
      if (![...changed].some((file) => inputs.has(file))) return false;
      known = undefined;
      return true;
    },
    async dispose() {
      await (await bundler)?.dispose();
    },
  };
}

/** The table as a module: what it lists is read whenever the bundler asks. */
function tablePlugin(root: string, modules: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'table',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^cascader-docs-table$/ }, ({ path: name }) => ({ path: name, namespace: 'table' }));
      onLoad({ filter: /.*/, namespace: 'table' }, () => {
        const entries = [...modules].map(
          ([name, filePath]) => `${JSON.stringify(name)}: () => require(${JSON.stringify(filePath)})`,
        );
        return {
          contents: `globalThis.cascaderModules = { ...globalThis.cascaderModules, ${entries.join(', ')} };`,
          resolveDir: root,
        };
      });
    },
  };
}

/** Leaves installed packages out of the library's script, and writes down which it needs. */
function installedPlugin(needs: Map<string, string>): Plugin {
  return {
    name: 'installed',
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, async (args) => {
        const { path: specifier, importer, kind, resolveDir, namespace } = args;
        if (args.pluginData !== undefined || kind === 'entry-point' || isReact(specifier)) return;
        const found = await build.resolve(specifier, {
          importer,
          kind,
          resolveDir,
          namespace,
          pluginData: installedPlugin,
        });
        if (found.errors.length > 0 || found.external || found.namespace === STYLE_NAMESPACE) return found;
        if (!path.isAbsolute(found.path) || isSource(found.path)) return found;
        // Another version of a package of the same name goes by its place.
        const name = [undefined, found.path].includes(needs.get(specifier)) ? specifier : found.path;
        needs.set(name, found.path);
        return { path: name, external: true };
      });
    },
  };
}
