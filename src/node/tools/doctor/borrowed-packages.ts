import fs from 'node:fs';
import path from 'node:path';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { PipelineResult } from '../../build/pipeline.ts';
import type { Site } from '../../project/config/types.ts';

/** Packages that the site provides if the project does not install them. */
const OURS = new Set(['react', 'react-dom', 'cascader-docs']);

/**
 * CD430: the package is installed only because another one needs it, and disappears with it, such as dumi's
 * dependencies. The location is the first demo that imports it.
 */
export function findBorrowedPackages(
  { root, packageJson }: Site,
  { demoList, demoSources }: PipelineResult,
): Diagnostic[] {
  const named = new Set([...OURS, packageJson.name, ...Object.keys(packageJson.dependencies ?? {})]);
  const borrowed = new Map<string, Diagnostic>();
  for (const { id, file } of demoList) {
    const source = demoSources.get(id);
    if (!source) continue;
    for (const [name, { type, value }] of Object.entries(source.asset.dependencies)) {
      if (type !== 'NPM' || named.has(name) || borrowed.has(name)) continue;
      const location = { file, line: lineOfImport(path.join(root, file), name), column: 1 };
      borrowed.set(name, createDiagnostic('undeclared-package', { name, version: value }, { location }));
    }
  }
  return [...borrowed.values()];
}

/** Returns 1 if another file of the demo imports the package. */
function lineOfImport(filePath: string, name: string): number {
  const lines = fs.readFileSync(filePath, 'utf8').split('\n');
  const isImport = (line: string): boolean => [`'${name}`, `"${name}`].some((text) => line.includes(text));
  return 1 + Math.max(0, lines.findIndex(isImport));
}
