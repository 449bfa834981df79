import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { listFiles } from './build-site.ts';
import type { CopiedLibrary } from './libraries.ts';
import type { TestRegistry } from './registry.ts';

const run = promisify(execFile);
const TSC = path.resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

/**
 * Publishes a library of `tests/fixtures/libraries`: scripts and declarations in `dist`, as its `package.json` promises.
 *
 * @param entries sources by the path in `dist`
 */
export async function publishFixture(
  registry: TestRegistry,
  { repository, read, write }: CopiedLibrary,
  entries: Record<string, string>,
): Promise<void> {
  const manifest = JSON.parse(await read('package.json'));
  const isModule = JSON.stringify(manifest.exports ?? '').includes('.mjs');
  await build({
    absWorkingDir: repository,
    entryPoints: entries,
    outdir: 'dist',
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    jsx: 'automatic',
    outExtension: { '.js': isModule ? '.mjs' : '.js' },
  });
  const hasConfig = (await listFiles(repository)).includes('tsconfig.json');
  const compilerOptions = {
    ...{ declaration: true, emitDeclarationOnly: true, noEmit: false, outDir: 'dist', rootDir: 'src', types: [] },
    ...{ jsx: 'react-jsx', module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true },
  };
  const config = { ...(hasConfig && { extends: './tsconfig.json' }), compilerOptions, include: ['src'] };
  await write({ 'tsconfig.dist.json': JSON.stringify(config) });
  await run('node', [TSC, '-p', 'tsconfig.dist.json'], { cwd: repository });
  const files = (await listFiles(path.join(repository, 'dist'))).map((file) => `dist/${file}`);
  const texts = await Promise.all(files.map(async (file) => [file, await read(file)] as const));
  const published = { types: 'dist/index.d.ts', ...manifest };
  registry.publish({
    ...published,
    files: { ...Object.fromEntries(texts), 'package.json': JSON.stringify(published) },
  });
  await fs.rm(path.join(repository, 'dist'), { recursive: true });
}
