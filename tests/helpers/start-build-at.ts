import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { makeFolder } from './folder.ts';

/** Program that builds a site at a commit, and prints the result. It stays in use until the process ends. */
const PROGRAM = `
import { buildAt } from './src/node/tools/checkout/build-at.ts';
const [root, ref, command] = process.argv.slice(2);
const config = { base: '/', outDir: root + '/dist' };
const built = await buildAt({ root, projectRoot: root, config }, ref, { command });
process.stdout.write(JSON.stringify(built));
`;

/** Starts {@link PROGRAM} in a process. */
export async function startBuildAt(
  root: string,
  ref: string,
  command: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ child: ChildProcess; ended: Promise<string> }> {
  // The package's folder is a parent of the program.
  const file = path.join(makeFolder('build-at'), 'program.mjs');
  const stdin = { contents: PROGRAM, resolveDir: process.cwd(), loader: 'ts' as const };
  const banner = { js: "import { createRequire as r } from 'node:module'; const require = r(import.meta.url);" };
  const options = { bundle: true, platform: 'node', format: 'esm', target: 'node20', write: false } as const;
  fs.writeFileSync(file, buildSync({ stdin, banner, ...options }).outputFiles[0]?.text ?? '');
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [file, root, ref, command], {
    env: { ...process.env, ...env },
    stdio: [...stdio],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  return { child, ended: new Promise((resolve) => child.on('close', () => resolve(output))) };
}
