import type { Plugin } from 'esbuild';
import { STATEFUL_PACKAGES } from '../../../shared/style-collectors.ts';
import type { Site } from '../../project/config/types.ts';
import type { Cache } from '../../store/cache.ts';
import { createBarrels, WHOLE_BARRELS } from '../barrels/barrel-plugin.ts';
import { bundleKey, siteForBundles } from '../bundle-key.ts';
import { withoutFolder } from '../esbuild/output-text.ts';
import { createScript } from '../server.ts';
import { type DemoScript, PACKAGES_SCRIPT } from '../types.ts';
import { entriesOf } from './demo-code.ts';
import type { PackageModule } from './demo-graph.ts';
import { tableText } from './module-table.ts';
import { needNodeCode } from './package-code.ts';
import { collectorsPlugin, serverModulesPlugin, serverOutput, specifiersOf } from './package-modules.ts';
import { refusedModulesPlugin } from './refused-modules.ts';

export interface ServerPackages {
  script: DemoScript;
  /** Hash of the code that a module runs, by key. */
  hashes: Map<string, string>;
  /** Keys of modules that use a package of `STATEFUL_PACKAGES`. */
  stateful: Set<string>;
}

interface Bundled extends Omit<ServerPackages, 'script'> {
  code: string;
  /** Packages are resolved with the condition `node`. */
  forNode: boolean;
}

/** Throws esbuild's `BuildFailure`. */
export async function bundleServerPackages(
  site: Site,
  modules: ReadonlyMap<string, PackageModule>,
  options: {
    cache: Cache;
    development?: boolean | undefined;
    /** Do not reduce barrels, also those that the library imports. */
    isWhole?: boolean;
  },
): Promise<ServerPackages> {
  const { cache, development = false, isWhole: hasWhole = false } = options;
  const specifiers = specifiersOf(modules);
  const create = (forNode: boolean, plugins: Plugin[] = []) => {
    const barrels = hasWhole ? WHOLE_BARRELS : createBarrels({ root: site.root });
    const input = { site: siteForBundles(site), pages: [], demos: [], development, barrels };
    const all = {
      ...serverOutput(site, { forNode }),
      plugins: [...plugins, serverModulesPlugin(barrels), collectorsPlugin()],
    };
    return { script: createScript({ ...input, externalReact: 'name' }, tableText(specifiers), all), barrels };
  };
  const bundle = async (forNode = false): Promise<{ result: Bundled; files: string[] | undefined }> => {
    const { script, barrels } = create(forNode);
    const { code, files, isWhole, metafile } = await script.bundle();
    if (!forNode && needNodeCode(files)) return await bundle(true);
    const entries = entriesOf(code, metafile, { kind: 'require-call', nameOf: (input) => withoutFolder(input, site) });
    const hashes = new Map<string, string>();
    const stateful = new Set<string>();
    for (const [key, specifier] of specifiers) {
      const entry = entries.get(specifier);
      if (entry) hashes.set(key, entry.hash);
      if ([...(entry?.modules ?? [])].some(isStateful)) stateful.add(key);
    }
    const result = { code, forNode, hashes, stateful };
    return { result, files: isWhole ? [...files, ...barrels.files()] : undefined };
  };
  // Modules as data, whose paths are relative in the cache.
  const sorted = specifiers.map(([key]) => [key, modules.get(key)]);
  const key = bundleKey(site, sorted, development);
  const { code, forNode, ...found } = await cache.remember('server-packages', key, () => bundle());
  const script: DemoScript = {
    name: PACKAGES_SCRIPT,
    code,
    map: () => create(forNode).script.map(),
    async compilable() {
      const { script } = create(forNode, [refusedModulesPlugin([])]);
      return { code: (await script.bundle()).code, map: script.map };
    },
  };
  return { script, ...found };
}

function isStateful(input: string): boolean {
  return STATEFUL_PACKAGES.some((name) => input.includes(`node_modules/${name}/`));
}
