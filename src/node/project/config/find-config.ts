import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';

const EXTENSIONS = ['ts', 'mts', 'js', 'mjs'];
const OWN_NAMES = EXTENSIONS.map((extension) => `cascader-docs.config.${extension}`);
/** Where dumi reads its configuration, in its order. */
const DUMI_NAMES = ['.dumirc', '.umirc', 'config/config'].flatMap((name) => [`${name}.ts`, `${name}.js`]);

/** A config file, and for which tool it was written. */
export interface FoundConfig {
  /** Source path, relative to the site's root. */
  file: string;
  tool: 'cascader-docs' | 'dumi';
}

/** Source paths of all files that could be the configuration of a site. */
export const CONFIG_NAMES: readonly string[] = [...OWN_NAMES, ...DUMI_NAMES];

/**
 * The config file of a site; one that was written for dumi or umi only where there is none of ours. Throws a
 * DiagnosticError with exit code 2 for a config file of ours with an ending that is not read.
 *
 * @param root absolute
 * @param options.usesDumi the project depends on dumi or umi: `config/config.ts` alone is a name that others use too
 */
export async function findConfig(root: string, { usesDumi }: { usesDumi: boolean }): Promise<FoundConfig | undefined> {
  const names = await fs.readdir(root);
  const own = OWN_NAMES.find((name) => names.includes(name));
  if (own) return { file: own, tool: 'cascader-docs' };
  const stranger = names.find((name) => /^cascader-docs\.config\./.test(name));
  if (stranger) {
    throw failure(2, 'config-file-ending', { name: stranger, known: OWN_NAMES });
  }
  const nested = names.includes('config') && usesDumi ? await filesIn(path.join(root, 'config')) : [];
  const present = new Set([...names, ...nested.map((name) => `config/${name}`)]);
  const foreign = DUMI_NAMES.find((name) => present.has(name));
  return foreign === undefined ? undefined : { file: foreign, tool: 'dumi' };
}

async function filesIn(dir: string): Promise<string[]> {
  // A file of that name has no files in it.
  return await fs.readdir(dir).catch(() => []);
}
