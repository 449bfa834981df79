/** Collects licenses of packages whose code is redistributed: in the published package, and in every site. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { packageDir } from '../base/package-dir.ts';
import type { Site } from '../project/config/types.ts';
import { reactFolders } from './plugins/resolve-plugin.ts';

export const NOTICES_FILE = 'THIRD-PARTY-NOTICES.txt';

interface Notice {
  name: string;
  version: string;
  license: string;
  text: string;
}

const SITE_NOTICES = path.join(packageDir, 'lib/notices.json');

/** Returns the folders of installed packages. Files outside `node_modules` belong to the author. */
export function packageFolders(files: string[]): string[] {
  const folders = files.flatMap((file) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)];
}

function readNotices(folders: string[]): Notice[] {
  return folders.flatMap((folder) => {
    const manifest = path.join(folder, 'package.json');
    if (!fs.existsSync(manifest)) return [];
    const content = JSON.parse(fs.readFileSync(manifest, 'utf8'));
    const { name = path.basename(folder), version = '', license } = content;
    const texts = fs
      .readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && /^(?:licen[cs]e|notice|copying)\b/i.test(entry.name))
      .map((entry) => fs.readFileSync(path.join(folder, entry.name), 'utf8').replace(/\r\n?/g, '\n').trim());
    const shown = String(license?.type ?? license ?? 'unknown');
    return [{ name, version, license: shown, text: texts.join('\n\n') || withoutText(content, shown) }];
  });
}

function withoutText(manifest: { author?: unknown; contributors?: unknown }, license: string): string {
  const nameOf = (person: unknown): unknown => (person as { name?: unknown } | undefined)?.name ?? person;
  const authors = [manifest.author, manifest.contributors].flat().flatMap((person) => nameOf(person) ?? []);
  return [
    'The package contains no license text.',
    ...(authors.length > 0 ? [`Authors: ${authors.join(', ')}`] : []),
    ...(license === 'unknown' ? [] : [`License: https://spdx.org/licenses/${license}.html`]),
  ].join('\n');
}

function printNotices(about: string, notices: Notice[]): string {
  const byName = new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, notice]));
  const parts = [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, { license, text }]) => `${title} (${license})\n\n${text}`);
  return `${[about, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Returns the shipped notices, and those of React and of the packages that the theme, demos and pages use. */
export function siteNotices(site: Site, packages: string[]): string {
  const own: Notice[] = JSON.parse(fs.readFileSync(SITE_NOTICES, 'utf8'));
  return printNotices('The scripts and style sheets of this site contain code from these packages.', [
    ...own,
    ...readNotices([...reactPackages(site), ...packages]),
  ]);
}

/** Writes the notices. Notices for sites omit React, which belongs to the project. */
export function writeToolNotices({ node, browser }: { node: string[]; browser: string[] }): void {
  const react = new Set(['react', 'react-dom', 'scheduler']);
  const ofSites = readNotices(packageFolders(browser)).filter(({ name }) => !react.has(name));
  fs.writeFileSync(SITE_NOTICES, JSON.stringify(ofSites));
  const all = readNotices(packageFolders([...node, ...browser]));
  const text = printNotices('The files in this folder contain code from these packages.', all);
  fs.writeFileSync(path.join(path.dirname(SITE_NOTICES), NOTICES_FILE), text);
}

function reactPackages(site: Site): string[] {
  const folders = reactFolders(site);
  const find = (name: string, from: string | undefined): string | undefined => {
    if (from === undefined) return undefined;
    try {
      return path.dirname(createRequire(path.join(from, 'package.json')).resolve(`${name}/package.json`));
    } catch {
      // The package is not installed, which the bundler has reported.
      return undefined;
    }
  };
  const dom = find('react-dom', folders.get('react-dom'));
  return [find('react', folders.get('react')), dom, find('scheduler', dom)].filter((folder) => folder !== undefined);
}
