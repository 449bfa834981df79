import { createRequire } from 'node:module';
import path from 'node:path';
import type { Site } from '../config/types.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { reactFolders } from './resolve-plugin.ts';

/** The oldest React that sites are built with: its client has roots, its server renderer waits for what suspends. */
const OLDEST: [major: number, minor: number] = [18, 2];

/** Versions of `react` and `react-dom` that a project's site is made with; absent for one that is not installed. */
function reactVersions(site: Pick<Site, 'root' | 'projectRoot'>): Map<string, string> {
  const versions = new Map<string, string>();
  for (const [name, folder] of reactFolders(site)) {
    const { version } = createRequire(path.join(folder, 'package.json'))(`${name}/package.json`);
    versions.set(name, version);
  }
  return versions;
}

/** One error (CD402) for a React that is too old, or that does not belong to its renderer. */
export function checkReact(site: Pick<Site, 'root' | 'projectRoot'>): Diagnostic[] {
  const versions = reactVersions(site);
  const [react = '', dom = ''] = [versions.get('react'), versions.get('react-dom')];
  const [major = 0, minor = 0] = react.split('.').map(Number);
  const text =
    major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])
      ? `React ${react} is installed: sites are made with React ${OLDEST.join('.')} or later`
      : major !== Number.parseInt(dom, 10)
        ? `react ${react} and react-dom ${dom} do not belong together`
        : undefined;
  const command = `npm install --save-dev react@${Math.max(major, OLDEST[0])} react-dom@${Math.max(major, OLDEST[0])}`;
  return text === undefined ? [] : [{ severity: 'error', code: 'CD402', text, notes: [`Write: ${command}`] }];
}
