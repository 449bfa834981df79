import { basename, dirname } from 'node:path';
import type { FileContext } from '../context.ts';

/**
 * Id of a demo: `docs/demo/value.md` with `demos/Value.tsx` gives `docs-demo-value-demo-value`. The locale of a page is no
 * part of it: a demo that a page and its translation embed is one.
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

/** Locale id in the file's name, as in `a.en-US.md`, in lower case; undefined without one. */
export function localeSuffix(context: FileContext): string | undefined {
  const { page, site } = context.page;
  return site.config.locales.find(({ id }) => new RegExp(`\\.${id}\\.mdx?$`).test(page.sourcePath))?.id.toLowerCase();
}

/** Name of a demo's file for its id; an `index` file has that of its folder. */
export function localName(filePath: string): string {
  const name = basename(filePath).replace(/\.[^.]*$/, '');
  return name === 'index' ? basename(dirname(filePath)) : name;
}

/** Lower case with hyphens between words, also between those of `camelCase`. */
function kebab(text: string): string {
  return text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1-$2')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
}

/** Lower case as it is written, underscores too; what is no part of a name is a hyphen. */
function plain(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
}
