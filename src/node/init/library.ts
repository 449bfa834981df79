import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';

/** Files of the starter that a library does not need. */
export interface Library {
  /** True for a file (relative to its folder) for which the library has something already. */
  has(file: string): boolean;
}

/** Config files: of ours, and those that are read in its place. */
const CONFIG = /^(cascader-docs\.config\.|\.dumirc\.|\.umirc\.)/;

/**
 * What the library in a folder has; undefined where there is none: a package.json alone is not one yet. Throws a
 * DiagnosticError with exit code 2 for a package.json that cannot be read.
 */
export async function readLibrary(folder: string): Promise<Library | undefined> {
  // A folder that is not there is empty.
  const names = await readdir(folder).catch((): string[] => []);
  const hasConfig = names.some((name) => CONFIG.test(name));
  if (!names.includes('package.json') || !(hasConfig || names.includes('src') || names.includes('docs')))
    return undefined;
  checkManifest(await readFile(join(folder, 'package.json'), 'utf8'));
  const pages = await readdir(join(folder, 'docs')).catch((): string[] => []);
  const hasPages = pages.some((name) => /\.mdx?$/.test(name));
  return {
    has: (file) =>
      (file.startsWith('cascader-docs.config.') && hasConfig) || (/^(docs|demos)\//.test(file) && hasPages),
  };
}

function checkManifest(text: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    const problem = `package.json is not valid JSON: ${(error as Error).message}`;
    const location = { file: 'package.json', line: 1, column: 1 };
    throw new DiagnosticError([{ severity: 'error', code: 'CD102', text: problem, location }], 2);
  }
}

/** The scripts, by the names that they have in a starter, and what they run. */
const SCRIPTS = {
  docs: 'cascader-docs dev',
  'docs:build': 'cascader-docs build',
  'docs:preview': 'cascader-docs preview',
};

/**
 * Adds the tool and its scripts to a package.json, where they are missing; everything else stays as it is written.
 *
 * @returns what was added, in words
 */
export async function addToManifest(file: string, version: string): Promise<string[]> {
  const text = await readFile(file, 'utf8');
  const manifest = JSON.parse(text) as Record<string, Record<string, string> | undefined>;
  const isKnown = ['dependencies', 'devDependencies', 'peerDependencies'].some(
    (key) => manifest[key]?.['cascader-docs'],
  );
  const scripts = Object.entries(SCRIPTS).filter(([name]) => manifest.scripts?.[name] === undefined);
  if (isKnown && scripts.length === 0) return [];
  if (scripts.length > 0) manifest.scripts = { ...manifest.scripts, ...Object.fromEntries(scripts) };
  if (!isKnown) manifest.devDependencies = sorted({ ...manifest.devDependencies, 'cascader-docs': `^${version}` });
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  const end = text.endsWith('\n') ? '\n' : '';
  await writeFile(file, JSON.stringify(manifest, undefined, indent) + end);
  return [
    ...(isKnown ? [] : ['cascader-docs in its devDependencies']),
    ...(scripts.length > 0 ? [`the scripts ${scripts.map(([name]) => name).join(', ')}`] : []),
  ];
}

function sorted(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}
