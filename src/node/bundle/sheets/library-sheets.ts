import type { Plugin } from 'esbuild';
import type { Site } from '../../project/config/types.ts';
import { librariesOf } from '../../project/libraries.ts';
import { subpathSource } from '../../project/library-subpaths.ts';

/** Resolves `@import 'my-library/styles.css'` of the documented package to its source, as for imports of scripts. */
export function librarySheetsPlugin(site: Site): Plugin {
  return {
    name: 'library-sheets',
    setup({ onResolve }) {
      for (const library of librariesOf(site)) {
        const { name } = library;
        if (name === undefined) continue;
        onResolve({ filter: /./ }, ({ path: specifier }) => {
          const isOfLibrary = specifier.startsWith(`${name}/`);
          const file = isOfLibrary ? subpathSource(library, specifier.slice(name.length + 1)) : undefined;
          return file === undefined ? undefined : { path: file };
        });
      }
    },
  };
}
