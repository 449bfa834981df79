import { withBase } from '../../shared/base-url.ts';
import { contentPath } from '../base/browser-scripts.ts';
import type { PackageScript } from '../bundle/dev/package-tables.ts';
import type { PackagesBundle } from '../bundle/dev/packages.ts';
import { UNIT } from '../bundle/dev/script-variables.ts';
import { keyOf, type UnitBundle, type UnitInput } from '../bundle/dev/unit.ts';
import { entryPoints } from '../bundle/esbuild/entries.ts';
import type { SiteBundle } from '../bundle/types.ts';
import type { Site } from '../project/config/types.ts';
import type { AssetContent, AssetStore } from './asset-store.ts';

export interface EmitOptions {
  site: Site;
  assets: AssetStore;
  client: SiteBundle;
  page: string;
}

/** Emits scripts of packages. Returns their URLs in execution order. */
export function emitPackages(scripts: PackagesBundle['scripts'], options: EmitOptions): string[] {
  return Object.entries(scripts)
    .filter(([, { code }]) => code !== '')
    .map(([name, script]) => {
      // Other pages may have an older script of installed packages.
      const version = name === 'installed' ? script.hash : undefined;
      const id = version ? 'packages' : `${options.page} library`;
      return emit(id, name, { script, text: script.code, digest: script.hash, version }, options);
    });
}

export function emitUnit(source: UnitInput, bundle: UnitBundle, packages: string[], options: EmitOptions): string {
  const imports = packages.map((url) => `import ${JSON.stringify(url)};`);
  const exported = `export default ${UNIT}.module.default;\nexport const { setup } = ${UNIT}.module;`;
  const text = `${imports.join(' ')} ${bundle.code}\n${exported}\n`;
  const files = [...bundle.assets].map(([file, bytes]) => [`assets/${file}`, bytes] as const);
  const name = entryPoints(options.site, source)[0]?.out ?? '';
  return emit(`${options.page} ${keyOf(source)}`, name, { script: bundle, text, files }, options);
}

interface Emitted {
  script: Pick<PackageScript, 'map'>;
  /** Module source. The code keeps its line numbers, so that the source map stays valid. */
  text: string;
  /** Default: the text. */
  digest?: string;
  /** Default: a number that grows with each change. */
  version?: string | undefined;
  files?: (readonly [path: string, content: AssetContent])[];
}

/** Emits a module under a new name, because the browser does not run a module again under an old name. */
function emit(
  id: string,
  name: string,
  { script, text, digest = text, version: known, files = [] }: Emitted,
  options: EmitOptions,
): string {
  const { site, assets, client } = options;
  const load = `import { load as require } from ${JSON.stringify(client.sharedModules)};`;
  const version = known ?? assets.versionOf(id, `${load} ${digest}`);
  const module = `/* ${version} */ ${load} ${text}`;
  const mapFile = script.map === '' ? undefined : contentPath(name, 'js.map', script.map);
  const content = mapFile ? `${module}\n//# sourceMappingURL=${mapFile.slice('assets/'.length)}\n` : module;
  const file = contentPath(name, 'js', `${version} ${load} ${digest} ${mapFile}`);
  assets.put(id, [[file, content], ...(mapFile ? [[mapFile, script.map] as const] : []), ...files]);
  return withBase(site.config.base, `/${file}`);
}
