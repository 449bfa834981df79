/** `cascader-docs/pages`: the list of all pages, as a module that is bundled only where something imports it. */
import type { Metafile, Plugin } from 'esbuild';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { hashOf } from '../store/observe-reads.ts';
import { toMessage } from './esbuild/message-code.ts';

/** Returns the list of all pages as JSON. It is read when a module imports it, since few sites do. */
export type AllPages = () => string | Promise<string>;

const PAGES_MODULE = 'cascader-docs/pages';
/** Namespace of the module. Its path is the digest of the list, so that a metafile tells which list went in. */
const NAMESPACE = 'site-pages';

/**
 * Gives the bundler the list of all pages. Modules share it, so it cannot be changed.
 *
 * @param allPages absent where the list is not available: in demos
 * @param isOfSite checks an absolute path: only files of the site may import the list, since libraries and packages also run without it
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

/** Name of the module in a metafile, if a module imports it. */
export function pagesInput({ inputs }: Metafile): string | undefined {
  return Object.keys(inputs).find((name) => name.startsWith(`${NAMESPACE}:`));
}

/** Digest of the list that a bundle contains: the bundle is stale when the list has another one. */
export function pagesDigest(metafile: Metafile): string | undefined {
  return pagesInput(metafile)?.slice(NAMESPACE.length + 1);
}

/** True for a bundle without the list, or with the one that the site has now. */
export async function hasCurrentPages(
  { pages }: { pages?: string | undefined },
  allPages: AllPages | undefined,
): Promise<boolean> {
  return pages === undefined || (allPages !== undefined && pages === hashOf(await allPages()));
}
