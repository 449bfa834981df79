import { basename, dirname } from 'node:path';
import type { FileContext } from './context.ts';

/** Id of a demo: `docs/demo/value.md` with `demos/Value.tsx` gives `docs-demo-value-demo-value`. */
export function demoId(local: string, context: FileContext): string {
  const { page } = context.page;
  const suffix = localeSuffix(context);
  const path = page.sourcePath
    .replace(/\.mdx?$/, '')
    .replace(suffix ? new RegExp(`\\.${suffix}$`, 'i') : /$^/, '')
    .replace(/\/index$/, '');
  const locale = suffix && !local.startsWith(suffix) ? `${suffix}-` : '';
  return `${kebab(page.frontmatter.atomId ?? path)}-demo-${locale}${kebab(local, false)}`;
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

/** Lower case with hyphens between words; with `camel` also between the words of `camelCase`. */
function kebab(text: string, camel = true): string {
  return (camel ? text.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1-$2') : text)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
}
