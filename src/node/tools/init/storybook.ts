/** Reads what a Storybook in a folder says about its stories, without running it. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { globSync } from 'tinyglobby';
import { decodePage } from '../../content/read-page.ts';
import {
  assignmentOf,
  type Entry,
  entriesOf,
  findEntry,
  listOf,
  type Part,
  textOfPart,
  valueOfPart,
} from '../../markdown/stories/entries.ts';
import { parseModule } from '../../markdown/stories/parse-module.ts';
import { metaOf } from '../../markdown/stories/read-stories.ts';

export interface Storybook {
  /** Patterns relative to the folder. */
  stories: string[];
  /** MDX files, relative to the folder. */
  pages: string[];
  hasPreview: boolean;
  /** Set if the configuration could not be read. */
  problem?: string;
}

const ENDINGS = ['ts', 'tsx', 'mts', 'js', 'jsx', 'mjs', 'cjs'];
/** As in Storybook. */
const STORIES = '**/*.@(mdx|stories.@(js|jsx|mjs|ts|tsx))';

/** Returns undefined if a folder has no Storybook. */
export function findStorybook(folder: string): Storybook | undefined {
  const find = (name: string): string | undefined =>
    ENDINGS.map((ending) => join(folder, '.storybook', `${name}.${ending}`)).find((file) => existsSync(file));
  const main = find('main');
  if (main === undefined) return undefined;
  const hasPreview = find('preview') !== undefined;
  try {
    const patterns = patternsOf(main);
    return {
      stories: patterns.flatMap(storiesOnly),
      pages: globSync(patterns, { cwd: folder, ignore: ['**/node_modules/**'] }).filter((file) => /\.mdx$/.test(file)),
      hasPreview,
    };
  } catch (error) {
    return { stories: [], pages: [], hasPreview, problem: (error as Error).message };
  }
}

function patternsOf(filePath: string): string[] {
  const module = parseModule(decodePage(readFileSync(filePath, 'utf8')), filePath);
  const assigned = module.statements.map(assignmentOf).find((one) => one?.object === 'module' && one.key === 'exports');
  const config = assigned ? { node: assigned.value, module } : metaOf(module);
  const entries = config && configEntries(config);
  return listOf(findEntry(entries, 'stories')).flatMap((part) => {
    const text = textOfPart(part);
    if (text !== undefined) return fromRoot(text);
    const object = entriesOf(part);
    const directory = textOfPart(findEntry(object, 'directory'));
    return directory === undefined ? [] : fromRoot(`${directory}/${textOfPart(findEntry(object, 'files')) ?? STORIES}`);
  });
}

/** Entries of an object, or of the object that a call such as `defineMain({ … })` gets. */
function configEntries(part: Part): Entry[] | undefined {
  const { node, module } = valueOfPart(part);
  const given = node.type === 'CallExpression' ? node.arguments[0] : undefined;
  return entriesOf(given ? { node: given as Part['node'], module } : part);
}

function fromRoot(pattern: string): string {
  return posix.normalize(posix.join('.storybook', pattern));
}

/** Returns the pattern without MDX files; none if there are no others. */
function storiesOnly(pattern: string): string[] {
  if (/\.mdx$/.test(pattern)) return [];
  return [pattern.replace(/\bmdx\|/, '').replace(/\|mdx\b/, '')];
}
