/** All imports of React lead to one copy, but not what is in a package's build. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ReactCopy } from '../base/diagnostics/codes/demo-errors.ts';
import { relativePath } from '../base/files/paths.ts';
import type { DemoScript } from '../bundle/types.ts';

/** Errors that a second copy of React causes, and other mistakes too. */
const SYMPTOMS =
  /\((?:reading|calling) 'use[A-Z]\w*'\)|^Invalid hook call|^Objects are not valid as a React child.*\$\$typeof|older version of React/;

/** Assignment that only React itself contains, in each of its builds. */
const INTERNALS =
  /\b__(?:SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED|CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE)\s*[:=](?!=)/;
const VERSION = /\bversion\s*[:=]\s*["'](\d+\.\d+\.\d+[^"']*)["']/i;

/** Returns whether several copies of React may have caused an error. */
export function isOfCopies(message: string): boolean {
  return SYMPTOMS.test(message);
}

/** The site's own copy comes first. Returns undefined if there is only that one. */
export async function findReactCopies(
  scripts: readonly DemoScript[],
  { root, reactFolders }: { root: string; reactFolders: ReadonlyMap<string, string> },
): Promise<ReactCopy[] | undefined> {
  const maps = await Promise.all(scripts.map(async ({ map }) => await map()));
  const sources = new Set(maps.filter(Boolean).flatMap((map): string[] => JSON.parse(map).sources));
  const copies = [...sources].flatMap((source): ReactCopy[] => {
    const filePath = path.resolve(root, source);
    const text = textOf(filePath);
    const version = INTERNALS.test(text) ? VERSION.exec(text)?.[1] : undefined;
    return version === undefined ? [] : [{ path: relativePath(root, filePath), version }];
  });
  const manifest = createRequire(path.join(reactFolders.get('react') ?? root, 'x.js')).resolve('react/package.json');
  const { version } = JSON.parse(fs.readFileSync(manifest, 'utf8'));
  return copies.length > 0 ? [{ path: relativePath(root, path.dirname(manifest)), version }, ...copies] : undefined;
}

/** Returns the text of a source; empty for a generated module. */
function textOf(filePath: string): string {
  return fs.existsSync(filePath) ? fs.readFileSync(filePath, 'utf8') : '';
}
