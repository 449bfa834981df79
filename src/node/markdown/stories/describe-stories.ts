/** Describes a stories file for the page that shows it. */
import fs from 'node:fs';
import path from 'node:path';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { relativePath } from '../../base/files/paths.ts';
import { scriptCandidates } from '../../base/files/script-candidates.ts';
import { decodePage } from '../../content/read-page.ts';
import type { DescribedStories, KnownExports, ModuleExports } from '../../content/story-pages.ts';
import type { Site } from '../../project/config/types.ts';
import { librariesOf } from '../../project/libraries.ts';
import { loadStories } from './embed-story.ts';
import { type Module, parseModule } from './parse-module.ts';
import { exportedNames, locateStory, nameOf, type StoriesFile, type Story } from './read-stories.ts';

/** Maximum number of files through which an export is followed. */
const MAX_STEPS = 5;

/**
 * Reads a stories file.
 *
 * @param filePath absolute
 * @param known what modules of the library export, shared by several calls
 * @throws DiagnosticError if it cannot be parsed
 */
export function describeStories(filePath: string, site: Site, known: KnownExports = new Map()): DescribedStories {
  const loaded = loadStories(filePath, site);
  const file = relativePath(site.root, filePath);
  if ('problem' in loaded) {
    const { reason, ...place } = loaded.problem;
    const data = { case: 'unreadable', src: file, reason } as const;
    throw new DiagnosticError([createDiagnostic('invalid-story', data, { location: { file, ...place } })]);
  }
  const { title, id, description, stories } = loaded.file;
  const shown = stories.filter(isShown);
  return {
    title,
    id,
    description,
    component: exportedComponent(loaded.file, site, known),
    props: [...(shown[0]?.argTypes ?? [])].flatMap(([name, { description }]) =>
      description === undefined ? [] : [{ name, description }],
    ),
    stories: shown.map((story) => ({
      exportName: story.exportName,
      name: story.name,
      line: locateStory(story, file).line,
      ignored: story.ignored,
      isFramed: story.frame !== undefined,
    })),
    files: loaded.dependencies,
  };
}

/** Returns false for a story that its tags hide in Storybook's sidebar. */
function isShown({ tags }: Story): boolean {
  return !tags.includes('!dev') || tags.lastIndexOf('!dev') < tags.lastIndexOf('dev');
}

function exportedComponent({ component, module }: StoriesFile, site: Site, known: KnownExports): string | undefined {
  if (site.config.apiParser === false || component?.node.type !== 'Identifier') return undefined;
  const { name: local } = component.node;
  const imported = module.imports.find((one) => one.local === local);
  if (imported?.name === '*') return undefined;
  const name = imported && imported.name !== 'default' ? imported.name : local;
  return librariesOf(site).some(({ entry }) => exportsName(entry, name, known)) ? name : undefined;
}

/** Returns true if a module, or a module that it re-exports, exports a name. */
function exportsName(filePath: string, name: string, known: KnownExports, depth = 0): boolean {
  if (depth > MAX_STEPS) return false;
  const exports = known.get(filePath) ?? exportsOf(filePath);
  known.set(filePath, exports);
  return exports.names.has(name) || exports.files.some((file) => exportsName(file, name, known, depth + 1));
}

/** Returns the names that a module exports, and the modules that it re-exports, without their extensions. */
function exportsOf(filePath: string): ModuleExports {
  const found = scriptCandidates(filePath).find((one) => fs.statSync(one, { throwIfNoEntry: false })?.isFile());
  const exports: ModuleExports = { names: new Set(), files: [] };
  let statements: Module['statements'] = [];
  try {
    if (found !== undefined) statements = parseModule(decodePage(fs.readFileSync(found, 'utf8')), found).statements;
  } catch {
    // The compiler reports it.
  }
  for (const statement of statements) {
    if (statement.type === 'ExportNamedDeclaration')
      for (const name of exportedNames(statement)) exports.names.add(name);
    if (statement.type !== 'ExportAllDeclaration') continue;
    const from = String(statement.source.value);
    if (statement.exported) exports.names.add(nameOf(statement.exported));
    else if (from.startsWith('.')) exports.files.push(path.resolve(path.dirname(found ?? ''), from));
  }
  return exports;
}
