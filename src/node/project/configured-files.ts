/** Checks files that the configuration names: they are published, so the rule for published files applies to them. */

import fs from 'node:fs';
import path from 'node:path';
import type { Refusal } from '../base/diagnostics/codes/shared-texts.ts';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { relativePath } from '../base/files/paths.ts';
import { locateKey } from './config/key-location.ts';
import type { Site } from './config/types.ts';
import { realPathOf, refusalOf } from './file-scope.ts';
import { sourceEntry } from './libraries.ts';
import { siteComponents } from './site-components.ts';

interface NamedFile {
  what: string;
  /** Absolute. Undefined if it is not configured. */
  filePath: string | undefined;
  /** Configuration key. Absent for a file that is found by its name. */
  key?: string[];
  isLibrary?: boolean;
}

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** Throws a DiagnosticError (exit code 2) that lists the configured files that the site may not publish. */
export function checkConfiguredFiles(site: Site): void {
  const { root, configFile, configSource = '' } = site;
  const diagnostics = namedFiles(site).flatMap(({ what, filePath, key, isLibrary }): Diagnostic[] => {
    if (filePath === undefined) return [];
    const refusal = refusalOfNamed(filePath, site, isLibrary);
    const isUnusable =
      isLibrary && !SCRIPT.test(filePath) && fs.statSync(filePath, { throwIfNoEntry: false })?.isFile();
    if (!refusal && !isUnusable) return [];
    const name = relativePath(root, filePath);
    const location =
      key === undefined
        ? { file: name, line: 1, column: 1 }
        : configFile
          ? locateKey(configFile, configSource, key)
          : undefined;
    const at = location && { location };
    return [
      refusal
        ? createDiagnostic(
            'invalid-config-value',
            { case: 'refused-file', refusal, subject: `${what} \`${name}\`` },
            at,
          )
        : createDiagnostic('invalid-config-value', { case: 'no-script', name }, at),
    ];
  });
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics, 2);
}

function namedFiles(site: Site): NamedFile[] {
  const { config, projectRoot } = site;
  const { theme, themeConfig, shareImages, prerender, demo, entryFile, library } = config;
  const font = themeConfig.font || undefined;
  const { entry, tsconfig, history } = config.apiParser === false ? {} : config.apiParser;
  const fromProject = (file: string | undefined) => file && path.resolve(projectRoot, file);
  return [
    { what: 'Theme', filePath: theme, key: ['theme'] },
    { what: 'Font', filePath: font?.sans?.src, key: ['themeConfig', 'font', 'sans', 'src'] },
    { what: 'Font', filePath: font?.mono?.src, key: ['themeConfig', 'font', 'mono', 'src'] },
    { what: 'Font', filePath: shareImages?.font, key: ['shareImages', 'font'] },
    { what: 'Module', filePath: prerender, key: ['prerender'] },
    { what: 'Module', filePath: demo.setup, key: ['demo', 'setup'] },
    { what: 'Configuration', filePath: fromProject(tsconfig), key: ['apiParser', 'tsconfig'] },
    { what: 'API history', filePath: history || undefined, key: ['apiParser', 'history'] },
    { what: 'Library', filePath: fromProject(entry), key: ['apiParser', 'entry'], isLibrary: true },
    { what: 'Library', filePath: entryFile, key: ['resolve', 'entryFile'], isLibrary: true },
    ...(library ?? []).map((named, index) => ({
      what: 'Library',
      filePath: sourceEntry(named.entry),
      key: ['library', `${index}`, 'entry'],
      isLibrary: true,
    })),
    ...siteComponents(site).map(({ name, filePath }) => ({
      what: 'Component',
      filePath,
      ...(name in config.components && { key: ['components', name] }),
    })),
    ...Object.entries(config.slots).map(([name, filePath]) => ({ what: 'Component', filePath, key: ['slots', name] })),
  ];
}

function refusalOfNamed(filePath: string, site: Site, isLibrary = false): Refusal | undefined {
  const folder = site.root;
  for (const file of [filePath, ...modulesIn(filePath)]) {
    const allowed = isLibrary ? [...(site.allowed ?? []), path.dirname(realPathOf(file))] : site.allowed;
    const refusal = refusalOf({ filePath: file, folder }, { ...site, allowed });
    if (refusal) return refusal;
  }
  return undefined;
}

function modulesIn(folder: string): string[] {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const names = fs.readdirSync(folder).filter((name) => /^(?:index\.[cm]?[jt]sx?|tsconfig\.json)$/.test(name));
  return names.map((name) => path.join(folder, name));
}
