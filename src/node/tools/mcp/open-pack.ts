import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { isOutputPath } from '../../base/output-paths.ts';
import type { ComponentsData, PropEntry } from '../../render/pack/packed-components.ts';
import { PACK_FILE, type PackManifest } from '../../render/pack/types.ts';
import type { SearchHit, SiteFiles } from './built-files.ts';

/** Opens a pack. Throws a DiagnosticError if files are missing or the folder cannot be read. */
export async function openPack(folder: string): Promise<SiteFiles> {
  const manifest = await readPackManifest(folder);
  const known = new Set(manifest.files);
  const readKnown = async (file: string): Promise<string> => {
    if (!known.has(file)) throw failure(2, 'damaged-pack', { case: 'missing', folder, files: [file] });
    return await fs.readFile(path.join(folder, file), 'utf8');
  };
  return {
    shownAs: folder,
    async read(output) {
      if (output === 'components.json' && known.has(output)) return await readComponents(folder, readKnown);
      // Pages and demos link to each other by their paths in the folder.
      const file = [output, `references/${output}`, output.replace(/\.md$/, '')].find((one) => known.has(one));
      return file === undefined ? undefined : await readKnown(file);
    },
    search: async (query) =>
      searchPages(
        query,
        await Promise.all(
          manifest.pages.map(async ({ title, file }) => ({ link: `/${file}`, title, text: await readKnown(file) })),
        ),
      ),
  };
}

async function readComponents(folder: string, codeOf: (file: string) => Promise<string>): Promise<string> {
  const text = await codeOf('components.json');
  try {
    return await unpackComponents(text, codeOf);
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
    throw failure(2, 'damaged-pack', { case: 'unreadable', folder, file: 'components.json', reason: 'was changed' });
  }
}

async function readPackManifest(folder: string): Promise<PackManifest> {
  const unreadable = (reason: string) =>
    failure(2, 'damaged-pack', { case: 'unreadable', folder, file: PACK_FILE, reason });
  let manifest: Partial<PackManifest> | null;
  try {
    manifest = JSON.parse(await fs.readFile(path.join(folder, PACK_FILE), 'utf8'));
  } catch {
    throw unreadable('is not valid JSON');
  }
  if (manifest?.format !== 1) throw unreadable('has a format that this version of cascader-docs does not know');
  const { pages, files } = manifest;
  if (!Array.isArray(files) || !files.every((file) => typeof file === 'string' && isOutputPath(file)))
    throw unreadable('has no list of files');
  if (!Array.isArray(pages) || !pages.every((page) => files.includes(page?.file)))
    throw unreadable('has no list of pages');
  const present = await Promise.all(files.map((file) => exists(path.join(folder, file))));
  const missing = files.filter((_, index) => !present[index]);
  if (missing.length > 0) throw failure(2, 'damaged-pack', { case: 'missing', folder, files: missing });
  return manifest as PackManifest;
}

async function exists(file: string): Promise<boolean> {
  return await fs.access(file).then(
    () => true,
    () => false,
  );
}

/** Restores the data of components. `codeOf` returns the content of a file in the folder. */
export async function unpackComponents(text: string, codeOf: (file: string) => Promise<string>): Promise<string> {
  const data = JSON.parse(text) as ComponentsData;
  const byId = new Map(data.components.map((entry) => [entry.id, entry]));
  const demosById = new Map(data.demos.map(({ files: _files, ...demo }) => [demo.id, demo]));
  const components = data.components.map(({ propsOf, ...entry }) => ({
    ...entry,
    demos: entry.demos.flatMap((id) => demosById.get(id) ?? []),
    props: propsOf === undefined ? entry.props : withoutDemos(byId.get(propsOf)?.props ?? []),
  }));
  const demos = await Promise.all(
    data.demos.map(async (demo) => ({
      ...demo,
      files: await Promise.all(
        demo.files.map(async ({ name, file }) => ({ name, code: (await codeOf(file)).trimEnd() })),
      ),
    })),
  );
  return JSON.stringify({ ...data, components, demos });
}

/** Returns properties without their demos, because these demos use another export. */
function withoutDemos(props: readonly PropEntry[]): PropEntry[] {
  return props.map(({ demos: _demos, children, ...prop }) => ({
    ...prop,
    ...(children && { children: withoutDemos(children) }),
  }));
}

interface SearchedPage {
  link: string;
  title: string;
  text: string;
}

const MOST = 20;
/** Maximum length of the excerpt in a result, in characters. */
const EXCERPT = 200;
/** Weight of a term in a page's title, in a heading, and in the text. */
const WEIGHT = { title: 6, heading: 4, text: 1 };

/** Section of a page: the content below one heading. Pages are searched by section. */
interface Section {
  heading: string;
  lines: string[];
}

/** Returns the sections that contain terms of a query. Sections with the most terms come first. */
export function searchPages(query: string, pages: readonly SearchedPage[]): SearchHit[] {
  const terms = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_$-]+/gu) ?? [])];
  const found = pages.flatMap((page) =>
    sectionsOf(page.text).map((section) => ({ ...scoreOf(section, page.title, terms), page, section })),
  );
  return found
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || other.score - one.score)
    .slice(0, MOST)
    .map(({ page, section }) => ({
      link: page.link,
      title:
        section.heading === '' || section.heading === page.title ? page.title : `${page.title}: ${section.heading}`,
      text: excerptOf(section, terms),
    }));
}

function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [{ heading: '', lines: [] }];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    const [, heading] = (!isCode && /^#{1,6}\s+(.*?)(?:\s*\{#[^}]*\})?\s*$/.exec(line)) || [];
    if (heading === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ heading, lines: [] });
  }
  return sections;
}

function scoreOf({ heading, lines }: Section, title: string, terms: string[]): { count: number; score: number } {
  const [inTitle, inHeading, inText] = [title, heading, lines.join('\n')].map((text) => text.toLowerCase());
  const scores = terms.map(
    (term) =>
      (inHeading?.includes(term) ? WEIGHT.heading : 0) +
      (inText?.includes(term) ? WEIGHT.text + Math.min(3, (inText.split(term).length - 1) / 3) : 0),
  );
  const count = scores.filter((score) => score > 0).length;
  const ofTitle = count > 0 ? terms.filter((term) => inTitle?.includes(term)).length * WEIGHT.title : 0;
  return { count, score: scores.reduce((sum, score) => sum + score, ofTitle) };
}

function excerptOf({ lines }: Section, terms: string[]): string {
  const countIn = (line: string): number => terms.filter((term) => line.toLowerCase().includes(term)).length;
  const texts = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('<!--'));
  const [best = ''] = texts.toSorted((one, other) => countIn(other) - countIn(one));
  return best.length <= EXCERPT ? best : `${best.slice(0, EXCERPT)}…`;
}
