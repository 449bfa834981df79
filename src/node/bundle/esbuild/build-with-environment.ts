import type { BuildOptions, BuildResult, SameShape } from 'esbuild';
import { build } from './bundler.ts';

/** The environment as an object. Single variables are replaced with text. */
const WHOLE = 'import.meta.env';

/**
 * Bundles, and bundles again if a module uses `import.meta.env` as an object. esbuild turns the object into a module
 * that every other module imports. Few sites need it, and otherwise every site would ship it.
 */
export async function buildWithEnvironment<T extends BuildOptions & { write: false }>(
  options: SameShape<BuildOptions, T>,
): Promise<BuildResult<T>> {
  const { [WHOLE]: whole, ...define } = options.define ?? {};
  const result = await build<T>({ ...options, define } as SameShape<BuildOptions, T>);
  return whole !== undefined && needsWholeNamespace(result as BuildResult<{ write: false }>)
    ? await build<T>(options)
    : result;
}

/**
 * Checks for uses that esbuild did not replace. In formats without `import.meta` it warns, in others it leaves the
 * text.
 */
function needsWholeNamespace({ outputFiles, warnings }: BuildResult<{ write: false }>): boolean {
  return (
    warnings.some(({ id }) => id === 'empty-import-meta') ||
    outputFiles.some(
      ({ path, contents }) =>
        path.endsWith('.js') && Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength).includes(WHOLE),
    )
  );
}
