import type { Plugin } from 'esbuild';

/** Imports of addresses are errors where Node runs the bundle: it loads nothing from a host. The bundler leaves them as they are. */
export function addressPlugin(): Plugin {
  return {
    name: 'addresses',
    setup(build) {
      build.onResolve({ filter: /^(?:https?:)?\/\// }, ({ kind, path }) => {
        if (kind !== 'import-statement') return undefined;
        const notes = [{ text: 'Install the package that it is of, or copy the file into the project' }];
        return {
          errors: [{ text: `\`${path}\` is an address: what pages and themes import is rendered at build`, notes }],
        };
      });
    },
  };
}
