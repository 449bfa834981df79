import fs from 'node:fs';
import { escapeRegExp } from '../../../shared/escape-reg-exp.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, locate } from '../../base/diagnostics/diagnostic.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import { relativePath } from '../../base/files/paths.ts';
import { readText } from '../../content/page-texts.ts';
import { locationInCode } from '../../markdown/code-location.ts';
import type { Site } from '../../project/config/types.ts';
import type { UnitBundle, UnitInput } from './unit.ts';

interface MissingExport {
  module: string;
  name: string;
  known: string[];
}

/** Reports missing exports. A unit is bundled without the library, so these exports would only be undefined at run time. */
export function reportMissingExports(
  site: Site,
  { source, bundle, library }: { source: UnitInput; bundle: UnitBundle; library: string },
): Diagnostic[] {
  return findMissing(bundle, library).map(({ module, name, known }) => {
    const file = relativePath(site.root, bundle.modules.get(module) ?? module);
    return createDiagnostic(
      'bundling-failed',
      { case: 'missing-export', file, name, nearest: nearestName(name, known) },
      { location: locationOf(site, source, bundle, { module, name }) },
    );
  });
}

/** Finds missing exports of the library. Types are not in the scripts. */
function findMissing({ code, modules }: UnitBundle, library: string): MissingExport[] {
  const found = new Map<string, MissingExport>();
  for (const [, variable = '', module = ''] of code.matchAll(
    /\bvar (import_\w+) = (?:__toESM\()?(?:__)?require\("((?:[^"\\]|\\.)+)"\)/g,
  )) {
    const known = modules.has(module) ? exportsOf(module, library) : undefined;
    if (!known) continue;
    for (const [, name = ''] of code.matchAll(new RegExp(`\\b${variable}\\.([\\w$]+)`, 'g')))
      if (!known.includes(name)) found.set(`${module}\n${name}`, { module, name, known });
  }
  return [...found.values()];
}

/** Returns the names that a module exports. Undefined for CommonJS, and for modules that re-export CommonJS. */
function exportsOf(module: string, library: string): string[] | undefined {
  const entry = `${JSON.stringify(module)}: () => (`;
  const start = library.indexOf(entry);
  if (start < 0) return undefined;
  const rest = library.slice(start + entry.length, library.indexOf('\n', start));
  const [, variable] = /^init_\w+\(\), __toCommonJS\((\w+)\)\)/.exec(rest) ?? [];
  if (!variable || library.includes(`__reExport(${variable},`)) return undefined;
  const [, names = ''] = new RegExp(`__export\\(${variable}, \\{([^}]*)\\}`).exec(library) ?? [];
  return [...names.matchAll(/^\s*"?([^":\s]+)"?: \(\) =>/gm)].map(([, name = '']) => name);
}

function locationOf(
  site: Site,
  { demos: [demo], pages: [source] }: UnitInput,
  { files }: UnitBundle,
  { module, name }: Pick<MissingExport, 'module' | 'name'>,
): Diagnostic['location'] {
  for (const { filePath, imports } of files) {
    const fence = demo?.filePath === filePath ? demo.code : undefined;
    const text = fence?.text ?? fs.readFileSync(filePath, 'utf8');
    const specifiers = Object.keys(imports).filter((specifier) => imports[specifier] === module);
    const offset = findImport(text, name, specifiers);
    if (offset === undefined) continue;
    const location = locate(relativePath(site.root, filePath), text, offset, name.length);
    return demo && fence ? locationInCode(location, demo) : location;
  }
  if (!source) return demo?.location;
  const { page } = source;
  const text = readText(page);
  const offset = findImport(text, name, [module]) ?? page.bodyOffset;
  return locate(page.sourcePath, text, offset, name.length);
}

function findImport(text: string, name: string, specifiers: string[]): number | undefined {
  for (const { index, 0: statement, 1: specifier = '' } of text.matchAll(
    /\b(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"\n]+)['"]/g,
  )) {
    if (!specifiers.includes(specifier)) continue;
    const at = new RegExp(`(?<![\\w$])${escapeRegExp(name)}(?![\\w$])`).exec(statement)?.index;
    if (at !== undefined) return index + at;
  }
  return undefined;
}
