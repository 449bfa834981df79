import fs from 'node:fs';
import path from 'node:path';
import type { ApiComponent, ApiSource } from '../../../shared/api.ts';
import { pathOf, rowName } from '../../../shared/api-changes/names.ts';
import type { ApiHistory } from '../../../shared/api-history.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, type Location, locate } from '../../base/diagnostics/diagnostic.ts';
import { relativePath } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';
import { documentedPackages, librariesOf } from '../../project/libraries.ts';
import { namesOf } from './api-names.ts';
import type { Addition, HistoryIndex } from './index-history.ts';
import { createLibraryHistory, type LibraryHistory } from './library-history.ts';
import { historyPath, type ReadHistory } from './read-history.ts';
import { compareVersions, parseVersion, splitName } from './versions.ts';

/**
 * Without `components`, nothing is known to be new or removed. `history` is absent if the site has none, or if its file
 * cannot be used.
 */
export function libraryHistory(
  site: Site,
  { history: data, diagnostics }: ReadHistory,
  components: readonly ApiComponent[],
): { history?: LibraryHistory; diagnostics: Diagnostic[] } {
  if (!data || components.length === 0) return { diagnostics };
  const documented = documentedPackages(site);
  if (!isDocumented(data, documented)) {
    const location = { file: relativePath(site.root, historyPath(site) ?? ''), line: 1, column: 1 };
    const wrong = { case: 'package', found: data.package, documented } as const;
    return { diagnostics: [...diagnostics, createDiagnostic('contradictory-api-history', wrong, { location })] };
  }
  const history = createLibraryHistory(data, components);
  return { history, diagnostics: [...diagnostics, ...checkSince(site, history, components)] };
}

/** Returns the history if it is that of the library that a site documents. Its errors are reported with the types. */
export function documentedHistory(site: Site, { history }: ReadHistory): ApiHistory | undefined {
  return history && isDocumented(history, documentedPackages(site)) ? history : undefined;
}

function isDocumented(history: ApiHistory, documented: readonly string[]): boolean {
  return documented.length === 0 || documented.includes(history.package);
}

/** A declaration with a tag. Several exports may share it. */
interface Tagged {
  tag: string;
  /** Name of the package that declares it. */
  origin: string;
  source: ApiSource;
  names: string[];
}

/** If several exports share a declaration, its `@since` tag may describe any of them. */
function checkSince(
  site: Site,
  { index, data }: Pick<LibraryHistory, 'index' | 'data'>,
  components: readonly ApiComponent[],
): Diagnostic[] {
  return taggedIn(components, data.package).flatMap(({ tag, origin, source, names }): Diagnostic[] => {
    const found = names.map((name) => ({ name, contradiction: contradictionOf(tag, name, index) }));
    const [one] = found;
    const file =
      one?.contradiction && found.every(({ contradiction }) => contradiction) && fileOf(site, origin, source);
    if (!file || !one?.contradiction) return [];
    const location = locateTag(relativePath(site.root, file), file, source.line);
    return [createDiagnostic('since-contradicts-history', { ...one.contradiction, tag, name: one.name }, { location })];
  });
}

function taggedIn(components: readonly ApiComponent[], packageName: string): Tagged[] {
  const own = components.filter(({ package: of }) => of === undefined || of === packageName);
  const names = namesOf(own);
  const found = new Map<string, Tagged>();
  const add = (name: string, { tag, origin, source }: Partial<Omit<Tagged, 'names'>>): void => {
    if (tag === undefined || origin === undefined || source === undefined || !names.has(name)) return;
    const key = `${origin} ${source.file}:${source.line} ${pathOf(name) ?? ''}`;
    const entry = found.get(key) ?? { tag, origin, source, names: [] };
    found.set(key, { ...entry, names: [...entry.names, name] });
  };
  for (const { id, since, source, props, handle = [] } of own) {
    add(id, { tag: since, origin: packageName, source });
    for (const prop of props)
      add(rowName(id, prop.name), { tag: prop.since, origin: prop.origin, source: prop.source });
    for (const prop of handle)
      add(rowName(id, `ref.${prop.name}`), { tag: prop.since, origin: prop.origin, source: prop.source });
  }
  return [...found.values()];
}

/** Returns how a tag contradicts the history of a name; undefined if it does not, or is no version. */
export function contradictionOf(
  tag: string,
  name: string,
  index: HistoryIndex,
): { case: 'early' | 'late'; version: string } | undefined {
  const range = parseVersion(tag);
  const { newest } = index;
  if (!range || newest === undefined) return undefined;
  const past = index.pastOf(name);
  const isNext = !index.isInNewest(name);
  const additions: Partial<Addition>[] = [...(past?.additions ?? []), ...(isNext ? [{ before: newest }] : [])];
  // The tag does not say which name the package had.
  if (additions.some(({ version, before }) => [version, before].some((one) => one && splitName(one).name)))
    return undefined;
  const isLate = ({ version }: Partial<Addition>): boolean =>
    version !== undefined && compareVersions(range.lowest, version) > 0;
  // A tag without a patch may mean a later patch than the known version that lacks the name.
  const mayBePatch = ({ version }: Partial<Addition>): boolean =>
    version !== undefined && range.below !== undefined && compareVersions(version, range.below) < 0;
  const isEarly = (addition: Partial<Addition>): boolean =>
    addition.before !== undefined && compareVersions(range.lowest, addition.before) <= 0 && !mayBePatch(addition);
  if (additions.some((addition) => !isLate(addition) && !isEarly(addition))) return undefined;
  const late = additions.findLast(isLate);
  if (late?.version !== undefined) return { case: 'late', version: late.version };
  const early = additions.find(isEarly);
  return early?.before === undefined ? undefined : { case: 'early', version: early.before };
}

/** Returns the absolute path of a file of the documented library; undefined for a file of another package. */
function fileOf(site: Site, origin: string, { file }: ApiSource): string | undefined {
  const library = librariesOf(site).find(({ name }) => name === origin);
  const dir = library?.dir ?? (origin === site.packageJson.name ? site.projectRoot : undefined);
  const filePath = dir && path.join(dir, file);
  return filePath && fs.existsSync(filePath) ? filePath : undefined;
}

/** In the comment above the declaration, or else the declaration. `line` counts from 1. */
function locateTag(file: string, filePath: string, line: number): Location {
  const text = fs.readFileSync(filePath, 'utf8');
  const lines = text.split('\n');
  const end = lines.slice(0, line).join('\n').length;
  const comment = text.lastIndexOf('/**', end);
  const tag = comment === -1 ? -1 : text.indexOf('@since', comment);
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  const isAbove = tag !== -1 && tag < end;
  return isAbove
    ? locate(file, text, tag, '@since'.length)
    : locate(file, text, start + (/\S/.exec(lines[line - 1] ?? '')?.index ?? 0));
}
