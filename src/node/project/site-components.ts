import type { Site } from './config/types.ts';
import { type DumiBuiltin, dumiBuiltins } from './dumi-builtins.ts';

/** Returns the components that pages use by name and no theme contains: those of the configuration, then those of dumi. */
export function siteComponents(site: Site): DumiBuiltin[] {
  const own = Object.entries(site.config.components).map(([name, filePath]) => ({ name, filePath, needsDumi: false }));
  return [...own, ...dumiBuiltins(site).filter(({ name }) => !(name in site.config.components))];
}
