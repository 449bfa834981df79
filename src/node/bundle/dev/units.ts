import fs from 'node:fs';
import type { Site } from '../../project/config/types.ts';
import { createUnit, keyOf, type Unit, type UnitBundle, type UnitInput, type UnitOptions } from './unit.ts';

export interface PooledUnit {
  source: UnitInput;
  bundle?: UnitBundle;
  /** Error of the latest build, if it failed. */
  failure?: unknown;
}

/** Maximum number of units with a cached bundler. A cached bundler uses memory, but halves the time of the unit's next build. */
const KEPT_BUNDLERS = 24;

/** Creates a pool of units. A unit that is on several pages is bundled once. */
export function createUnitPool(site: Site, shared: Omit<UnitOptions, 'resolved'>) {
  const options: UnitOptions = { ...shared, resolved: new Map() };
  const units = new Map<string, PooledUnit & { unit: Unit }>();
  const pages = new Map<string, ReadonlySet<string>>();
  /** Units with a cached bundler, the most recently used last. */
  const bundlers = new Map<string, Unit>();

  const release = async (key: string): Promise<void> => {
    const unit = bundlers.get(key);
    bundlers.delete(key);
    await unit?.release();
  };
  const forgetUnused = (keys: Iterable<string> = []): void => {
    const used = new Set([...pages.values()].flatMap((names) => [...names]));
    for (const key of keys) {
      if (used.has(key)) continue;
      units.delete(key);
      void release(key);
    }
  };
  const bundle = async (source: UnitInput): Promise<PooledUnit> => {
    const key = keyOf(source);
    const known = units.get(key) ?? { source, unit: createUnit(site, source, options) };
    units.set(key, known);
    bundlers.delete(key);
    bundlers.set(key, known.unit);
    known.source = source;
    try {
      known.bundle = await known.unit.build(source);
      known.failure = undefined;
    } catch (failure) {
      known.failure = failure;
    }
    return { source, bundle: known.bundle, failure: known.failure };
  };

  return {
    /** Builds the units of a page. Evicts units that no page uses anymore. */
    async build(page: string, inputs: UnitInput[]): Promise<PooledUnit[]> {
      const before = pages.get(page);
      const keys = new Set(inputs.map(keyOf));
      if (keys.size > 0) pages.set(page, keys);
      else pages.delete(page);
      forgetUnused(before);
      const built = await Promise.all(inputs.map(bundle));
      for (const key of [...bundlers.keys()].slice(0, Math.max(0, bundlers.size - KEPT_BUNDLERS))) {
        if (!keys.has(key)) void release(key);
      }
      return built;
    },
    /** Evicts the units of all other pages. */
    retain(names: ReadonlySet<string>): void {
      for (const [page, keys] of pages) {
        if (names.has(page)) continue;
        pages.delete(page);
        forgetUnused(keys);
      }
    },
    all: (): PooledUnit[] => [...units.values()],
    /** Returns true if a unit must be bundled again. */
    touch(changed: ReadonlySet<string>): boolean {
      // A change to a file's content does not affect resolution, but an added or removed file or a configuration may.
      const known = new Set([...units.values()].flatMap(({ bundle }) => bundle?.inputs ?? []));
      const isContent = (file: string): boolean => known.has(file) && !file.endsWith('.json') && fs.existsSync(file);
      if (![...changed].every(isContent)) options.resolved.clear();
      return [...units.values()].map(({ unit }) => unit.touch(changed)).some(Boolean);
    },
    async dispose(): Promise<void> {
      await Promise.all([...bundlers.keys()].map(release));
    },
  };
}
