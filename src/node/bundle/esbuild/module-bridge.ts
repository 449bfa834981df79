/** Modules that stand between an importing file and what it imports, where the bundler would get the rule of the two wrong. */
import fs from 'node:fs';
import path from 'node:path';
import type { OnLoadResult, OnResolveResult, Plugin, PluginBuild } from 'esbuild';

/** Namespace of bridges to a file: the bundler resolves it by itself, and so knows the rule that it follows. */
export const BRIDGE_TO_FILE = 'bridge';
/** Namespace of bridges to a module that is asked for through `require`. */
const TO_NAME = 'outside';

/** How a module is written. */
export interface ModuleShape {
  isEsm: boolean;
  /** An ES module has an export of that name. */
  hasDefault: boolean;
}

/** One that is passed on as it is, whatever it is. */
export const COMMONJS: ModuleShape = { isEsm: false, hasDefault: true };

/** Endings of scripts. */
export const SCRIPT = /\.[cm]?[jt]sx?$/;

/** Makes the bridges that the functions below lead to. */
export function bridgePlugin(): Plugin {
  return {
    name: 'bridge',
    setup(build) {
      build.onLoad({ filter: /.*/, namespace: BRIDGE_TO_FILE }, async ({ path: filePath }) => ({
        ...bridge(filePath, await readShape(build, filePath)),
        resolveDir: path.dirname(filePath),
      }));
      build.onResolve({ filter: /.*/, namespace: TO_NAME }, ({ path: name }) => ({ path: name, external: true }));
      build.onLoad({ filter: /.*/, namespace: TO_NAME }, ({ path: name, pluginData }) => bridge(name, pluginData));
    },
  };
}

/**
 * What a plugin answers that has found a script by ways of its own: the bundler forgets of its path that a package.json makes
 * it an ES module.
 */
export function bridgeToFile(found: OnResolveResult): OnResolveResult {
  const { path: filePath = '', namespace, external, sideEffects } = found;
  const isScript = !external && namespace === 'file' && SCRIPT.test(filePath);
  return isScript && isModule(filePath) ? { path: filePath, namespace: BRIDGE_TO_FILE, sideEffects } : found;
}

/** What a plugin answers for an `import` of a module that is asked for through `require`, by its name. */
export function bridgeToName(name: string, shape: ModuleShape): OnResolveResult {
  return { path: name, namespace: TO_NAME, pluginData: shape };
}

/** True for a script that is an ES module by its name or its package.json. */
export function isModule(filePath: string): boolean {
  return /\.m[jt]s$/.test(filePath) || (!/\.c[jt]s$/.test(filePath) && isModuleFolder(path.dirname(filePath)));
}

/** True for a folder whose nearest package.json makes its scripts ES modules. */
function isModuleFolder(dir: string): boolean {
  try {
    return JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8')).type === 'module';
  } catch {
    // None here, or none that can be read.
    const parent = path.dirname(dir);
    return parent !== dir && isModuleFolder(parent);
  }
}

/** Reads how a file is written. */
export async function readShape({ esbuild }: PluginBuild, filePath: string): Promise<ModuleShape> {
  const { inputs, outputs } = await esbuild
    .build({
      entryPoints: [filePath],
      write: false,
      metafile: true,
      logLevel: 'silent',
      outdir: path.dirname(filePath),
    })
    .then(
      ({ metafile }) => metafile,
      // What is wrong with it is told by the bundle that it goes into.
      () => ({ inputs: {}, outputs: {} }),
    );
  return {
    isEsm: Object.values(inputs).some(({ format }) => format === 'esm'),
    hasDefault: Object.values(outputs).some(({ exports }) => exports.includes('default')),
  };
}

function bridge(target: string, { isEsm, hasDefault }: ModuleShape): OnLoadResult {
  const from = JSON.stringify(target);
  if (!isEsm) return { contents: `module.exports = require(${from});` };
  return { contents: `export * from ${from};${hasDefault ? ` export { default } from ${from};` : ''}` };
}
