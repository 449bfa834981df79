import type { BuildOptions, BuildResult, SameShape } from 'esbuild';
import { build } from './bundler.ts';

/** The environment as an object. Single variables are replaced with text. */
const WHOLE = 'import.meta.env';

/** Takes the place of the object, to find whether a module uses it. Strings that mention the object stay as they are. */
const PLACEHOLDER = 'cascaderDocsWholeEnvironment';

/** esbuild turns the object into a module that every other module imports. Few sites need it. */
export async function buildWithEnvironment<T extends BuildOptions & { write: false }>(
  options: SameShape<BuildOptions, T>,
): Promise<BuildResult<T>> {
  if (options.define?.[WHOLE] === undefined) return await build<T>(options);
  const define = { ...options.define, [WHOLE]: PLACEHOLDER };
  const result = await build<T>({ ...options, define } as SameShape<BuildOptions, T>);
  return isUsed(result as BuildResult<{ write: false }>) ? await build<T>(options) : result;
}

function isUsed({ outputFiles }: BuildResult<{ write: false }>): boolean {
  return outputFiles.some(
    ({ path, contents }) =>
      path.endsWith('.js') &&
      Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength).includes(PLACEHOLDER),
  );
}
