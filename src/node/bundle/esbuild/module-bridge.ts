/** Inserts modules, called bridges, between two modules where esbuild would apply the wrong rule for `default`. */
import fs from 'node:fs';
import path from 'node:path';
import type { OnLoadResult, OnResolveResult, Plugin, PluginBuild } from 'esbuild';

/** Namespace of bridges to a file. The bundler resolves the file itself, so it applies the correct rule. */
export const BRIDGE_TO_FILE = 'bridge';
/** Namespace of bridges to a module that is loaded through `require`. */
const TO_NAME = 'outside';

export interface ModuleShape {
  isEsm: boolean;
  hasDefault: boolean;
}

export const COMMONJS: ModuleShape = { isEsm: false, hasDefault: true };

export const SCRIPT = /\.[cm]?[jt]sx?$/;

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

/** Inserts a bridge, because esbuild would otherwise not read the package.json that makes the script an ES module. */
export function bridgeToFile(found: OnResolveResult): OnResolveResult {
  const { path: filePath = '', namespace, external, sideEffects } = found;
  const isScript = !external && namespace === 'file' && SCRIPT.test(filePath);
  return isScript && isModule(filePath) ? { path: filePath, namespace: BRIDGE_TO_FILE, sideEffects } : found;
}

/** Returns a plugin's result for the `import` of a module that is loaded through `require`, by the module's name. */
export function bridgeToName(name: string, shape: ModuleShape): OnResolveResult {
  return { path: name, namespace: TO_NAME, pluginData: shape };
}

export function isModule(filePath: string): boolean {
  return /\.m[jt]s$/.test(filePath) || (!/\.c[jt]s$/.test(filePath) && isModuleFolder(path.dirname(filePath)));
}

function isModuleFolder(dir: string): boolean {
  try {
    return JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8')).type === 'module';
  } catch {
    // The package.json is missing or unreadable.
    const parent = path.dirname(dir);
    return parent !== dir && isModuleFolder(parent);
  }
}

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
      // The bundle that includes the file reports the errors in it.
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
