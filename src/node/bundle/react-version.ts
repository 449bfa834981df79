import { createRequire } from 'node:module';
import path from 'node:path';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { Site } from '../project/config/types.ts';
import { reactFolders } from './plugins/resolve-plugin.ts';

/** Oldest supported version of React: its client has roots, and its server renderer waits for suspended components. */
const OLDEST: [major: number, minor: number] = [18, 2];

/** Returns the versions of installed packages. A package that is not installed is absent. */
function reactVersions(folders: Map<string, string>): Map<string, string> {
  const versions = new Map<string, string>();
  for (const [name, folder] of folders) {
    const { version } = createRequire(path.join(folder, 'package.json'))(`${name}/package.json`);
    versions.set(name, version);
  }
  return versions;
}

/** Returns true if react-dom resolves another copy of React, for example because only one of them is in the project. */
function hasTwoReacts(folders: Map<string, string>): boolean {
  const [react, dom] = [folders.get('react'), folders.get('react-dom')].map(
    (folder) => folder && createRequire(path.join(folder, 'package.json')),
  );
  if (!react || !dom) return false;
  try {
    return createRequire(dom.resolve('react-dom')).resolve('react') !== react.resolve('react');
  } catch {
    // react-dom cannot resolve React. Node reports this when it loads react-dom.
    return false;
  }
}

/** Returns an error (CD402) if React is too old or does not match react-dom. */
export function checkReact(site: Pick<Site, 'root' | 'projectRoot'>): Diagnostic[] {
  const folders = reactFolders(site);
  const versions = reactVersions(folders);
  const [react = '', dom = ''] = [versions.get('react'), versions.get('react-dom')];
  const [major = 0, minor = 0] = react.split('.').map(Number);
  const found =
    major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])
      ? 'old'
      : major !== Number.parseInt(dom, 10)
        ? 'mismatch'
        : hasTwoReacts(folders)
          ? 'two'
          : undefined;
  return found === undefined
    ? []
    : [createDiagnostic('unsupported-react', { case: found, react, dom, oldest: OLDEST })];
}
