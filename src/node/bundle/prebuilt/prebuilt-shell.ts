import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { toPosix } from '../../base/files/paths.ts';
import { hexHash } from '../../base/hash.ts';
import type { Site } from '../../project/config/types.ts';
import { assetsUrl } from '../options.ts';
import { FONTS, isDefaultLook } from '../plugins/look-plugin.ts';
import { reactFolders } from '../plugins/resolve-plugin.ts';
import { bundleShell, type ShellBundle, type ShellOptions } from '../shell.ts';
import type { LinkedFile } from '../types.ts';
import { isPlain, PREBUILT_FOLDER, prebuiltName } from './prebuilt.ts';

/** Shell as it is stored: without the contents of its files, for the base `/`. */
interface StoredShell {
  shell: Omit<ShellBundle, 'files'>;
  files: string[];
  /** Hashes of the bundled React files, with package and path in the package. */
  react: [name: string, file: string, hash: string][];
}

/**
 * Equals the bundler's output, which would take half of the build time of a site of text. Undefined if the
 * configuration requires its own shell.
 */
export async function readPrebuiltShell(site: Site, options: ShellOptions): Promise<ShellBundle | undefined> {
  // Configured accent, fonts and icons are part of the theme's style sheet.
  if (!isPlain(site) || !isDefaultLook(site.config.themeConfig)) return undefined;
  const text = await fs.promises
    .readFile(path.join(PREBUILT_FOLDER, `${prebuiltName(site, 'shell', options)}.json`), 'utf8')
    .catch(() => undefined);
  if (text === undefined) return undefined;
  const { shell, files, react } = JSON.parse(text) as StoredShell;
  // One file at a time, here and below, because some systems allow few open files.
  if (!isSameReact(site, react)) return undefined;
  const contents = files.map((file) => [file, fs.readFileSync(placeOf(file))] as const);
  return { ...atBase(shell, assetsUrl(site)), files: new Map(contents) };
}

/** Expects a site with the base `/` and a plain configuration. Returns absolute paths of the bundled files. */
export async function writePrebuiltShell(site: Site, options: ShellOptions): Promise<string[]> {
  const { shell, files = [] } = await bundleShell({ site }, options);
  const { files: outputs, ...rest } = shell;
  const react = files.flatMap((filePath) => {
    const found = fileOfReact(filePath);
    return found ? [{ ...found, filePath }] : [];
  });
  const stored: StoredShell = {
    shell: { ...rest, inputs: [], packages: [], styleSources: { sheets: [], files: [], folders: [] } },
    files: [...outputs.keys()],
    react: react.map(({ name, file, filePath }) => [name, file, hexHash(fs.readFileSync(filePath))]),
  };
  await fs.promises.mkdir(PREBUILT_FOLDER, { recursive: true });
  for (const [file, bytes] of outputs) if (!fs.existsSync(placeOf(file))) fs.writeFileSync(placeOf(file), bytes);
  await fs.promises.writeFile(
    path.join(PREBUILT_FOLDER, `${prebuiltName(site, 'shell', options)}.json`),
    JSON.stringify(stored),
  );
  return files;
}

/** Returns where a file of the shell is stored. The default fonts have a folder of their own. */
function placeOf(file: string): string {
  const [, font] = /([^/]+)-\w+\.woff2$/.exec(file) ?? [];
  return font ? path.join(FONTS, `${font}.woff2`) : path.join(PREBUILT_FOLDER, path.posix.basename(file));
}

const REACT_PACKAGE = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/](?!(?:.*[\\/])?node_modules[\\/])(.+)$/;

/** A project may have scheduler beside react-dom or below it. */
export function fileOfReact(filePath: string): { name: string; file: string } | undefined {
  const [, name, file] = REACT_PACKAGE.exec(filePath) ?? [];
  return name && file ? { name, file: toPosix(file) } : undefined;
}

function isSameReact(site: Site, expected: StoredShell['react']): boolean {
  const folders = reactFolders(site);
  const packages = new Map<string, string>();
  try {
    for (const name of ['react', 'react-dom'])
      packages.set(name, packageFolder(name, path.join(folders.get(name) ?? '', 'package.json')));
    packages.set('scheduler', packageFolder('scheduler', path.join(packages.get('react-dom') ?? '', 'package.json')));
    return expected.every(
      ([name, file, hash]) => hash === hexHash(fs.readFileSync(path.join(packages.get(name) ?? '', file))),
    );
  } catch {
    // Another version of React has other files.
    return false;
  }
}

function packageFolder(name: string, from: string): string {
  return path.dirname(createRequire(from).resolve(`${name}/package.json`));
}

function atBase(shell: StoredShell['shell'], assets: string): StoredShell['shell'] {
  const url = (href: string): string => `${assets}/${path.posix.basename(href)}`;
  const file = <File extends LinkedFile>(linked: File): File => ({ ...linked, href: url(linked.href) });
  return {
    ...shell,
    boot: file(shell.boot),
    runtime: url(shell.runtime),
    shared: Object.fromEntries(Object.entries(shell.shared).map(([name, files]) => [name, files.map(file)])),
    styles: shell.styles.map(file),
    fonts: shell.fonts.map(file),
    preloads: shell.preloads.map(file),
    builtins: shell.builtins.map(file),
  };
}
