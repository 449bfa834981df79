import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { InteractivePage } from '../esbuild/entries.ts';

export type UnitInput = { demo: EmbeddedDemo } | { page: InteractivePage };

export type UnitVersion = ReturnType<typeof createVersion>;

/** Current version of a unit. The lists have one entry at most, and plugins read them at each build. */
export function createVersion(initial: UnitInput) {
  const demos: EmbeddedDemo[] = [];
  const pages: InteractivePage[] = [];
  const take = (source: UnitInput): void => {
    demos.splice(0, 1, ...('demo' in source ? [source.demo] : []));
    pages.splice(0, 1, ...('page' in source ? [source.page] : []));
  };
  take(initial);
  return { demos, pages, take };
}
