import type { BuildOptions, BuildResult, SameShape } from 'esbuild';
import { build } from './bundler.ts';

/** The environment as a whole; what is asked for by name is a text in its place. */
const WHOLE = 'import.meta.env';

/**
 * Bundles, and once more when a module asks for `import.meta.env` as a whole. The bundler makes a module of an object that stands
 * for a name, which every other module then imports: few sites have a use for that, and all would send it.
 */
export async function buildWithEnvironment<T extends BuildOptions & { write: false }>(
  options: SameShape<BuildOptions, T>,
): Promise<BuildResult<T>> {
  const { [WHOLE]: whole, ...define } = options.define ?? {};
  const result = await build<T>({ ...options, define } as SameShape<BuildOptions, T>);
  return whole !== undefined && asksForWhole(result as BuildResult<{ write: false }>)
    ? await build<T>(options)
    : result;
}

/** Where a script can have no `import.meta`, the bundler tells of it, else it leaves it where it is. */
function asksForWhole({ outputFiles, warnings }: BuildResult<{ write: false }>): boolean {
  return (
    warnings.some(({ id }) => id === 'empty-import-meta') ||
    outputFiles.some(
      ({ path, contents }) =>
        path.endsWith('.js') && Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength).includes(WHOLE),
    )
  );
}
