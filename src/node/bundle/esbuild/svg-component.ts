import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Site } from '../../project/config/types.ts';

interface Svgr {
  transform(svg: string, options: object, state: object): Promise<string>;
}

const PACKAGES = ['@svgr/core', '@svgr/plugin-jsx'];
/** Error message if SVGR is not installed in the project. */
export const SVGR_MISSING =
  'An SVG picture as a component needs SVGR, which is not installed. Install it: `npm install --save-dev @svgr/core @svgr/plugin-jsx`';

/**
 * Uses the project's SVGR with its configuration. Undefined if it is not installed. With `url`, the component is
 * `ReactComponent`, and the default is the URL.
 */
export async function svgComponent(
  site: Site,
  filePath: string,
  { url }: { url?: string } = {},
): Promise<string | undefined> {
  const [core, jsx] = PACKAGES.map((name) => resolveFrom([path.dirname(filePath), site.root, site.projectRoot], name));
  if (!core || !jsx) return undefined;
  const module = await import(pathToFileURL(core).href);
  const { transform } = (module.transform ? module : module.default) as Svgr;
  const plugin = await import(pathToFileURL(jsx).href);
  return await transform(
    await fs.readFile(filePath, 'utf8'),
    {
      jsxRuntime: 'automatic',
      plugins: [plugin.default?.default ?? plugin.default],
      exportType: url ? 'named' : 'default',
    },
    { filePath, caller: { name: 'cascader-docs', previousExport: url && `export default ${JSON.stringify(url)};` } },
  );
}

function resolveFrom(folders: string[], name: string): string | undefined {
  for (const folder of folders) {
    try {
      return createRequire(path.join(folder, 'package.json')).resolve(name);
    } catch {
      // Not installed there: try the next folder.
    }
  }
  return undefined;
}
