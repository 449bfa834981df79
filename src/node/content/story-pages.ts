import path from 'node:path';
import { globSync } from 'tinyglobby';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { globFolder, relativePath } from '../base/files/paths.ts';
import type { Site } from '../project/config/types.ts';
import type { PageFile } from './find-pages.ts';
import { storiesId, storiesTitle } from './story-names.ts';
import type { PathsInputs, StorybookDocs } from './types.ts';

/** Data that a page needs about a stories file. */
export interface DescribedStories {
  /** Title as written; undefined if the file declares none. */
  title: string | undefined;
  id: string | undefined;
  /** Markdown. */
  description: string | undefined;
  /** Name of the component, if the documented library exports it. */
  component: string | undefined;
  props: { name: string; description: string }[];
  /** `ignored`: names of parameters that have no effect. */
  stories: { exportName: string; name: string; line: number; ignored: string[]; isFramed: boolean }[];
  /** Absolute paths of the files that were read, and of missing files that would have been read. */
  files: string[];
}

/** A Storybook MDX page. */
export interface StoryDocs {
  /** Title as written; undefined if the page declares none. */
  title: string | undefined;
  /** Its name, if several pages have the same title. */
  name: string | undefined;
  /** Absolute path of the stories file that it describes. */
  attached: string | undefined;
  /** Absolute paths of the stories files that it imports. */
  stories: string[];
  /** Absolute paths of the files that were read. */
  files: string[];
  /**
   * Returns the page's text, the line of the MDX file for each line of text, and demos of the attached file's other stories.
   */
  print(): { text: string; lines: number[]; further: string[]; diagnostics: Diagnostic[] };
}

/** Names that a module exports, and absolute paths of the modules that it re-exports. */
export interface ModuleExports {
  names: Set<string>;
  files: string[];
}

/** Exports of modules that were read, by path. */
export type KnownExports = Map<string, ModuleExports>;

/** Reads a file by its absolute path. Throws a DiagnosticError. */
export interface StoryReader {
  stories(filePath: string, site: Site, known: KnownExports): Promise<DescribedStories>;
  docs(filePath: string, site: Site): Promise<StoryDocs>;
}

interface File extends DescribedStories {
  filePath: string;
  source: string;
}

interface Docs extends StoryDocs {
  filePath: string;
  source: string;
  entry: StorybookDocs;
}

/**
 * Creates a page for each title of stories, and for each MDX page, which may replace the page of a title. Files with the same
 * title share a page.
 */
export async function createStoryPages(
  site: Site,
  reader: StoryReader,
): Promise<{ files: PageFile[]; inputs: PathsInputs; diagnostics: Diagnostic[] }> {
  const { stories: patterns } = site.config;
  const inputs: PathsInputs = { files: [], folders: [] };
  const diagnostics: Diagnostic[] = [];
  const byTitle = new Map<string, File[]>();
  const titleOf = (filePath: string, title: string | undefined): string => title ?? storiesTitle(filePath, site);
  const docs = new Map<string, Docs>();
  const known: KnownExports = new Map();
  for (const pattern of patterns) {
    inputs.folders.push(path.resolve(site.root, globFolder(pattern)));
    const found = globSync(pattern, { cwd: site.root, absolute: true, ignore: ['**/node_modules/**'] });
    for (const filePath of found.map((file) => path.resolve(file)).sort()) {
      if (inputs.files.includes(filePath)) continue;
      inputs.files.push(filePath);
      try {
        const source = relativePath(site.root, filePath);
        const isDocs = filePath.endsWith('.mdx');
        const found = isDocs ? await reader.docs(filePath, site) : await reader.stories(filePath, site, known);
        inputs.files.push(...found.files.filter((file) => !inputs.files.includes(file)));
        if ('print' in found) {
          const { attached } = found;
          const described = attached === undefined ? undefined : await reader.stories(attached, site, known);
          const title = titleOf(filePath, found.title ?? (attached && titleOf(attached, described?.title)));
          const name = found.name ?? ownName(filePath, attached);
          const id = `${storiesId(title, described?.id)}--${storiesId(name)}`;
          const isFirst = (file: string): number => Number(file !== attached);
          const stories = found.stories.toSorted((a, b) => isFirst(a) - isFirst(b));
          const imported = stories.map((file) => relativePath(site.root, file));
          const entry = { id, title, name, stories: imported, isAttached: attached !== undefined };
          docs.set(name === DOCS ? title : `${title}/${name}`, { ...found, filePath, source, entry });
        } else {
          const title = titleOf(filePath, found.title);
          byTitle.set(title, [...(byTitle.get(title) ?? []), { ...found, filePath, source }]);
        }
      } catch (error) {
        if (!(error instanceof DiagnosticError)) throw error;
        diagnostics.push(...error.diagnostics);
      }
    }
  }
  const files = Array.from(byTitle).flatMap(([title, same]) => {
    diagnostics.push(...duplicates(same));
    return docs.has(title) ? [] : [createPage(title, same, site)];
  });
  const pages = Array.from(docs, ([title, one]) => {
    const { page, diagnostics: problems } = createDocsPage(title, one, site);
    diagnostics.push(...problems);
    return page;
  });
  diagnostics.push(...ignoredParameters([...byTitle.values()].flat()));
  return { files: [...files, ...pages], inputs, diagnostics };
}

