import fs from 'node:fs';
import path from 'node:path';
import type { Message } from 'esbuild';
import type { UnresolvedCause } from '../../base/diagnostics/codes/bundling.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic, Location } from '../../base/diagnostics/diagnostic.ts';
import { misspelt, nearestName } from '../../base/diagnostics/did-you-mean.ts';
import { relativePath, toPosix } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';
import { librariesOf } from '../../project/libraries.ts';

import { codeOf } from './message-code.ts';
import { BRIDGE_TO_FILE } from './module-bridge.ts';

/** Matches specifiers that are not package names: paths, URLs and names of our virtual modules. */
const NOT_A_PACKAGE = /^[./~@]?\/|^\.|^[a-z]+:/;

/** Matches the start of esbuild's messages about syntax. */
const SYNTAX =
  /^(?:Unexpected|Expected|Unterminated|Syntax error|Invalid|The symbol "|The character "|Transforming|Cannot use|JSON|JSX)/;

/** File that contains the code of a virtual module, and the line before that code. */
export interface Origin {
  file: string;
  line: number;
}

/** Converts a message. `originOf` returns the source of a virtual module, for locations in notes. */
export function convertMessage(
  message: Message,
  severity: 'error' | 'warning',
  {
    embedded = [],
    site,
    originOf = () => undefined,
  }: {
    embedded?: Location[];
    site?: Site;
    originOf?: (file: string) => Origin | undefined;
  } = {},
): Diagnostic {
  const about = { severity, location: locationOf(message) };
  const specifier = /^Could not resolve "(.+)"/.exec(message.text)?.[1];
  if (specifier !== undefined)
    return createDiagnostic(
      'unresolved-import',
      { specifier, cause: causeOf(specifier, site, about.location?.file), embedded },
      about,
    );
  const reason = inOurForm(withoutBridge(message.text, site));
  const notes = message.notes.flatMap((note) => textOfNote(note, originOf)).map(inOurForm);
  if (reason.startsWith('Top-level await is currently not supported with'))
    return createDiagnostic('bundling-failed', { case: 'await', notes, embedded }, about);
  if (message.pluginName === '' && SYNTAX.test(reason))
    return createDiagnostic('invalid-syntax', { reason, notes, embedded }, about);
  const diagnostic = createDiagnostic('bundling-failed', { case: 'bundler', reason, notes, embedded }, about);
  return { ...diagnostic, code: codeOf(message) ?? diagnostic.code };
}

function causeOf(specifier: string, site: Site | undefined, importer: string | undefined): UnresolvedCause {
  const instead = describeForeignModule(specifier);
  if (instead) return { is: 'foreign', instead };
  if (NOT_A_PACKAGE.test(specifier))
    return {
      is: 'file',
      nearest: site && importer ? nearestFile(specifier, path.join(site.root, importer)) : undefined,
    };
  const name = packageName(specifier);
  if (name === site?.packageJson.name) return { is: 'own-package', name };
  if (site?.workspace && Object.hasOwn(site.workspace.packages, name)) return { is: 'workspace-package', name };
  const nearest = misspelt(name, site ? packagesOf(site) : []);
  // The subpath may be correct.
  return { is: 'package', name, nearest: nearest && nearest + specifier.slice(name.length) };
}

/** Returns the nearest existing file, with an extension only if the specifier has an extension. */
function nearestFile(specifier: string, importer: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const folder = path.join(path.dirname(importer), path.dirname(specifier));
  const hasExtension = path.extname(specifier) !== '';
  // The folder may be missing, too.
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const nearest = nearestName(
    path.basename(specifier),
    names.map((name) => (hasExtension ? name : name.replace(/\.\w+$/, ''))),
  );
  return nearest === undefined ? undefined : specifier.slice(0, -path.basename(specifier).length) + nearest;
}

function packagesOf(site: Site): string[] {
  const { packageJson, workspace } = site;
  const documented = librariesOf(site).flatMap(({ name }) => name ?? []);
  return [...documented, ...Object.keys(packageJson.dependencies ?? {}), ...Object.keys(workspace?.packages ?? {})];
}

function locationOf({ location }: Message): Location | undefined {
  return location
    ? {
        // The path of a reduced barrel contains the names of its exports.
        file: toPosix(location.file.replace(/^barrel:(.*)\?[^?]*$/, '$1').replace(/^[a-z-]+:/, '')),
        line: location.line,
        column: utf16Column(location.lineText, location.column),
        length: location.length,
        lineText: location.lineText,
      }
    : undefined;
}

/** Returns a bundler message with names in backticks, which is the format of our own messages. */
function inOurForm(text: string): string {
  return text.replace(/"([^"`\n]+)"/g, '`$1`');
}

function withoutBridge(text: string, site: Pick<Site, 'root'> | undefined): string {
  if (!site) return text;
  return text.replace(
    new RegExp(`"${BRIDGE_TO_FILE}:([^"]+)"`),
    (_, file: string) => `"${relativePath(site.root, file)}"`,
  );
}

/**
 * Returns the text of a note. A note that refers to code below it, such as `The opening "b" tag is here:`, gets a
 * location. So does the note about the import that led to a file.
 */
function textOfNote(
  { text, location }: Message['notes'][number],
  originOf: (file: string) => Origin | undefined,
): string[] {
  const isImport = text.startsWith('The plugin "');
  const subject = / here:$/.test(text) ? text.slice(0, -' here:'.length) : undefined;
  if (!isImport && subject === undefined) return text === '' ? [] : [text];
  const origin = location && originOf(location.file);
  if (!location || (!origin && /^[a-z-]{2,}:/.test(location.file))) return [];
  const { file, line } = origin ?? { file: toPosix(location.file), line: 0 };
  const place = `${file}:${line + location.line}:${utf16Column(location.lineText, location.column)}`;
  return [isImport ? `Imported at ${place}.` : `${subject} at ${place}.`];
}

/** Converts a column: esbuild counts bytes from 0, but diagnostics count UTF-16 units from 1. */
function utf16Column(lineText: string, byteColumn: number): number {
  return Buffer.from(lineText).subarray(0, byteColumn).toString().length + 1;
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Modules of other generators that pages import, each with its replacement. */
const MODULES: [pattern: RegExp, note: string][] = [
  [
    /^@theme(?:-original)?\/(?:Tabs|TabItem)$/,
    'This module belongs to Docusaurus. Remove the import, and write `<Tabs>` with `<Tab title="…">`: both are built in.',
  ],
  [/^@theme(?:-original)?\/CodeBlock$/, 'This module belongs to Docusaurus. Remove the import, and write a fence.'],
  [
    /^@theme(?:-original)?\/Admonition$/,
    'This module belongs to Docusaurus. Remove the import, and write `:::note Title`.',
  ],
  [
    /^@site\//,
    "`@site` belongs to Docusaurus. Write a path relative to the file, or add `alias: { '@site': './' }` to the configuration.",
  ],
  [
    /^(?:@theme(?:-original)?|@docusaurus|@generated)\//,
    'This module belongs to Docusaurus. Components and hooks of the theme come from `cascader-docs/theme` and `cascader-docs`.',
  ],
  [
    /^vitepress(?:\/|$)/,
    'This module belongs to VitePress. Components and hooks of the theme come from `cascader-docs/theme` and `cascader-docs`.',
  ],
];

/** Returns undefined for any other module. */
function describeForeignModule(specifier: string): string | undefined {
  return MODULES.find(([pattern]) => pattern.test(specifier))?.[1];
}
