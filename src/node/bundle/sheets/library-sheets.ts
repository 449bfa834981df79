import type { Plugin } from 'esbuild';
import type { Site } from '../../config/types.ts';
import { librariesOf } from '../../libraries.ts';
import { subpathSource } from '../../library-subpaths.ts';

/** Leads `@import 'my-library/styles.css'` of the documented package to its source, as it is for scripts. */
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
