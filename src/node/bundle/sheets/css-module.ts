import { createHash } from 'node:crypto';
import path from 'node:path';
import { extractICSS, replaceSymbols, replaceValueSymbols } from 'icss-utils';
import postcss from 'postcss';
import extractImports from 'postcss-modules-extract-imports';
import localByDefault from 'postcss-modules-local-by-default';
import scope from 'postcss-modules-scope';
import values from 'postcss-modules-values';
import type { CssModuleTools } from '../../../shared/css-modules.ts';
import { relativePath } from '../../base/files/paths.ts';

/** The tools with which the build makes CSS modules; the frame of edited demos has the same. */
export const cssModuleTools: CssModuleTools<postcss.AcceptedPlugin, postcss.Root> = {
  postcss: (plugins) => postcss(plugins) as ReturnType<CssModuleTools<postcss.AcceptedPlugin, postcss.Root>['postcss']>,
  plugins: [values, localByDefault(), extractImports()],
  scope,
  extractICSS,
  replaceSymbols,
  replaceValueSymbols,
};

/**
 * What the names of a CSS module begin with: the name of its file, to be known again, and a hash of its place, so that no
 * two sheets have the same, in whatever bundle they stand.
 */
export function scopeOf(filePath: string, projectRoot: string): string {
  const place = relativePath(projectRoot, filePath);
  const name = path
    .basename(filePath)
    .replace(/\.module\.\w+$/, '')
    .replace(/[^\w-]/g, '-');
  const hash = createHash('sha256').update(place).digest('hex').slice(0, 6);
  return `${/^[a-z_]/i.test(name) ? '' : '_'}${name}_${hash}`;
}
