import path from 'node:path';
import type { Metafile } from 'esbuild';
import type { EmbeddedDemo } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { libraryEntry } from './resolve-plugin.ts';
import { STYLE_NAMESPACE } from './styles.ts';
import type { DemoSource } from './types.ts';

/** Endings of files that a code panel can show. */
const SHOWN = /\.(tsx?|jsx?|mjs|css|less|json)$/;

/**
 * Files of a demo in import order, the entry first: what its author wrote for it. Packages are left out, and so is the
 * documented library's own source, even when the demo imports it by a relative path.
 *
 * @param entry key of the demo in the metafile
 */
export function demoSources(metafile: Metafile, entry: string, demo: EmbeddedDemo, site: Site): DemoSource[] {
  const library = libraryEntry(site);
  const libraryDir = library && path.dirname(library);
  const folder = path.dirname(demo.filePath);
  const sources: DemoSource[] = [];
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    const isEntry = key === entry;
    const file = isEntry
      ? demo.filePath
      : path.resolve(site.root, key.startsWith(`${STYLE_NAMESPACE}:`) ? key.slice(STYLE_NAMESPACE.length + 1) : key);
    if (!isEntry && !belongsToDemo(file, site.projectRoot, libraryDir)) return;
    const extension = demo.code ? `.${demo.code.lang}` : path.extname(file);
    sources.push({
      name: isEntry ? `index${extension}` : path.relative(folder, file).split(path.sep).join('/'),
      filePath: file,
    });
    for (const { path: target } of metafile.inputs[key]?.imports ?? []) visit(target);
  };
  visit(entry);
  return sources;
}

function belongsToDemo(file: string, projectRoot: string, libraryDir: string | undefined): boolean {
  const inside = (dir: string): boolean => file.startsWith(dir + path.sep);
  return (
    SHOWN.test(file) &&
    inside(projectRoot) &&
    !file.includes(`${path.sep}node_modules${path.sep}`) &&
    !(libraryDir && inside(libraryDir))
  );
}
