/** The configuration of an earlier build. Running the configuration's code again shows whether it still exports the same value. */

import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { configCopyOf } from '../base/files/config-copy.ts';
import { hashOf } from '../base/hash.ts';
import { packageDir } from '../base/package-dir.ts';
import type { ConfigCode } from '../bundle/config-module.ts';
import { hashesOfImports } from '../project/config/plugin-digest.ts';

/** A configuration is code that may depend on anything, so the code is run again and its exports are compared. */
export interface CachedConfig {
  filePath: string;
  code: string;
  /** Absolute folder of the site, because the configuration's code may contain this path. */
  root: string;
  imports: string[];
  exported: string;
}

/** Returns undefined if the configuration's exports cannot be compared. */
export function keepConfig({ filePath, code, imports, exported }: ConfigCode, root: string): CachedConfig | undefined {
  const own = code.replace(DEFINE, (_, names: string) =>
    names
      .split(',')
      .map((name) => `const ${name.trim().split(' ').at(-1)} = (value) => value;`)
      .join(' '),
  );
  // A configuration that imports other modules of the tool would load the whole tool.
  if (own.includes(pathToFileURL(path.join(packageDir, 'lib/')).href)) return undefined;
  const digest = digestOf(exported, { imports, filePath });
  return digest === undefined ? undefined : { filePath, code: own, root, imports, exported: digest };
}

const DEFINE = /^import \{ ((?:define(?:Config|Plugin)(?: as \w+)?(?:, )?)+) \} from "file:[^"]*\/lib\/index\.js";$/m;

/**
 * Plugin functions are compared by their text, and by the packages that the configuration imports. Returns undefined if
 * there are objects other than lists and plain objects, because such objects cannot be compared.
 */
function digestOf(
  exported: unknown,
  { imports, filePath }: Pick<CachedConfig, 'imports' | 'filePath'>,
): string | undefined {
  let hasFunctions = false;
  let isData = true;
  const check = (_key: string, value: unknown): unknown => {
    if (typeof value === 'function') {
      hasFunctions = true;
      return { function: String(value) };
    }
    if (value === undefined || (typeof value === 'number' && !Number.isFinite(value)))
      return { [typeof value]: `${value}` };
    const prototype = typeof value === 'object' && value !== null && Object.getPrototypeOf(value);
    const isPlain = prototype ? prototype === Object.prototype || prototype === Array.prototype : true;
    if (!isPlain || !['string', 'number', 'boolean', 'object'].includes(typeof value)) isData = false;
    return value;
  };
  try {
    const text = JSON.stringify(exported, check);
    const packages = hasFunctions ? hashesOfImports(imports, path.dirname(filePath)) : [];
    return isData ? hashOf(JSON.stringify([text, packages])) : undefined;
  } catch {
    // The value has a circular reference.
    return undefined;
  }
}

/** Returns false on an error; the build that follows runs the configuration again and reports the error. */
export async function exportsSame({ filePath, code, imports, exported }: CachedConfig): Promise<boolean> {
  // Node resolves package names from the folder of the file.
  const isInPlace = imports.some((name) => !isBuiltin(name) && !name.startsWith('file:'));
  const file = configCopyOf(filePath);
  let stop = (): void => {};
  // The configuration may await a promise that never settles. Nothing would then keep the process alive, and the process would exit.
  const isStuck = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    process.once('beforeExit', stop);
  });
  try {
    if (isInPlace) fs.writeFileSync(file, code);
    // The URL is unique, because Node runs an imported module only once.
    const text = `${code}\n// ${process.hrtime.bigint()}`;
    const url = isInPlace ? pathToFileURL(file).href : `data:text/javascript,${encodeURIComponent(text)}`;
    const module = await Promise.race([import(url) as Promise<{ default?: unknown }>, isStuck]);
    if (!module) return false;
    const value = module.default as { __esModule?: boolean; default?: unknown } | undefined;
    return digestOf(value?.__esModule ? value.default : value, { imports, filePath }) === exported;
  } catch {
    return false;
  } finally {
    process.off('beforeExit', stop);
    if (isInPlace) fs.rmSync(file, { force: true });
  }
}
