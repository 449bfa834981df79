/** Licences of the packages whose code is in something that is given away: the tool itself, and every site. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { packageDir } from '../base/package-dir.ts';
import type { Site } from '../project/config/types.ts';
import { reactFolders } from './plugins/resolve-plugin.ts';

/** Name of the file with the texts. */
export const NOTICES_FILE = 'THIRD-PARTY-NOTICES.txt';

/** What a package says of its use. */
interface Notice {
  name: string;
  version: string;
  license: string;
  /** Its files of licence and notice. */
  text: string;
}

/** What came with the tool for the scripts of sites. */
const SITE_NOTICES = path.join(packageDir, 'lib/notices.json');

/** Folders of the packages that files belong to; what lies in no folder of packages is the author's. */
export function packageFolders(files: string[]): string[] {
  const folders = files.flatMap((file) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)];
}

/** Reads what packages say. */
function readNotices(folders: string[]): Notice[] {
  return folders.flatMap((folder) => {
    const manifest = path.join(folder, 'package.json');
    if (!fs.existsSync(manifest)) return [];
    const { name = path.basename(folder), version = '', license } = JSON.parse(fs.readFileSync(manifest, 'utf8'));
    const texts = fs
      .readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && /^(?:licen[cs]e|notice|copying)\b/i.test(entry.name))
      .map((entry) => fs.readFileSync(path.join(folder, entry.name), 'utf8').replace(/\r\n?/g, '\n').trim());
    return [{ name, version, license: String(license?.type ?? license ?? 'unknown'), text: texts.join('\n\n') }];
  });
}

/** Prints notices by the names of the packages, each once. */
function printNotices(about: string, notices: Notice[]): string {
  const byName = new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, notice]));
  const parts = [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([title, { license, text }]) => `${title} (${license})\n\n${text || 'The package has no text of its licence.'}`,
    );
  return `${[about, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** The same for a site: what came with the tool, React, and the packages of the theme, the demos and the pages. */
export function siteNotices(site: Site, packages: string[]): string {
  const own: Notice[] = JSON.parse(fs.readFileSync(SITE_NOTICES, 'utf8'));
  return printNotices('The scripts and style sheets of this site have code of these packages.', [
    ...own,
    ...readNotices([...reactPackages(site), ...packages]),
  ]);
}

/**
 * Writes what comes with the tool: the notices of all that is bundled into it, and those for sites, without React, which is the
 * project's.
 *
 * @param files absolute paths of what went into scripts that Node runs, and into scripts of sites
 */
export function writeToolNotices({ node, browser }: { node: string[]; browser: string[] }): void {
  const react = new Set(['react', 'react-dom', 'scheduler']);
  const ofSites = readNotices(packageFolders(browser)).filter(({ name }) => !react.has(name));
  fs.writeFileSync(SITE_NOTICES, JSON.stringify(ofSites));
  const all = readNotices(packageFolders([...node, ...browser]));
  const text = printNotices('The files in this folder have code of these packages.', all);
  fs.writeFileSync(path.join(path.dirname(SITE_NOTICES), NOTICES_FILE), text);
}

/** Folders of React as the site has it. */
function reactPackages(site: Site): string[] {
  const folders = reactFolders(site);
  const find = (name: string, from: string | undefined): string | undefined => {
    if (from === undefined) return undefined;
    try {
      return path.dirname(createRequire(path.join(from, 'package.json')).resolve(`${name}/package.json`));
    } catch {
      // Not installed there: the bundler has said so.
      return undefined;
    }
  };
  const dom = find('react-dom', folders.get('react-dom'));
  return [find('react', folders.get('react')), dom, find('scheduler', dom)].filter((folder) => folder !== undefined);
}
