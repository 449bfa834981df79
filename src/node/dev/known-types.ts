import fs from 'node:fs/promises';
import path from 'node:path';
import type { ApiComponent } from '../../shared/api.ts';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { isInside, isOfPackage, relativePath } from '../base/files/paths.ts';
import { scriptCandidates } from '../base/files/script-candidates.ts';
import type { SourcePage } from '../content/types.ts';
import type { CompiledPage, EmbeddedDemo } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { librariesOf } from '../project/libraries.ts';
import { type CompletedChanges, completeChanges, NO_CHANGES } from '../types/changes/changes-pages.ts';
import { notesPath } from '../types/history/api-notes.ts';
import type { LibraryHistory } from '../types/history/library-history.ts';
import { historyPath, readSiteHistory } from '../types/history/read-history.ts';
import { libraryHistory } from '../types/history/site-history.ts';
import { addTables, type RenderMarkdown } from '../types/tables/add-tables.ts';
import { readTableScript, type SiteApiInput, type TableScript } from '../types/tables/site-api.ts';
import type { TypesReader } from '../types/types-reader.ts';
import type { UsageDemo, UsageFile } from '../types/usage/find-uses.ts';
import type { Usage } from '../types/usage/usage.ts';

export interface SiteView {
  pages: SourcePage[];
  compiled: Map<string, CompiledPage>;
}

export interface KnownTypes extends SiteView {
  components: ApiComponent[];
  history?: LibraryHistory | undefined;
  changes: CompletedChanges;
  usage: Usage;
  costs: SiteApiInput['costs'];
  script: TableScript;
  demoFiles: SiteApiInput['demoFiles'];
  diagnostics: Diagnostic[];
  files: ReadonlySet<string>;
}

export type IsLibrary = (filePath: string) => boolean;

export function libraryTest(site: Site): IsLibrary {
  const folders = librariesOf(site).map(({ entry }) => path.dirname(entry));
  return (filePath) => folders.some((folder) => isInside(folder, filePath));
}

/** If reading the site or the types reports errors, returns only diagnostics. */
export async function readKnownTypes(
  site: Site,
  {
    reader,
    look,
    isLibrary,
    toHtml,
  }: { reader: TypesReader; look: () => Promise<SiteView>; isLibrary: IsLibrary; toHtml: RenderMarkdown },
): Promise<KnownTypes> {
  try {
    const { components, diagnostics: ofTypes, files } = await reader.extract();
    const { history, diagnostics: ofHistory } = libraryHistory(site, await readSiteHistory(site), components);
    const diagnostics = [...ofTypes, ...ofHistory];
    const view = await look();
    const embedded = [...view.compiled.values()].flatMap((page) => page.demos);
    const demos = await Promise.all(embedded.map((demo) => readDemoTexts(demo, isLibrary)));
    const usage = await reader.usage(demos, components);
    const costs = await reader.costs(components);
    const path = historyPath(site);
    const own = [...files.filter((file) => !isOfPackage(file)), ...(path === undefined ? [] : [path, notesPath(path)])];
    const script = await readTableScript(site.config.base);
    const demoFiles = new Map(
      demos.map(({ id, files }) => [id, files.map(({ name, text }) => ({ name, code: text }))]),
    );
    const tables = addTables(view.compiled, components, { toHtml, history });
    const changes = await completeChanges({ site, pages: view.pages, compiled: tables, history });
    return { ...view, components, history, changes, diagnostics, usage, costs, script, demoFiles, files: new Set(own) };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { ...NOTHING, diagnostics: error.diagnostics };
  }
}

const NOTHING: KnownTypes = {
  pages: [],
  compiled: new Map(),
  components: [],
  changes: NO_CHANGES,
  usage: {},
  costs: new Map(),
  script: { file: '', url: '', text: '' },
  demoFiles: new Map(),
  diagnostics: [],
  files: new Set(),
};

/** Returns true if pages look the same with both versions of the types. */
export function looksSame(one: KnownTypes, other: KnownTypes): boolean {
  return JSON.stringify(shownOf(one)) === JSON.stringify(shownOf(other));
}

function shownOf({ components, history, changes, usage, costs, diagnostics, pages, compiled }: KnownTypes) {
  const places = pages.map(({ sourcePath, routePath }) => [
    routePath,
    compiled.get(sourcePath)?.demos.map(({ id, title }) => [id, title]),
  ]);
  return {
    components,
    history: history?.data,
    changes: [...changes.pages],
    usage,
    costs: [...costs],
    diagnostics,
    places,
  };
}

/** Reads a demo's scripts and their relative imports: enough to find used APIs without a bundler. */
async function readDemoTexts(demo: EmbeddedDemo, isLibrary: (filePath: string) => boolean): Promise<UsageDemo> {
  const folder = path.dirname(demo.filePath);
  const nameOf = (filePath: string): string => relativePath(folder, filePath);
  const files: UsageFile[] = [];
  const seen = new Set<string>();
  const visit = async (filePath: string, name: string, text: string): Promise<void> => {
    seen.add(filePath);
    const imports: Record<string, string> = {};
    files.push({ name, text, imports });
    for (const [, specifier = ''] of text.matchAll(/\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g)) {
      const found = await readScript(path.resolve(path.dirname(filePath), specifier));
      if (!found || isLibrary(found.filePath)) continue;
      imports[specifier] = `./${nameOf(found.filePath)}`;
      if (!seen.has(found.filePath)) await visit(found.filePath, nameOf(found.filePath), found.text);
    }
  };
  const text = demo.code?.text ?? (await fs.readFile(demo.filePath, 'utf8').catch(() => ''));
  await visit(demo.filePath, `index${demo.code ? `.${demo.code.lang}` : path.extname(demo.filePath)}`, text);
  return { id: demo.id, files };
}

async function readScript(target: string): Promise<{ filePath: string; text: string } | undefined> {
  for (const filePath of scriptCandidates(target)) {
    if (!/\.[jt]sx?$/.test(filePath)) continue;
    const text = await fs.readFile(filePath, 'utf8').catch(() => undefined);
    if (text !== undefined) return { filePath, text };
  }
  return undefined;
}
