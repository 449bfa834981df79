/** Files that the configuration names: what becomes of them is published, so they are held to the rule of all files. */

import fs from 'node:fs';
import path from 'node:path';
import type { Refusal } from '../base/diagnostics/codes/refusal.ts';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { relativePath } from '../base/files/paths.ts';
import { locateKey } from './config/key-location.ts';
import type { Site } from './config/types.ts';
import { dumiBuiltins } from './dumi-builtins.ts';
import { realPathOf, refusalOf } from './file-scope.ts';
import { sourceEntry } from './libraries.ts';

/** A file that a site names. */
interface NamedFile {
  /** In words: `Font`. */
  what: string;
  /** Absolute; undefined where it is not configured. */
  filePath: string | undefined;
  /** Key of the configuration; none for a file that is found by its name. */
  key?: string[];
  /** It is the source of a documented library, which may lie anywhere. */
  isLibrary?: boolean;
}

/** Throws a DiagnosticError (exit code 2) that lists the files which the site names and may not publish. */
export function checkConfiguredFiles(site: Site): void {
  const { root, configFile, configSource = '' } = site;
  const diagnostics = namedFiles(site).flatMap(({ what, filePath, key, isLibrary }): Diagnostic[] => {
    const refusal = filePath && refusalOfNamed(filePath, site, isLibrary);
    if (!refusal) return [];
    const name = relativePath(root, filePath);
    const location =
      key === undefined ? { file: name, line: 1, column: 1 } : configFile && locateKey(configFile, configSource, key);
    const data = { case: 'refused-file', refusal, subject: `${what} "${name}"` } as const;
    return [createDiagnostic('invalid-config-value', data, { ...(location && { location }) })];
  });
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics, 2);
}

function namedFiles(site: Site): NamedFile[] {
  const { config, projectRoot } = site;
  const { theme, themeConfig, shareImages, prerender, demo, entryFile, library } = config;
  const { entry, tsconfig } = config.apiParser === false ? {} : config.apiParser;
  const fromProject = (file: string | undefined) => file && path.resolve(projectRoot, file);
  return [
    { what: 'Theme', filePath: theme, key: ['theme'] },
    { what: 'Font', filePath: themeConfig.font?.sans?.src, key: ['themeConfig', 'font', 'sans', 'src'] },
    { what: 'Font', filePath: themeConfig.font?.mono?.src, key: ['themeConfig', 'font', 'mono', 'src'] },
    { what: 'Font', filePath: shareImages?.font, key: ['shareImages', 'font'] },
    { what: 'Module', filePath: prerender, key: ['prerender'] },
    { what: 'Module', filePath: demo.setup, key: ['demo', 'setup'] },
    { what: 'Configuration', filePath: fromProject(tsconfig), key: ['apiParser', 'tsconfig'] },
    { what: 'Library', filePath: fromProject(entry), key: ['apiParser', 'entry'], isLibrary: true },
    { what: 'Library', filePath: entryFile, key: ['resolve', 'entryFile'], isLibrary: true },
    ...(library ?? []).map((named) => ({
      what: 'Library',
      filePath: sourceEntry(named.entry),
      key: ['library'],
      isLibrary: true,
    })),
    ...dumiBuiltins(site).map(({ filePath }) => ({ what: 'Component', filePath })),
  ];
}

/** Why a file, or the module that a folder stands for, may not be published. */
function refusalOfNamed(filePath: string, site: Site, isLibrary = false): Refusal | undefined {
  const folder = site.root;
  for (const file of [filePath, ...modulesIn(filePath)]) {
    const allowed = isLibrary ? [...(site.allowed ?? []), path.dirname(realPathOf(file))] : site.allowed;
    const refusal = refusalOf({ filePath: file, folder }, { ...site, allowed });
    if (refusal) return refusal;
  }
  return undefined;
}

/** Files by which a folder is named. */
function modulesIn(folder: string): string[] {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const names = fs.readdirSync(folder).filter((name) => /^(?:index\.[cm]?[jt]sx?|tsconfig\.json)$/.test(name));
  return names.map((name) => path.join(folder, name));
}
