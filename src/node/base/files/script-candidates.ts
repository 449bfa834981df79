const ENDINGS = ['.tsx', '.ts', '.jsx', '.js', '.mjs', '.cjs'];

/**
 * Returns the paths of the files that a script import may refer to, the most likely first.
 *
 * @param target path in the import, resolved; with or without its extension
 */
export function scriptCandidates(target: string): string[] {
  // TypeScript files may import `./a.ts` as `./a.js`.
  const bare = target.replace(/\.[cm]?jsx?$/, '');
  const bases = bare === target ? [target] : [target, bare];
  return bases.flatMap((base) =>
    ['', ...ENDINGS, ...ENDINGS.map((ending) => `/index${ending}`)].map((end) => base + end),
  );
}
