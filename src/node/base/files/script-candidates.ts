const ENDINGS = ['.tsx', '.ts', '.jsx', '.js', '.mjs', '.cjs'];

/**
 * Returns the paths of the files that the import of a script may refer to, the most likely first.
 * @param target resolved path in the import, with or without its extension
 */
export function scriptCandidates(target: string): string[] {
  // TypeScript files may import `./a.ts` as `./a.js`.
  const bare = target.replace(/\.[cm]?jsx?$/, '');
  const bases = bare === target ? [target] : [target, bare];
  return bases.flatMap((base) =>
    ['', ...ENDINGS, ...ENDINGS.map((ending) => `/index${ending}`)].map((end) => base + end),
  );
}
