import path from 'node:path';
import { extractICSS, replaceSymbols, replaceValueSymbols } from 'icss-utils';
import postcss from 'postcss';
import extractImports from 'postcss-modules-extract-imports';
import localByDefault from 'postcss-modules-local-by-default';
import scope from 'postcss-modules-scope';
import values from 'postcss-modules-values';
import type { CssModuleTools } from '../../../shared/css-modules.ts';
import { relativePath } from '../../base/files/paths.ts';
import { hexHash } from '../../base/hash.ts';

/** Tools that compile CSS modules during the build. The frame of edited demos uses the same tools. */
export const cssModuleTools: CssModuleTools<postcss.AcceptedPlugin, postcss.Root> = {
  postcss: (plugins) => postcss(plugins) as ReturnType<CssModuleTools<postcss.AcceptedPlugin, postcss.Root>['postcss']>,
  plugins: [values, localByDefault(), extractImports()],
  scope,
  extractICSS,
  replaceSymbols,
  replaceValueSymbols,
};

/** Returns the file's name, for readability, and a hash of its path, so that names in two style sheets never collide. */
export function scopeOf(filePath: string, projectRoot: string): string {
  const place = relativePath(projectRoot, filePath);
  const name = path
    .basename(filePath)
    .replace(/\.module\.\w+$/, '')
    .replace(/[^\w-]/g, '-');
  const hash = hexHash(place, 6);
  return `${/^[a-z_]/i.test(name) ? '' : '_'}${name}_${hash}`;
}
