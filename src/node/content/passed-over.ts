import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic, Location } from '../base/diagnostics/diagnostic.ts';
import { relativePath } from '../base/files/paths.ts';
import type { Site } from '../project/config/types.ts';
import { dumiBuiltins } from '../project/site-components.ts';
import { locateFrontmatter } from './page-texts.ts';
import type { PageTexts, SourcePage } from './types.ts';

/** Keys that only dumi 1 supported, each with its replacement or the reason why it is ignored. */
const PASSED_OVER: ReadonlyMap<string, string> = new Map([
  ['nav.path', 'URLs come from folders and file names'],
  ['group.path', 'URLs come from folders and file names'],
  ['hero.desc', 'write `hero.description` instead'],
  ['features.desc', 'write `description` instead'],
  ['footer', 'set `themeConfig.footer` instead'],
  ['sidemenu', 'write `sidebar` instead'],
  ['legacy', 'URLs come from folders and file names'],
  ['hide', 'a name that begins with `_` leaves a page out'],
  ['translateHelp', 'it has no effect here'],
]);

const NAMES = new RegExp(`\\b(?:${[...PASSED_OVER.keys()].map((key) => key.split('.').at(-1)).join('|')})\\b`);

/** Most pages have no such keys, and need not be parsed for locations. */
export function mayBePassedOver(frontmatter: string): boolean {
  return NAMES.test(frontmatter);
}

/**
 * Reports front matter of dumi 1 (CD216, once at the first location), and components that need dumi itself (CD217).
 * Only sites written for dumi are checked.
 */
export function reportPassedOver(site: Site, pages: SourcePage[], texts: PageTexts): Diagnostic[] {
  if (site.writtenFor !== 'dumi') return [];
  const located = pages.filter(({ look }) => look.mayBePassedOver).map((page) => locateFrontmatter(page, texts));
  const keys = [...PASSED_OVER].flatMap(([key, reason]): Diagnostic[] => {
    const places = located.flatMap((locations) => locationOf(key, locations) ?? []);
    if (places[0] === undefined) return [];
    const { file, line, column } = places[0];
    const data = { key, pages: places.length, reason };
    return [createDiagnostic('skipped-front-matter-key', data, { location: { file, line, column } })];
  });
  const builtins = dumiBuiltins(site)
    .filter(({ needsDumi }) => needsDumi)
    .map(({ name, filePath }) => {
      const location = { file: relativePath(site.root, filePath), line: 1, column: 1 };
      return createDiagnostic('builtin-needs-dumi', { component: name }, { location });
    });
  return [...keys, ...builtins];
}

/**
 * Unknown keys of the hero become infos, because a dumi theme may read them. Keys that {@link reportPassedOver} reports
 * are removed.
 */
export function withDumisKeys(diagnostics: Diagnostic[], { writtenFor }: Site): Diagnostic[] {
  if (writtenFor !== 'dumi') return diagnostics;
  return diagnostics.flatMap((diagnostic): Diagnostic[] => {
    if (diagnostic.code !== 'CD218') return [diagnostic];
    return PASSED_OVER.has(diagnostic.key?.join('.') ?? '') ? [] : [{ ...diagnostic, severity: 'info' }];
  });
}

/** Returns the location of a key in a page; for a key of list items, its first occurrence. */
function locationOf(key: string, locations: Record<string, Location>): Location | undefined {
  const path = Object.keys(locations).find((path) => path.replace(/\.\d+(?=\.)/g, '') === key);
  return path === undefined ? undefined : locations[path];
}