/** Reports all parameters without an effect once, at the first story that has such a parameter. */
function ignoredParameters(files: File[]): Diagnostic[] {
  const all = files.flatMap(({ source, stories }) => stories.map((story) => ({ ...story, source })));
  const first = all.find(({ ignored }) => ignored.length > 0);
  if (!first) return [];
  const names = [...new Set(all.flatMap(({ ignored }) => ignored))].sort();
  const location = { file: first.source, line: first.line, column: 1 };
  return [createDiagnostic('ignored-story-parameters', { names }, { location })];
}

const DOCS = 'Docs';

/** An attached page whose file name differs from that of its stories file is an additional page of their title. */
function ownName(filePath: string, attached: string | undefined): string {
  const [own = '', other] = [filePath, attached].map((file) => file && path.basename(file).replace(/\..*/, ''));
  return other === undefined || own === other ? DOCS : own;
}

/** Reports stories with the same id: those with the same title and export name. */
function duplicates(files: File[]): Diagnostic[] {
  const seen = new Map<string, { source: string; line: number }>();
  return files.flatMap(({ source, stories }) =>
    stories.flatMap(({ exportName, line }) => {
      const first = seen.get(exportName);
      if (!first) seen.set(exportName, { source, line });
      if (!first) return [];
      const data = { case: 'duplicate', name: exportName, other: `${first.source}:${first.line}` } as const;
      return [createDiagnostic('invalid-story', data, { location: { file: source, line, column: 1 } })];
    }),
  );
}

/** Creates the page for the files that share a title. */
function createPage(title: string, files: File[], site: Site): PageFile {
  const page = placeOf(title, 'md', site);
  const { lines, at } = printPage(page.frontmatter.title, files, page.filePath);
  const [{ source }] = files as [File];
  return toPageFile(page, { source, text: lines.join('\n'), lines: at }, site);
}

function createDocsPage(
  title: string,
  { filePath, source, print, entry: docs }: Docs,
  site: Site,
): { page: PageFile; diagnostics: Diagnostic[] } {
  // Its imports are relative to the file.
  const page = { ...placeOf(title, 'mdx', site), filePath };
  const { text, lines, further, diagnostics } = print();
  const last = lines.at(-1) ?? 1;
  const demos = further.flatMap((demo) => ['', demo]);
  const whole = [text.trimEnd(), ...demos, ''].join('\n');
  const at = [...lines.slice(0, text.trimEnd().split('\n').length), ...demos.map(() => last), last];
  return { page: toPageFile(page, { source, text: whole, lines: at, docs }, site), diagnostics };
}

interface Place extends Pick<PageFile, 'filePath' | 'path'> {
  frontmatter: { title: string; nav: { title: string }; group?: { title: string } };
}

function toPageFile(
  { frontmatter, ...place }: Place,
  { source, ...content }: { source: string; text: string; lines: number[]; docs?: StorybookDocs },
  { root }: Site,
): PageFile {
  const entry = { template: source, origin: source, params: {}, frontmatter, ...content };
  return { ...place, sourcePath: relativePath(root, place.filePath), prefix: [], atom: false, entry };
}

/** `UI/Forms/Button` is the page `/ui/forms-button` in the group `Forms`. */
function placeOf(title: string, format: 'md' | 'mdx', site: Site): Place {
  const segments = title.split('/').map((segment) => segment.trim());
  const [first = '', ...rest] = segments.length > 1 ? segments : ['Stories', ...segments];
  const name = rest.at(-1) ?? '';
  const own = `${[first, rest.join('-')].map(slug).join('/')}.${format}`;
  const dir = site.config.docDirs.find(({ type }) => type === undefined)?.dir ?? path.join(site.root, 'docs');
  const group = rest.slice(0, -1).join(' / ');
  const frontmatter = { title: name, nav: { title: first }, ...(group !== '' && { group: { title: group } }) };
  return { filePath: path.join(dir, own), path: own, frontmatter };
}

/** Prints the Markdown of a page, with the line of the stories file for each of its lines. */
function printPage(name: string, files: File[], filePath: string): { lines: string[]; at: number[] } {
  const lines = [`# ${name.replace(/[\\`*_{}[\]<>#]/g, '\\$&')}`, ''];
  const at = [1, 1];
  const add = (text: string, line: number): void => {
    for (const row of [...text.split('\n'), '']) {
      lines.push(row);
      at.push(line);
    }
  };
  const srcOf = ({ filePath: file }: File): string => {
    const src = relativePath(path.dirname(filePath), file);
    return src.startsWith('.') ? src : `./${src}`;
  };
  const components = new Map(files.flatMap((file) => (file.component ? [[file.component, file]] : [])));
  for (const { description } of files) if (description) add(description, 1);
  for (const [component, file] of components) {
    const [story] = file.stories;
    // A playground has no frame that would keep a dialog from covering the page.
    if (story?.isFramed) continue;
    const src = story ? ` src="${srcOf(file)}#${story.exportName}"` : '';
    add(`<Playground id="${component}"${src} />`, story?.line ?? 1);
  }
  for (const file of files)
    for (const { exportName, line } of file.stories) add(`<code src="${srcOf(file)}#${exportName}"></code>`, line);
  for (const [component, { props }] of components)
    add(`## API\n\n<API id="${component}">${printDescriptions(props)}</API>`, 1);
  return { lines, at };
}

function printDescriptions(props: File['props']): string {
  if (props.length === 0) return '';
  const rows = props.map(({ name, description }) => {
    const cell = description
      .trim()
      .replace(/\s*\n\s*/g, ' ')
      .replace(/\|/g, '\\|')
      .replaceAll('{{', '&#123;{');
    return `| ${name} | ${cell} |`;
  });
  return `\n\n| Name | Description |\n| --- | --- |\n${rows.join('\n')}\n\n`;
}

function slug(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
}
