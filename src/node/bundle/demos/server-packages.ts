import fs from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { STATEFUL_PACKAGES } from '../../../shared/style-collectors.ts';
import { relativePath } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';
import type { Cache } from '../../store/cache.ts';
import { createBarrels, WHOLE_BARRELS } from '../barrels/barrel-plugin.ts';
import { readModule } from '../barrels/read-module.ts';
import { bundleKey, siteForBundles } from '../bundle-key.ts';
import { withoutFolder } from '../esbuild/output-text.ts';
import { packageFolders } from '../notices.ts';
import { createScript } from '../server.ts';
import { type DemoScript, PACKAGES_SCRIPT } from '../types.ts';
import { entriesOf } from './demo-code.ts';
import type { PackageModule } from './demo-graph.ts';
import { tableText } from './module-table.ts';
import { serverModulesPlugin, serverOutput, specifiersOf } from './package-modules.ts';
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
    const all = { ...serverOutput(site, { forNode }), plugins: [...plugins, serverModulesPlugin(barrels)] };
    return { script: createScript({ ...input, externalReact: 'name' }, tableText(specifiers), all), barrels };
  };
  const bundle = async (forNode = false): Promise<{ result: Bundled; files: string[] | undefined }> => {
    const { script, barrels } = create(forNode);
    const { code, files, isWhole, metafile } = await script.bundle();
    if (!forNode && needNodeBuilds(files)) return await bundle(true);
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

/** True if it was resolved without the condition `node`, so that the bundle lacks code for Node. */
function needNodeBuilds(files: string[]): boolean {
  return packageFolders(files).some((folder) => {
    const { exports, imports } = readManifest(folder);
    const used = new Set(files.flatMap((file) => (file.startsWith(folder) ? relativePath(folder, file) : [])));
    return [exports, imports].some((conditions) => hasOther(conditions, folder, used));
  });
}

function readManifest(folder: string): { exports?: unknown; imports?: unknown } {
  try {
    const text = fs.readFileSync(path.join(folder, 'package.json'), 'utf8');
    return /"node"\s*:/.test(text) ? JSON.parse(text) : {};
  } catch {
    // Without a readable package.json, all environments load the same files.
    return {};
  }
}

function hasOther(conditions: unknown, folder: string, used: ReadonlySet<string>): boolean {
  if (typeof conditions !== 'object' || conditions === null) return false;
  if (Array.isArray(conditions)) return conditions.some((entry) => hasOther(entry, folder, used));
  const { node, ...rest } = conditions as Record<string, unknown>;
  const forNode = leavesOf(node);
  const isOther = !forNode.some((leaf) => isUsed(leaf, used)) && leavesOf(rest).some((leaf) => isUsed(leaf, used));
  if (node !== undefined && isOther && !forNode.every((leaf) => isTwin(folder, leaf, rest))) return true;
  return Object.values(rest).some((entry) => hasOther(entry, folder, used));
}

/** Same code: also loaded under another condition, or an ES module that passes on a CommonJS file. */
function isTwin(folder: string, leaf: string, others: object): boolean {
  if (leavesOf(others).includes(leaf)) return true;
  const file = path.join(folder, leaf);
  if (!fs.existsSync(file)) return false;
  const imports = [...(readModule(fs.readFileSync(file, 'utf8'), path.extname(file))?.imports.keys() ?? [])];
  return imports.length === 1 && /^\.\.?\//.test(imports[0] ?? '');
}

function leavesOf(conditions: unknown): string[] {
  if (typeof conditions === 'string') return [conditions];
  return typeof conditions === 'object' && conditions !== null ? Object.values(conditions).flatMap(leavesOf) : [];
}

function isUsed(target: string, used: ReadonlySet<string>): boolean {
  const file = path.posix.normalize(target);
  const star = file.indexOf('*');
  if (star === -1) return used.has(file);
  const [before, after] = [file.slice(0, star), file.slice(star + 1)];
  return [...used].some((name) => name.startsWith(before) && name.endsWith(after));
}
