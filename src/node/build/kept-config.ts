/** The configuration of an earlier build: code, which is run again to see whether it still exports the same. */
import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import { pathToFileURL } from 'node:url';
import { configCopyOf } from '../base/files/config-copy.ts';
import type { ConfigCode } from '../bundle/config-module.ts';
import { hashOf } from '../store/observe-reads.ts';

/** A configuration is code, which may ask for anything: it is run again, and gives what it gave. */
export interface KeptConfig {
  filePath: string;
  code: string;
  /** Absolute folder of the site: the code may name it. */
  root: string;
  /** Whether it needs the packages around its file. */
  isInPlace: boolean;
  /** Hash of what it exports. */
  exported: string;
}

/** What is kept of a configuration; undefined when nobody can see whether it is the same. */
export function keepConfig({ filePath, code, imports, exported }: ConfigCode, root: string): KeptConfig | undefined {
  const own = code.replace(DEFINE_CONFIG, 'const $1 = (config) => config;');
  // One that asks for more of the tool would have all of it loaded.
  if (/^import .* from "file:/m.test(own)) return undefined;
  const digest = digestOf(exported);
  const isInPlace = imports.some((name) => !isBuiltin(name) && !name.startsWith('file:'));
  return digest === undefined ? undefined : { filePath, code: own, root, isInPlace, exported: digest };
}

const DEFINE_CONFIG = /^import \{ (?:defineConfig as )?(\w+) \} from "file:[^"]*\/lib\/index\.js";$/m;

/** Undefined for what is more than data, such as a function: nobody sees whether two of them do the same. */
function digestOf(exported: unknown): string | undefined {
  let isData = true;
  const check = (_key: string, value: unknown): unknown => {
    if (value === undefined || (typeof value === 'number' && !Number.isFinite(value)))
      return { [typeof value]: `${value}` };
    const prototype = typeof value === 'object' && value !== null && Object.getPrototypeOf(value);
    const isPlain = prototype ? prototype === Object.prototype || prototype === Array.prototype : true;
    if (!isPlain || !['string', 'number', 'boolean', 'object'].includes(typeof value)) isData = false;
    return value;
  };
  try {
    const text = JSON.stringify(exported, check);
    return isData ? hashOf(text) : undefined;
  } catch {
    // It goes round in circles.
    return undefined;
  }
}

/** Runs a configuration again. What goes wrong is told by the build that follows, which runs it once more. */
export async function exportsSame({ filePath, code, isInPlace, exported }: KeptConfig): Promise<boolean> {
  const file = configCopyOf(filePath);
  let stop = (): void => {};
  // It may wait for what never comes: then nothing keeps the process, and it would end here.
  const isStuck = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    process.once('beforeExit', stop);
  });
  try {
    if (isInPlace) fs.writeFileSync(file, code);
    // A name of its own: what was imported once is not run again.
    const text = `${code}\n// ${process.hrtime.bigint()}`;
    const address = isInPlace ? pathToFileURL(file).href : `data:text/javascript,${encodeURIComponent(text)}`;
    const module = await Promise.race([import(address) as Promise<{ default?: unknown }>, isStuck]);
    if (!module) return false;
    const value = module.default as { __esModule?: boolean; default?: unknown } | undefined;
    return digestOf(value?.__esModule ? value.default : value) === exported;
  } catch {
    return false;
  } finally {
    process.off('beforeExit', stop);
    if (isInPlace) fs.rmSync(file, { force: true });
  }
}
