import fs from 'node:fs';
import path from 'node:path';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { packedAmong } from '../../base/files/npm-pack.ts';
import { isInside, relativePath, shownPath } from '../../base/files/paths.ts';
import { locateKey } from '../../project/config/key-location.ts';
import type { Site } from '../../project/config/types.ts';
import type { LibraryVersion } from '../../project/libraries.ts';

/** The script of package.json that runs before a package is packed. */
const SCRIPT = 'prepack';

/** npm would not publish the folder (CD883), or no script writes it before a release (CD888). */
export function checkRelease(
  { root }: Site,
  { library, outDir, files }: { library: LibraryVersion; outDir: string; files: readonly string[] },
): Diagnostic[] {
  const { dir, name } = library;
  const folder = shownPath(root, outDir);
  if (dir === undefined || !isInside(dir, outDir))
    return [createDiagnostic('pack-not-published', { case: 'elsewhere', folder, name })];
  const filePath = path.join(dir, 'package.json');
  const text = fs.readFileSync(filePath, 'utf8');
  const manifest = JSON.parse(text.replace(/^\uFEFF/, '')) as { files?: unknown; scripts?: Record<string, string> };
  const file = relativePath(root, filePath);
  const inPackage = relativePath(dir, outDir);
  const paths = files.map((one) => `${inPackage}/${one}`);
  const diagnostics: Diagnostic[] = [];
  if (packedAmong(dir, paths).length < paths.length) {
    const [entry = ''] = inPackage.split('/');
    const data = { case: Array.isArray(manifest.files) ? 'unlisted' : 'ignored', folder, entry } as const;
    diagnostics.push(createDiagnostic('pack-not-published', data, { location: locateKey(file, text, ['files']) }));
  }
  const scripts = Object.values(manifest.scripts ?? {});
  if (!scripts.some((script) => /\bcascader-docs\s+pack\b/.test(String(script)))) {
    const before = manifest.scripts?.[SCRIPT];
    const command = ['cascader-docs pack', relativePath(dir, root)].filter(Boolean).join(' ');
    const data = { script: SCRIPT, command: before === undefined ? command : `${before} && ${command}` };
    diagnostics.push(createDiagnostic('pack-not-in-prepack', data));
  }
  return diagnostics;
}
