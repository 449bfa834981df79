import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { bundlePrerender, type PrerenderModule } from '../bundle/demos/prerender-module.ts';
import { createKept } from '../bundle/dev/kept.ts';
import { createPackages, NO_PACKAGES, type PackagesBundle } from '../bundle/dev/packages.ts';
import type { SheetTools } from '../bundle/sheets/sheet-tools.ts';
import type { Site } from '../project/config/types.ts';
import { noCache } from '../store/cache.ts';
import { describeUnit } from './describe-unit.ts';
import type { PooledUnit } from './unit-pool.ts';

/** Packages that units import. */
export interface UnitPackages {
  /** Returns the last successful bundle of the packages. */
  last(): PackagesBundle;
  /** Bundles the packages that units import, and the module that the configuration names as `prerender`. Returns their errors. */
  bundle(units: PooledUnit[]): Promise<{ own?: PrerenderModule; diagnostics: Diagnostic[] }>;
  /** Invalidates results of changed files. Returns true if something must be bundled again. */
  touch(changed: ReadonlySet<string>): boolean;
  dispose(): Promise<void>;
}

/** Creates the owner of the packages of a site. */
export function createUnitPackages(site: Site, tools: SheetTools): UnitPackages {
  const packages = createPackages(site, tools);
  const prerender = createKept<PrerenderModule>();
  let last = NO_PACKAGES;
  let isDisposed = false;

  const bundleOwn = async (): Promise<PrerenderModule> => {
    const module = await bundlePrerender(site, noCache);
    if (!module) throw new Error('The configuration names no module to be bundled');
    return module;
  };
  return {
    last: () => last,
    async bundle(units) {
      if (isDisposed) throw new Error('The site is closed');
      try {
        const own = site.config.prerender === undefined ? undefined : await prerender.get(bundleOwn);
        packages.want(modulesOf(units), own?.modules);
        last = await packages.build();
        return { own, diagnostics: [] };
      } catch (failure) {
        return { diagnostics: describeUnit(site, failure) };
      }
    },
    touch: (changed) => [packages, prerender].map((part) => part.touch(changed)).some(Boolean),
    async dispose() {
      isDisposed = true;
      await packages.dispose();
    },
  };
}

/** Returns the package modules that units import: file paths by module name, empty for React. */
export function modulesOf(units: PooledUnit[]): Map<string, string> {
  return new Map(units.flatMap(({ bundle }) => [...(bundle?.modules ?? [])]));
}
