import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Installs a version of a package, and an older one as `old`, in a folder of the cache `temp`. Returns the folder. */
export function installBoth({ name, version, old, temp }) {
  const key = `${name}@${version}`;
  const folder = path.join(temp, `witness-${key.replaceAll('/', '+')}-${old}`);
  if (fs.existsSync(path.join(folder, 'node_modules'))) return folder;
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', '--force'];
  execFileSync('npm', ['install', ...flags, key, `old@npm:${name}@${old}`, '@types/react@18'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return folder;
}
