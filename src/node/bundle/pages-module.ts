/** Provides `cascader-docs/pages`, the list of all pages. This module is bundled only if another module imports it. */

import type { Metafile, Plugin } from 'esbuild';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { hashOf } from '../base/hash.ts';
import { toMessage } from './esbuild/message-code.ts';

/** Returns the list of all pages as JSON. Called only if a module imports the list, because few sites use it. */
export type AllPages = () => string | Promise<string>;

const PAGES_MODULE = 'cascader-docs/pages';
/** Namespace of the module. The path is the digest of the list, so a metafile shows which list was bundled. */
const NAMESPACE = 'site-pages';

/**
 * Provides the list. The list is frozen, because modules share it. Only files of the site may import the list: packages
 * also run outside the site. `allPages` is undefined where the list is not available, as in demos.
 */
export function pagesPlugin(allPages: AllPages | undefined, isOfSite: (filePath: string) => boolean): Plugin {
  return {
    name: 'pages',
    setup(build) {
      build.onResolve({ filter: /^cascader-docs\/pages$/ }, async ({ importer, namespace }) => {
        if (!allPages || (namespace === 'file' && !isOfSite(importer))) return { errors: [notAvailable()] };
        const list = await allPages();
        return { path: hashOf(list), namespace: NAMESPACE, pluginData: list };
      });
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ pluginData }) => ({
        contents: `export default /* @__PURE__ */ Object.freeze(/* @__PURE__ */ JSON.parse(${JSON.stringify(pluginData)}));`,
      }));
    },
  };
}

function notAvailable() {
  return toMessage(createDiagnostic('pages-outside-site', { module: PAGES_MODULE }));
}

export function pagesInput({ inputs }: Metafile): string | undefined {
  return Object.keys(inputs).find((name) => name.startsWith(`${NAMESPACE}:`));
}

/** Returns the digest of the bundled list. The bundle is stale if the site's list has a different digest. */
export function pagesDigest(metafile: Metafile): string | undefined {
  return pagesInput(metafile)?.slice(NAMESPACE.length + 1);
}

/** Returns true for a bundle without the list, or with the site's current list. */
export async function hasCurrentPages(
  { pages }: { pages?: string | undefined },
  allPages: AllPages | undefined,
): Promise<boolean> {
  return pages === undefined || (allPages !== undefined && pages === hashOf(await allPages()));
}
