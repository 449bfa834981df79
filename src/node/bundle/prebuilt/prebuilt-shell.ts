import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { toPosix } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';
import { assetsUrl } from '../options.ts';
import { lookCss } from '../plugins/look-plugin.ts';
import { reactFolders } from '../plugins/resolve-plugin.ts';
import { bundleShell, type ShellBundle, type ShellOptions } from '../shell.ts';
import type { LinkedFile } from '../types.ts';
import { hashOf, isPlain, PREBUILT_FOLDER, prebuiltName } from './prebuilt.ts';

/** What of a project goes into a shell besides its configuration, in a package each. */
const REACT_PACKAGE = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/](?!.*[\\/]node_modules[\\/])(.+)$/;

/** A shell on the disk: without the contents of its files, for the base `/`. */
interface StoredShell {
  shell: Omit<ShellBundle, 'files'>;
  /** Paths in the output. */
  files: string[];
  /** Hashes of the files of React that went in, by package and path in it. */
  react: [name: string, file: string, hash: string][];
}

/**
 * The shell of a site that has nothing of its own in it: with the default theme, and the React that the tool was built with. It
 * is what the bundler would make; to bundle it each time would be half of the work of a site of text.
 *
 * @returns undefined for a site that needs one of its own
 */
export async function readPrebuiltShell(site: Site, options: ShellOptions): Promise<ShellBundle | undefined> {
  // Accent and fonts are in the sheet of the theme.
  if (!isPlain(site) || lookCss(site.config.themeConfig) !== '') return undefined;
  const text = await fs.promises
    .readFile(path.join(PREBUILT_FOLDER, `${prebuiltName(site, 'shell', options)}.json`), 'utf8')
    .catch(() => undefined);
  if (text === undefined) return undefined;
  const { shell, files, react } = JSON.parse(text) as StoredShell;
  // One by one, as below: not every system lets so many files be open at once.
  if (!isSameReact(site, react)) return undefined;
  const contents = files.map(
    (file) => [file, fs.readFileSync(path.join(PREBUILT_FOLDER, path.posix.basename(file)))] as const,
  );
  return { ...atBase(shell, assetsUrl(site)), files: new Map(contents) };
}

/**
 * Makes the shell of a site and puts it where {@link readPrebuiltShell} finds it.
 *
 * @param site one with the base `/` and nothing of its own
 * @returns absolute paths of the files that went in
 */
export async function writePrebuiltShell(site: Site, options: ShellOptions): Promise<string[]> {
  const { shell, files = [] } = await bundleShell({ site }, options);
  const { files: outputs, ...rest } = shell;
  const react = files.flatMap((filePath) => {
    const [, name, file] = REACT_PACKAGE.exec(filePath) ?? [];
    return name && file ? [{ name, file: toPosix(file), filePath }] : [];
  });
  const stored: StoredShell = {
    shell: { ...rest, inputs: [], packages: [], styleSources: { sheets: [], files: [], folders: [] } },
    files: [...outputs.keys()],
    react: react.map(({ name, file, filePath }) => [name, file, hashOf(fs.readFileSync(filePath))]),
  };
  await fs.promises.mkdir(PREBUILT_FOLDER, { recursive: true });
  for (const [file, bytes] of outputs)
    await fs.promises.writeFile(path.join(PREBUILT_FOLDER, path.posix.basename(file)), bytes);
  await fs.promises.writeFile(
    path.join(PREBUILT_FOLDER, `${prebuiltName(site, 'shell', options)}.json`),
    JSON.stringify(stored),
  );
  return files;
}

function isSameReact(site: Site, expected: StoredShell['react']): boolean {
  const folders = reactFolders(site);
  const packages = new Map<string, string>();
  try {
    for (const name of ['react', 'react-dom'])
      packages.set(name, packageFolder(name, path.join(folders.get(name) ?? '', 'package.json')));
    packages.set('scheduler', packageFolder('scheduler', path.join(packages.get('react-dom') ?? '', 'package.json')));
    return expected.every(
      ([name, file, hash]) => hash === hashOf(fs.readFileSync(path.join(packages.get(name) ?? '', file))),
    );
  } catch {
    // Another version has other files.
    return false;
  }
}

function packageFolder(name: string, from: string): string {
  return path.dirname(createRequire(from).resolve(`${name}/package.json`));
}

/** The shell with its URLs below another folder of assets. */
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
