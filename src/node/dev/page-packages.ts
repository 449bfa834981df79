import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { bundlePrerender, type PrerenderModule } from '../bundle/demos/prerender-module.ts';
import { createKept } from '../bundle/dev/kept.ts';
import { createSitePackages, NO_PACKAGES, type Packages, type PackagesBundle } from '../bundle/dev/packages.ts';
import type { SheetTools } from '../bundle/sheets/sheet-tools.ts';
import type { Site } from '../project/config/types.ts';
import { noCache } from '../store/cache.ts';
import { describeUnit } from './describe-unit.ts';
import type { PooledUnit } from './unit-pool.ts';

/** Packages of a page. After an error they are those of the last bundle. */
export interface BundledPackages {
  packages: PackagesBundle;
  prerender?: PrerenderModule | undefined;
  diagnostics: Diagnostic[];
}

/** Maximum number of pages whose packages are cached, which costs memory. */
const KEPT_PAGES = 6;

export function createPagePackages(site: Site, tools: SheetTools) {
  /** Packages by page, the most recently used last. */
  const pages = new Map<string, { packages: Packages; last: PackagesBundle }>();
  const prerender = createKept<PrerenderModule>();
  const all = createSitePackages(site, tools);
  let isDisposed = false;

  const packagesOf = (page: string) => {
    const known = pages.get(page) ?? { packages: all.ofPage(), last: NO_PACKAGES };
    pages.delete(page);
    pages.set(page, known);
    for (const oldest of [...pages.keys()].slice(0, -KEPT_PAGES)) pages.delete(oldest);
    return known;
  };
  const bundleOwn = async (): Promise<PrerenderModule> => {
    const module = await bundlePrerender(site, noCache);
    if (!module) throw new Error('The configuration names no module to be bundled');
    return module;
  };
  return {
    async bundle(page: string, units: PooledUnit[]): Promise<BundledPackages> {
      if (isDisposed) throw new Error('The site is closed');
      const known = packagesOf(page);
      try {
        const own = site.config.prerender === undefined ? undefined : await prerender.get(bundleOwn);
        const wanted = new Map(units.flatMap(({ bundle }) => [...(bundle?.packages ?? [])]));
        known.packages.want(wanted, own?.packages);
        known.last = await known.packages.build();
        return { packages: known.last, prerender: own, diagnostics: [] };
      } catch (failure) {
        return { packages: known.last, diagnostics: describeUnit(site, failure) };
      }
    },
    /** Returns true if something must be bundled again. */
    touch: (changed: ReadonlySet<string>): boolean =>
      [prerender, ...Array.from(pages.values(), ({ packages }) => packages)]
        .map((part) => part.touch(changed))
        .some(Boolean),
    async dispose(): Promise<void> {
      isDisposed = true;
      await all.dispose();
    },
  };
}
