import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';

const EXTENSIONS = ['ts', 'mts', 'js', 'mjs'];
const OWN_NAMES = EXTENSIONS.map((extension) => `cascader-docs.config.${extension}`);
/** Paths of dumi configuration files, in the order in which dumi searches them. */
const DUMI_NAMES = ['.dumirc', '.umirc', 'config/config'].flatMap((name) => [`${name}.ts`, `${name}.js`]);

export interface FoundConfig {
  /** Source path, relative to the site's root. */
  file: string;
  tool: 'cascader-docs' | 'dumi';
}

export const CONFIG_NAMES: readonly string[] = [...OWN_NAMES, ...DUMI_NAMES];

/**
 * A dumi or umi configuration is used only without a configuration of this tool, and with `usesDumi`, because other
 * tools use `config/config.ts` too. Throws a DiagnosticError with exit code 2 for an unsupported extension.
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
  // `config` may be a file.
  return await fs.readdir(dir).catch(() => []);
}
