import fs from 'node:fs';
import path from 'node:path';
import { DiagnosticError, formatDiagnostic } from 'cascader-docs';
import type { TestSite } from './build-site.ts';

/** Runs a task, and returns the printed diagnostics of its result or error. */
export async function textOf(task: Promise<unknown>): Promise<string> {
  const found = await task.then(
    (result) => (result as { diagnostics?: DiagnosticError['diagnostics'] } | undefined)?.diagnostics ?? [],
    (error: unknown) => {
      if (!(error instanceof DiagnosticError)) throw error;
      return error.diagnostics;
    },
  );
  return found.map((one) => formatDiagnostic(one)).join('\n');
}

/** Lists the files in a folder of a site, without the digits of contents. */
export const filesIn = ({ root }: TestSite, folder: string): string[] =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));

/** Writes files into a folder of a site, and returns its absolute path. */
export const write = ({ root }: TestSite, folder: string, files: Record<string, string>): string => {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, folder, name)), { recursive: true });
    fs.writeFileSync(path.join(root, folder, name), text);
  }
  return path.join(root, folder);
};
