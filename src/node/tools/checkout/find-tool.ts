import path from 'node:path';
import { readText } from '../../base/files/read-files.ts';
import { packageDir } from '../../base/package-dir.ts';
import { foldersUp } from './install-command.ts';

export interface SiteTool {
  bin: string;
  /** False if the checkout has no version of its own. */
  isOwn: boolean;
}

const NAME = 'cascader-docs';

/**
 * The repository of the tool builds its site with its own code. The fallback is the running version, for a project that
 * uses `npx`. `top` is the folder of the checkout.
 */
export function findTool(folder: string, top: string): SiteTool {
  const candidates = foldersUp(folder, top).flatMap((dir) => [path.join(dir, 'node_modules', NAME), dir]);
  for (const candidate of candidates) {
    const bin = binOf(candidate);
    if (bin !== undefined) return { bin, isOwn: true };
  }
  return { bin: path.join(packageDir, 'bin/cascader-docs.js'), isOwn: false };
}

function binOf(dir: string): string | undefined {
  try {
    const { name, bin } = JSON.parse(readText(path.join(dir, 'package.json')));
    const file = typeof bin === 'string' ? bin : bin?.[NAME];
    return name === NAME && typeof file === 'string' ? path.join(dir, file) : undefined;
  } catch {
    // There is no package, or the package manager reports its errors.
    return undefined;
  }
}
