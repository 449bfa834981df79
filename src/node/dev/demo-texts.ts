import fs from 'node:fs/promises';
import path from 'node:path';
import { relativePath } from '../base/files/paths.ts';
import type { EmbeddedDemo } from '../markdown/types.ts';
import type { UsageDemo, UsageFile } from '../types/usage/find-uses.ts';

const ENDINGS = ['', '.tsx', '.ts', '.jsx', '.js', '/index.tsx', '/index.ts', '/index.jsx', '/index.js'];

/** Reads a demo's scripts and their relative imports: enough to find used APIs without a bundler. */
export async function readDemoTexts(demo: EmbeddedDemo, isLibrary: (filePath: string) => boolean): Promise<UsageDemo> {
  const folder = path.dirname(demo.filePath);
  const nameOf = (filePath: string): string => relativePath(folder, filePath);
  const files: UsageFile[] = [];
  const seen = new Set<string>();
  const visit = async (filePath: string, name: string, text: string): Promise<void> => {
    seen.add(filePath);
    const imports: Record<string, string> = {};
    files.push({ name, text, imports });
    for (const [, specifier = ''] of text.matchAll(/\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g)) {
      const found = await readScript(path.resolve(path.dirname(filePath), specifier));
      if (!found || isLibrary(found.filePath)) continue;
      imports[specifier] = `./${nameOf(found.filePath)}`;
      if (!seen.has(found.filePath)) await visit(found.filePath, nameOf(found.filePath), found.text);
    }
  };
  const text = demo.code?.text ?? (await fs.readFile(demo.filePath, 'utf8').catch(() => ''));
  await visit(demo.filePath, `index${demo.code ? `.${demo.code.lang}` : path.extname(demo.filePath)}`, text);
  return { id: demo.id, files };
}

async function readScript(target: string): Promise<{ filePath: string; text: string } | undefined> {
  for (const ending of ENDINGS) {
    const filePath = target + ending;
    if (!/\.[jt]sx?$/.test(filePath)) continue;
    const text = await fs.readFile(filePath, 'utf8').catch(() => undefined);
    if (text !== undefined) return { filePath, text };
  }
  return undefined;
}
