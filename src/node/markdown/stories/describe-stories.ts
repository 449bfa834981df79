/** Describes a file of stories for the page that shows it. */
import fs from 'node:fs';
import path from 'node:path';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { relativePath } from '../../base/files/paths.ts';
import type { DescribedStories } from '../../content/story-pages.ts';
import type { Site } from '../../project/config/types.ts';
import { librariesOf } from '../../project/libraries.ts';
import { loadStories } from './embed-story.ts';
import type { StoriesFile, Story } from './read-stories.ts';

/**
 * Reads a file of stories.
 *
 * @param filePath absolute
 * @throws DiagnosticError if it cannot be parsed
 */
export function describeStories(filePath: string, site: Site): DescribedStories {
  const loaded = loadStories(filePath);
  const file = relativePath(site.root, filePath);
  if ('problem' in loaded) {
    const { reason, line, column } = loaded.problem;
    const data = { case: 'unreadable', src: file, reason } as const;
    throw new DiagnosticError([createDiagnostic('invalid-story', data, { location: { file, line, column } })]);
  }
  const { title, description, stories, module } = loaded.file;
  return {
    title,
    description,
    component: exportedComponent(loaded.file, site),
    stories: stories.filter(isShown).map((story) => {
      const statement = module.declared.get(story.exportName)?.statement;
      const line = statement ? module.text.slice(0, module.range(statement).start).split('\n').length : 1;
      return { exportName: story.exportName, name: story.name, line };
    }),
    files: loaded.dependencies,
  };
}

/** Returns false for a story that its tags hide on pages. */
function isShown({ tags }: Story): boolean {
  const last = (tag: string): number => Math.max(tags.lastIndexOf(tag), 0);
  return !['dev', 'autodocs'].some((tag) => tags.includes(`!${tag}`) && tags.lastIndexOf(`!${tag}`) >= last(tag));
}

/** Returns the name of the component of a file, if the documented library exports it. */
function exportedComponent({ component, module }: StoriesFile, site: Site): string | undefined {
  if (site.config.apiParser === false || component?.node.type !== 'Identifier') return undefined;
  const { name: local } = component.node;
  const imported = module.imports.find((one) => one.local === local);
  const name = imported && imported.name !== 'default' ? imported.name : local;
  const [library] = librariesOf(site);
  return library && exportsName(library.entry, name) ? name : undefined;
}

/** Returns true if a module, or one whose exports it repeats, exports a name. */
function exportsName(filePath: string, name: string, depth = 0): boolean {
  const found = ['', '.ts', '.tsx', '/index.ts', '/index.tsx', '.js', '.jsx', '/index.js']
    .map((ending) => filePath + ending)
    .find((candidate) => fs.statSync(candidate, { throwIfNoEntry: false })?.isFile());
  if (found === undefined || depth > 5) return false;
  const text = fs.readFileSync(found, 'utf8');
  const word = name.replaceAll('$', '\\$');
  const declared = new RegExp(`\\bexport\\s+(?:const|let|function|class)\\s+${word}\\b`);
  const listed = new RegExp(`\\bexport\\s*\\{[^}]*(?<![\\w$])${word}\\s*[,}]`);
  if (declared.test(text) || listed.test(text)) return true;
  return [...text.matchAll(/\bexport\s*\*\s*from\s*['"](\.[^'"\n]+)['"]/g)].some(([, specifier = '']) =>
    exportsName(path.resolve(path.dirname(found), specifier.replace(/\.js$/, '')), name, depth + 1),
  );
}
