// A copy of this repository's site, in which files are changed.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** Folder of the repository. */
export const ROOT = path.resolve(import.meta.dirname, '../../..');

const run = promisify(execFile);

/** Copies the site into a folder of the repository, so that its packages are found. */
export function copySite(folder) {
  for (const name of ['demos', 'docs']) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  for (const name of ['demos', 'docs', 'cascader-docs.config.ts', 'tsconfig.json'])
    fs.cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  fs.rmSync(path.join(folder, 'docs/_handbook'), { recursive: true, force: true });
  const { version, dependencies, devDependencies } = JSON.parse(
    fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  );
  const description = {
    name: 'mutants',
    version,
    type: 'module',
    dependencies: { ...dependencies, ...devDependencies },
  };
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(description));
  const own = path.join(folder, 'node_modules/cascader-docs');
  fs.mkdirSync(path.dirname(own), { recursive: true });
  fs.rmSync(own, { recursive: true, force: true });
  fs.symlinkSync(ROOT, own);
  return folder;
}

/** Copies the component into the packages of the copied site. Returns its folder. */
export function copyComponent(folder) {
  const copied = path.join(folder, 'node_modules/@rc-component/cascader');
  fs.rmSync(copied, { recursive: true, force: true });
  fs.cpSync(path.join(ROOT, 'node_modules/@rc-component/cascader'), copied, { recursive: true });
  return copied;
}

/** Builds the copied site. Returns its output folder, or the names of the demos that have errors. */
export async function buildSite(folder) {
  const out = path.join(folder, 'dist');
  try {
    await run(process.execPath, [path.join(ROOT, 'bin/cascader-docs.js'), 'build', folder, '--out', out], QUIET);
  } catch (error) {
    const text = `${error.stdout}${error.stderr}`;
    const wrong = new Set([...text.matchAll(/demos\/([\w-]+)\.tsx:\d+:\d+/g)].map(([, name]) => name));
    if (wrong.size === 0) throw new Error(`The site with mutants cannot be built:\n${text}`);
    return { wrong };
  }
  return { out };
}

const QUIET = { maxBuffer: 1e8, cwd: ROOT };

/** Checks demos of the copied site. Returns the rules of the findings of each demo, by id. */
export async function checkSite(folder, ids, { screenshots = false } = {}) {
  const options = ids.flatMap((id) => ['--demo', id]);
  const tool = [path.join(ROOT, 'bin/cascader-docs.js'), 'check', folder, '--format', 'json', ...options];
  const { stdout } = await run(process.execPath, [...tool, ...(screenshots ? ['--screenshots'] : [])], QUIET).catch(
    // The exit code is 1 if there are findings.
    (error) => error,
  );
  const rules = new Map();
  for (const line of stdout.split('\n').filter((line) => line.startsWith('{'))) {
    const { id, findings } = JSON.parse(line);
    if (id && findings) rules.set(id, findings);
  }
  return rules;
}

/** Returns the files among the given ones that have type errors. */
export async function findTypeErrors(folder, files) {
  const config = path.join(folder, 'tsconfig.mutants.json');
  const { compilerOptions } = JSON.parse(fs.readFileSync(path.join(folder, 'tsconfig.json'), 'utf8'));
  fs.writeFileSync(
    config,
    JSON.stringify({
      compilerOptions: { ...compilerOptions, paths: {}, noEmit: true },
      files: [...files, path.join(ROOT, 'src/client.d.ts')],
    }),
  );
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, '-p', config, '--pretty', 'false'], QUIET).catch(
    // The exit code is 2 if there are errors.
    (error) => error,
  );
  const wrong = new Set();
  for (const [, file] of stdout.matchAll(/^(\S[^(]*)\(\d+,\d+\): error/gm)) wrong.add(path.resolve(ROOT, file));
  return files.filter((file) => wrong.has(file));
}
