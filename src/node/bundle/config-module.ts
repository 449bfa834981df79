import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildFailure, build } from 'esbuild';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { packageDir } from '../package-dir.ts';
import { convertMessage } from './convert-message.ts';

/**
 * Imports a config file, TypeScript or JavaScript, and returns its default export. The file's own relative imports are
 * bundled; packages are imported as Node does. Throws a DiagnosticError with exit code 2.
 *
 * @param filePath absolute
 * @param root folder that locations are relative to
 * @param inputs receives the absolute paths of the file and of what it imports
 */
export async function importConfig(filePath: string, root: string, inputs: Set<string> = new Set()): Promise<unknown> {
  inputs.add(filePath);
  if (filePath.endsWith('.mjs')) return await importModule(filePath, filePath, root);
  // Beside the config file, so that its packages resolve; the name is unique to this process.
  const outfile = path.join(path.dirname(filePath), `.${path.basename(filePath)}.${process.pid}.${Date.now()}.mjs`);
  try {
    const { metafile } = await build({
      entryPoints: [filePath],
      metafile: true,
      outfile,
      absWorkingDir: root,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      logLevel: 'silent',
      plugins: [
        {
          name: 'define-config',
          setup({ onResolve }) {
            // The tool itself may be run without being installed beside the config, as by npx.
            onResolve({ filter: /^cascader-docs$/ }, () => ({
              path: pathToFileURL(path.join(packageDir, 'lib/index.js')).href,
              external: true,
            }));
          },
        },
      ],
    });
    for (const input of Object.keys(metafile.inputs)) inputs.add(path.resolve(root, input));
    return await importModule(outfile, filePath, root);
  } catch (error) {
    if (error instanceof DiagnosticError) throw error;
    throw new DiagnosticError(configDiagnostics(error, filePath, root), 2);
  } finally {
    await fs.rm(outfile, { force: true });
  }
}

async function importModule(file: string, configFile: string, root: string): Promise<unknown> {
  try {
    const module: { default?: unknown } = await import(`${pathToFileURL(file).href}?${Date.now()}`);
    return module.default;
  } catch (error) {
    throw new DiagnosticError(configDiagnostics(error, configFile, root), 2);
  }
}

function configDiagnostics(
  error: unknown,
  filePath: string,
  root: string,
): ConstructorParameters<typeof DiagnosticError>[0] {
  const failure = error as Partial<BuildFailure>;
  if (Array.isArray(failure.errors)) return failure.errors.map((message) => convertMessage(message, 'error'));
  return [
    {
      severity: 'error',
      code: 'CD101',
      text: `The config file threw: ${error instanceof Error ? error.message : String(error)}`,
      location: { file: path.relative(root, filePath).split(path.sep).join('/'), line: 1, column: 1 },
    },
  ];
}
