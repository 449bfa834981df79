import { basename, dirname } from 'node:path';
import type { FileContext } from '../context.ts';

/**
 * `docs/demo/value.md` with `demos/Value.tsx` gives `docs-demo-value-demo-value`. The locale is not part of it, because
 * a page and its translation share demos.
 */
export function demoId(local: string, context: FileContext): string {
  const { page } = context.page;
  const suffix = localeSuffix(context);
  const path = page.sourcePath
    .replace(/\.mdx?$/, '')
    .replace(suffix ? new RegExp(`\\.${suffix}$`, 'i') : /$^/, '')
    .replace(/\/index$/, '');
  return `${kebab(page.frontmatter.atomId ?? path)}-demo-${plain(local)}`;
}

/** Returns the lower-case locale id in the file name, as in `a.en-US.md`; undefined if there is none. */
export function localeSuffix(context: FileContext): string | undefined {
  const { page, site } = context.page;
  return site.config.locales.find(({ id }) => new RegExp(`\\.${id}\\.mdx?$`).test(page.sourcePath))?.id.toLowerCase();
}

/** Returns the name of a demo's file for its id; for an `index` file, the name of its folder. */
export function localName(filePath: string): string {
  const name = basename(filePath).replace(/\.[^.]*$/, '');
  return name === 'index' ? basename(dirname(filePath)) : name;
}

/** Converts text to lower case with hyphens between words; splits `camelCase`. */
function kebab(text: string): string {
  return text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1-$2')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
}

/** Other characters that are not letters or digits become hyphens. */
function plain(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
}
