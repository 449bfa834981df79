/** Titles, names and ids of stories, as Storybook computes them. */
import path from 'node:path';
import { globFolder, isInside, relativePath } from '../base/files/paths.ts';
import type { Site } from '../project/config/types.ts';

/**
 * Returns the title of a file that declares none, as Storybook computes it: its path in the folder of a pattern, without
 * repeated names. https://storybook.js.org/docs/configure/user-interface/sidebar-and-urls
 */
export function storiesTitle(filePath: string, { root, config }: Pick<Site, 'root' | 'config'>): string {
  const folders = config.stories.map((pattern) => path.resolve(root, globFolder(pattern)));
  const folder = folders.find((one) => isInside(one, filePath)) ?? root;
  const segments = relativePath(folder, filePath)
    .replace(/\.(?:[jt]sx?|mdx)$/, '')
    .replace(/\.(?:stories|story)$/, '')
    .split('/');
  const [last = '', parent] = segments.toReversed();
  if (parent === undefined) return last;
  if (last.toLowerCase() === parent.toLowerCase()) return [...segments.slice(0, -2), last].join('/');
  return (/^(?:index|stories|story)$/i.test(last) ? segments.slice(0, -1) : segments).join('/');
}

/** Returns the name of a story that declares none: `primaryButton2` is "Primary Button 2". */
export function storyName(exportName: string): string {
  return exportName
    .replace(/[_.-]/g, ' ')
    .replace(/(?<=.)(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])|(?<=[a-z])(?=\d)|(?<=[A-Z])(?=\d)|(?<=\d)(?=[A-Za-z])/g, ' ')
    .replace(/(?<=\s|^)[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/ +/g, ' ')
    .trim();
}

/** Returns the first part of the ids of a file's stories. `id`: the id in its default export. */
export function storiesId(title: string, id?: string): string {
  return sanitize(id ?? title);
}

/** `storiesId('UI/Button')` and `primaryAction` give `ui-button--primary-action`. */
export function storyId(stories: string, exportName: string): string {
  const name = sanitize(storyName(exportName));
  return name === '' ? stories : `${stories}--${name}`;
}

function sanitize(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ ’–—―′¿'`~!@#$%^&*()_|+\-=?;:'",.<>{}[\]\\/]/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
}
