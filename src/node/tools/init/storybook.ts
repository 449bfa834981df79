/** Reads the configuration of a Storybook for its stories, without running it. */
import { join, posix } from 'node:path';
import { type Config, configOf, findConfig, itemsOf, readConfig, textOf } from './moving/read-config.ts';

export interface Storybook {
  /** Patterns for stories, relative to the folder. */
  stories: string[];
  hasPreview: boolean;
  /** Folders whose files are copied, relative to the folder, and their paths in the site: `/` or `/assets`. */
  staticDirs: { from: string; to: string }[];
  /** Set if the configuration could not be read. */
  problem?: string;
}

/** The same default as in Storybook. */
const STORIES = '**/*.@(mdx|stories.@(js|jsx|mjs|ts|tsx))';

/** Returns undefined if the folder contains no Storybook. */
export function findStorybook(folder: string): Storybook | undefined {
  const main = findConfig(join(folder, '.storybook/main'));
  if (main === undefined) return undefined;
  const hasPreview = findConfig(join(folder, '.storybook/preview')) !== undefined;
  try {
    const config = readConfig(main);
    return { stories: patternsOf(config), hasPreview, staticDirs: staticDirsOf(config) };
  } catch (error) {
    return { stories: [], hasPreview, staticDirs: [], problem: (error as Error).message };
  }
}

function patternsOf(config: Config): string[] {
  return itemsOf(config.stories).flatMap((one) => {
    if (typeof one === 'string') return fromRoot(one);
    const { directory, files } = configOf(one);
    return typeof directory === 'string' ? fromRoot(`${directory}/${textOf(files) ?? STORIES}`) : [];
  });
}

function staticDirsOf(config: Config): Storybook['staticDirs'] {
  return itemsOf(config.staticDirs).flatMap((one) => {
    const { from = one, to } = configOf(one);
    const folder = textOf(from);
    return folder === undefined ? [] : [{ from: fromRoot(folder), to: textOf(to) ?? '/' }];
  });
}

function fromRoot(pattern: string): string {
  return posix.normalize(posix.join('.storybook', pattern));
}
