import path from 'node:path';
import type * as ts from '../compiler/index.ts';
import type { SourceModules } from './source-modules.ts';

const EXTENSIONS: Record<string, string[]> = { ts: ['.js', '.mjs', '.cjs'], mts: ['.mjs'], cts: ['.cjs'] };
const CONDITIONS = ['import', 'module', 'browser', 'default', 'require', 'node'];

/** Returns the JavaScript that a package ships beside a declaration file. */
export function javascriptBeside(modules: SourceModules, declarationFile: string): ts.SourceFile | undefined {
  const [, base = '', kind = ''] = /^(.*)\.d\.([cm]?ts)$/.exec(declarationFile) ?? [];
  for (const extension of EXTENSIONS[kind] ?? []) {
    const file = modules.open(base + extension);
    if (file) return file;
  }
  return undefined;
}

/** Returns the JavaScript that importers of a package get, for packages whose declarations are in another folder. */
export function javascriptOfPackage(
  modules: SourceModules,
  packageDir: string,
  packageJson: string,
): ts.SourceFile | undefined {
  const { exports, module, main } = JSON.parse(packageJson) as { exports?: unknown; module?: unknown; main?: unknown };
  const root = isRecord(exports) && '.' in exports ? exports['.'] : exports;
  const entry = [firstTarget(root), module, main, 'index.js'].find((value) => typeof value === 'string') as string;
  const target = path.join(packageDir, entry);
  return [target, `${target}.js`, path.join(target, 'index.js')]
    .filter((file) => /\.[cm]?js$/.test(file))
    .map(modules.open)
    .find((file) => file !== undefined);
}

function firstTarget(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) return undefined;
  return CONDITIONS.map((condition) => firstTarget(value[condition])).find((target) => target !== undefined);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
