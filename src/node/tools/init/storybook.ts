/** Reads what a Storybook in a folder says about its stories, without running it. */
import { join, posix } from 'node:path';
import { configOf, findConfig, itemsOf, readConfig, textOf } from './moving/read-config.ts';

export interface Storybook {
  /** Patterns relative to the folder. */
  stories: string[];
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
    return { stories: patternsOf(main), hasPreview };
  } catch (error) {
    return { stories: [], hasPreview, problem: (error as Error).message };
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
