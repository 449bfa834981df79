import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { toPosix } from '../../base/files/paths.ts';
import { hexHash } from '../../base/hash.ts';
import { packageDir } from '../../base/package-dir.ts';
import type { Site } from '../../project/config/types.ts';
import { siteComponents } from '../../project/site-components.ts';
import { assetsUrl } from '../options.ts';
import { FONTS, isDefaultLook } from '../plugins/look-plugin.ts';
import { reactFolders } from '../plugins/resolve-plugin.ts';
import { languageModules } from '../plugins/virtual-plugin.ts';
import { bundleServerEntry } from '../server.ts';
import { bundleShell, type ShellBundle, type ShellOptions } from '../shell.ts';
import type { LinkedFile, ServerScript } from '../types.ts';

const PREBUILT_FOLDER = path.join(packageDir, 'lib/prebuilt');

/** Returns true if no part of the configuration except the languages affects the runtime, the theme or the renderer. */
function isPlain(site: Site): boolean {
  const { theme, slots, alias, esbuild } = site.config;
  const { plugins, define, loader, conditions } = esbuild;
  const own = [plugins, conditions, ...[define, loader, alias, slots].map(Object.keys)];
  return theme === undefined && own.every(({ length }) => length === 0) && siteComponents(site).length === 0;
}

/** Returns the name of a prebuilt file. The name contains a hash of the file's inputs, except our version and React. */
function prebuiltName(site: Site, kind: string, options: unknown = {}): string {
  const languages = languageModules(site, kind !== 'renderer');
  return `${kind}-${hexHash(JSON.stringify([languages, options])).slice(0, 16)}`;
}

const REACT_MODULES = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server'];

/** Returns undefined if the site's configuration requires its own renderer. */
export async function readPrebuiltRenderer(site: Site): Promise<string | undefined> {
  if (!isPlain(site)) return undefined;
  const code = await fs.promises.readFile(fileOf(site), 'utf8').catch(() => undefined);
  if (code === undefined) return undefined;
  return placesOfReact(site).reduce((text, [name, place]) => text.replaceAll(standIn(name), place), code);
}

export async function writePrebuiltRenderer(site: Site): Promise<void> {
  const { code }: ServerScript = await bundleServerEntry(site, []);
  const portable = placesOfReact(site).reduce((text, [name, place]) => text.replaceAll(place, standIn(name)), code);
  // esbuild writes the paths of modules into comments and keys, where they have no effect.
  const text = portable.replaceAll(packageDir, '');
  if (text.includes('file://')) throw new Error('The renderer imports something by a path of this machine');
  await fs.promises.mkdir(PREBUILT_FOLDER, { recursive: true });
  await fs.promises.writeFile(fileOf(site), text);
}

function fileOf(site: Site): string {
  return path.join(PREBUILT_FOLDER, `${prebuiltName(site, 'renderer')}.js`);
}

function standIn(name: string): string {
  return JSON.stringify(`cascader-docs:${name}`);
}

function placesOfReact(site: Site): [name: string, place: string][] {
  const folders = reactFolders(site);
  return REACT_MODULES.map((name) => {
    const { resolve } = createRequire(path.join(folders.get(name.split('/')[0] ?? '') ?? '', 'package.json'));
    return [name, JSON.stringify(pathToFileURL(resolve(name)).href)];
  });
}

/** Shell in its stored form: without the contents of its files, and for the base `/`. */
interface StoredShell {
  shell: Omit<ShellBundle, 'files'>;
  files: string[];
  /** Hashes of the bundled React files, with the package and the path in the package. */
  react: [name: string, file: string, hash: string][];
}

/**
 * Returns the same shell as the bundler, which would take half the build time of a text-only site. Returns undefined if
 * the configuration requires its own shell.
 */
export async function readPrebuiltShell(site: Site, options: ShellOptions): Promise<ShellBundle | undefined> {
  // A configured accent color and configured fonts and icons are part of the theme's style sheet.
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

/** The site must have the base `/` and a plain configuration. Returns the absolute paths of the bundled files. */
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

/** Returns the path at which a file of the shell is stored. The default fonts have a separate folder. */
function placeOf(file: string): string {
  const [, font] = /([^/]+)-\w+\.woff2$/.exec(file) ?? [];
  return font ? path.join(FONTS, `${font}.woff2`) : path.join(PREBUILT_FOLDER, path.posix.basename(file));
}

const REACT_PACKAGE = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/](?!(?:.*[\\/])?node_modules[\\/])(.+)$/;

/** Returns package and file for a path. `scheduler` may be next to react-dom or inside it. */
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
    // Other versions of React have different files.
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
