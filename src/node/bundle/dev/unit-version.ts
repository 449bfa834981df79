import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { InteractivePage } from '../esbuild/entries.ts';

/** What a unit is made of: a demo, or the module of an interactive page. */
export type UnitInput = { demo: EmbeddedDemo } | { page: InteractivePage };

/** The version of a unit that is bundled, as a list of one for the plugins, which read it whenever they run. */
export interface UnitVersion {
  demos: EmbeddedDemo[];
  pages: InteractivePage[];
  /** Replaces the version. */
  take(source: UnitInput): void;
}

/** Creates the holder of a unit's first version. */
export function createVersion(initial: UnitInput): UnitVersion {
  const demos: EmbeddedDemo[] = [];
  const pages: InteractivePage[] = [];
  const take = (source: UnitInput): void => {
    demos.splice(0, 1, ...('demo' in source ? [source.demo] : []));
    pages.splice(0, 1, ...('page' in source ? [source.page] : []));
  };
  take(initial);
  return { demos, pages, take };
}
