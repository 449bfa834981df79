/** Finds a story in a file, and prints it as the code of a demo. */
import fs from 'node:fs';
import path from 'node:path';
import type { Location } from '../../base/diagnostics/diagnostic.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import { scriptCandidates } from '../../base/files/script-candidates.ts';
import { decodePage } from '../../content/read-page.ts';
import type { Site } from '../../project/config/types.ts';
import { librariesOf } from '../../project/libraries.ts';
import type { EmbeddedDemo, StoryOrigin } from '../types.ts';
import { type Entry, entriesOf, findEntry, mergeEntries, objectOf, type Part, valueOfPart } from './entries.ts';
import { type AnyNode, type Module, parseModule } from './parse-module.ts';
import { playgroundArgs } from './playground-args.ts';
import { isFree } from './print-jsx.ts';
import { printPlayed } from './print-play.ts';
import { printStory } from './print-story.ts';
import { publishedImport } from './published-names.ts';
import { locateStory, metaOf, readStories, type StoriesFile, type Story } from './read-stories.ts';

/** A story, or the names that the file has instead. */
export type FoundStory = { story: Story } | { known: string[]; nearest: string | undefined };

/** A stories file that was read, with the paths on which the result depends. */
export type LoadedStories =
  | { file: StoriesFile; dependencies: string[] }
  | { problem: { reason: string; line: number; column: number; lineText: string | undefined }; dependencies: string[] };

/** Reads a stories file, the files whose stories it re-exports, and the site's preview file. */
export function loadStories(filePath: string, site: Site): LoadedStories {
  const dependencies = [filePath];
  const isFile = (candidate: string): boolean => fs.statSync(candidate, { throwIfNoEntry: false })?.isFile() ?? false;
  const find = (candidates: string[]): string | undefined => {
    const found = candidates.find(isFile);
    dependencies.push(...candidates.slice(0, found === undefined ? undefined : candidates.indexOf(found) + 1));
    return found;
  };
  const read = (name: string): string => decodePage(fs.readFileSync(name, 'utf8'));
  const resolve = (specifier: string, importer: string): string | undefined => {
    if (!specifier.startsWith('.')) return undefined;
    return find(scriptCandidates(path.resolve(path.dirname(importer), specifier)));
  };
  const libraries = librariesOf(site);
  dependencies.push(...libraries.map(({ entry }) => entry));
  try {
    const preview = find(previewCandidates(site.root));
    const file = readStories(filePath, {
      ...{ read, resolve },
      importFor: (imported, importer) => publishedImport(imported, importer, { libraries, files: { read, resolve } }),
      preview: preview === undefined ? undefined : previewEntries(preview),
    });
    return { file, dependencies };
  } catch (error) {
    const { message } = error as Error;
    const [, transforming, reason = message, line = 1, column = 1] =
      /^(Error transforming .*?: )?(.*) \((\d+):(\d+)\)$/.exec(message) ?? [];
    // The parser counts columns from 0, and the transformer before it from 1.
    const place = { line: Number(line), column: Number(column) + (transforming ? 0 : 1) };
    const lineText = read(filePath).split(/\r?\n/)[place.line - 1] || undefined;
    return { problem: { reason, ...place, lineText }, dependencies };
  }
}

/** Keys that stories get from Storybook's preview file. The demos' setup contains the rest. */
const KEYS = ['args', 'argTypes', 'tags'];

/** Returns the paths that the preview file of a site may have. */
function previewCandidates(root: string): string[] {
  return ['.tsx', '.ts', '.jsx', '.js', '.mjs'].map((ending) => path.join(root, `.storybook/preview${ending}`));
}

/**
 * Returns the `args`, `argTypes` and `tags` of a preview file, without running it. Args that refer to names of the file are
 * left out, because the code of a story could not import them.
 */
function previewEntries(filePath: string): Entry[] {
  let module: Module;
  try {
    module = parseModule(decodePage(fs.readFileSync(filePath, 'utf8')), filePath);
  } catch {
    // The bundler reports it.
    return [];
  }
  const main = metaOf(module);
  const named = KEYS.flatMap((key): Entry[] =>
    module.declared.has(key) ? [{ key, value: { node: { type: 'Identifier', name: key } as AnyNode, module } }] : [],
  );
  const entries = mergeEntries([...named, ...((main && entriesOf(argumentOf(main))) ?? [])]);
  return KEYS.flatMap((key): Entry[] => {
    const value = findEntry(entries, key);
    return value ? [{ key, value: key === 'args' ? freeArgs(value) : value }] : [];
  });
}

function freeArgs(args: Part): Part {
  const known = (entriesOf(args) ?? []).flatMap((entry) =>
    'key' in entry ? { key: entry.key, value: valueOfPart(entry.value) } : [],
  );
  return objectOf(
    known.filter(({ value }) => isFree(value)),
    args.module,
  );
}

/** Returns the argument of a call such as `definePreview({})`. */
function argumentOf(part: Part): Part {
  const { node, module } = valueOfPart(part);
  const [given] = node.type === 'CallExpression' && node.callee.type === 'Identifier' ? node.arguments : [];
  return { node: (given as AnyNode | undefined) ?? node, module };
}

function findStory(file: StoriesFile, name: string): FoundStory {
  const story = file.stories.find(({ exportName }) => exportName === name);
  if (story) return { story };
  const known = file.stories.map(({ exportName }) => exportName);
  return { known, nearest: nearestName(name, known) };
}

/** Prints a story as the code of a demo. Returns only the location of its declaration if it has nothing to render. */
function codeOfStory(
  story: Story,
  pathOf: (filePath: string) => string,
): { location: Location; code?: NonNullable<EmbeddedDemo['code']> } {
  const { module } = story.at;
  const location = locateStory(story, pathOf(module.filePath));
  const shown = printStory(story);
  if (shown === undefined) return { location };
  const text = (story.play && printPlayed(story, story.play)) ?? shown;
  const { file, line } = location;
  const lang = /\.tsx?$/.test(module.filePath) ? 'tsx' : 'jsx';
  return {
    location,
    code: {
      text,
      lang,
      origin: { file, line, lines: linesOf(text, module, line) },
      ...(text !== shown && { shown: shown.trim() }),
    },
  };
}

/** Returns the identical line of the file for each line of a printed story. Lines below its declaration are searched first. */
function linesOf(text: string, { text: source }: Module, storyLine: number): StoryOrigin['lines'] {
  const rows = source.split('\n');
  const trimmed = rows.map((row) => row.trim());
  return text.split('\n').map((row) => {
    const wanted = row.trim();
    const below = trimmed.indexOf(wanted, storyLine - 1);
    const index = wanted === '' ? -1 : below === -1 ? trimmed.indexOf(wanted) : below;
    return index === -1 ? null : { line: index + 1, shift: indentOf(rows[index] ?? '') - indentOf(row) };
  });
}

function indentOf(row: string): number {
  return row.length - row.trimStart().length;
}

/** Returns the functions for one page, which parse a file only once for all of its stories. */
export function createStories(site: Site): {
  loadStories(filePath: string): LoadedStories;
  findStory: typeof findStory;
  codeOfStory: typeof codeOfStory;
  playgroundArgs: typeof playgroundArgs;
} {
  const known = new Map<string, LoadedStories>();
  return {
    loadStories(filePath) {
      const loaded = known.get(filePath) ?? loadStories(filePath, site);
      known.set(filePath, loaded);
      return loaded;
    },
    findStory,
    codeOfStory,
    playgroundArgs,
  };
}
