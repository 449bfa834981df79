import path from 'node:path';
import type { Metafile } from 'esbuild';
import { STYLE_NAMESPACE } from './styles.ts';

/** Absolute paths of the files that the bundler read, packages left out: nobody edits those. */
export function inputFiles(metafiles: Metafile[], root: string): string[] {
  const files = new Set<string>();
  for (const key of metafiles.flatMap(({ inputs }) => Object.keys(inputs))) {
    const [namespace, rest] = /^([a-z-]{2,}):(.*)$/s.exec(key)?.slice(1) ?? [];
    if (namespace !== undefined && namespace !== STYLE_NAMESPACE) continue;
    const file = path.resolve(root, rest ?? key);
    if (!file.includes(`${path.sep}node_modules${path.sep}`)) files.add(file);
  }
  return [...files];
}
