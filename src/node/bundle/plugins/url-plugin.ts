import type { Plugin } from 'esbuild';

/** Reports imports of URLs. Node cannot load modules from a host, and esbuild leaves such imports unchanged. */
export function urlPlugin(): Plugin {
  return {
    name: 'urls',
    setup(build) {
      build.onResolve({ filter: /^(?:https?:)?\/\// }, ({ kind, path }) => {
        if (kind !== 'import-statement') return undefined;
        const notes = [{ text: 'Install the package that contains the file, or copy the file into the project.' }];
        return {
          errors: [{ text: `\`${path}\` is a URL, which pages and themes cannot import`, notes }],
        };
      });
    },
  };
}
