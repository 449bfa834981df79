/** Reads what a Storybook in a folder says about its stories, without running it. */
import { join, posix } from 'node:path';
import { globSync } from 'tinyglobby';
import { configOf, findConfig, itemsOf, readConfig, textOf } from './moving/read-config.ts';

export interface Storybook {
  /** Patterns relative to the folder. */
  stories: string[];
  /** MDX files, relative to the folder. */
  pages: string[];
  hasPreview: boolean;
  /** Set if the configuration could not be read. */
  problem?: string;
}

/** As in Storybook. */
const STORIES = '**/*.@(mdx|stories.@(js|jsx|mjs|ts|tsx))';

/** Returns undefined if a folder has no Storybook. */
export function findStorybook(folder: string): Storybook | undefined {
  const main = findConfig(join(folder, '.storybook/main'));
  if (main === undefined) return undefined;
  const hasPreview = findConfig(join(folder, '.storybook/preview')) !== undefined;
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
  return itemsOf(readConfig(filePath).stories).flatMap((one) => {
    if (typeof one === 'string') return fromRoot(one);
    const { directory, files } = configOf(one);
    return typeof directory === 'string' ? fromRoot(`${directory}/${textOf(files) ?? STORIES}`) : [];
  });
}

function fromRoot(pattern: string): string {
  return posix.normalize(posix.join('.storybook', pattern));
}

/** Returns the pattern without MDX files; none if there are no others. */
function storiesOnly(pattern: string): string[] {
  if (/\.mdx$/.test(pattern)) return [];
  return [pattern.replace(/\bmdx\|/, '').replace(/\|mdx\b/, '')];
}
