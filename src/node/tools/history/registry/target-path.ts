/** Decides which entries of a tarball are kept, and where they are written. */

/** Longest name of an entry. */
const LONGEST = 1000;

const DECLARATION = /\.d\.[cm]?ts$/;
const SCRIPT = /\.[cm]?js$/;

/** Returns true for a file with declarations. */
export function isDeclaration(filePath: string): boolean {
  return DECLARATION.test(filePath);
}

/**
 * Returns the path of an entry relative to the package, with forward slashes. Returns undefined for a file that is not kept, and
 * `unsafe` for one whose path could lead out of the folder on some system.
 *
 * `package.json` is also kept in subfolders, where it redirects imports.
 *
 * @param entryPath path in the tarball, whose first segment is a folder of any name
 */
export function targetPath(
  entryPath: string,
  { javascript }: { javascript: boolean },
): { path: string } | 'unsafe' | undefined {
  const isKept =
    isDeclaration(entryPath) || /[\\/]package\.json$/.test(entryPath) || (javascript && SCRIPT.test(entryPath));
  if (!isKept) return undefined;
  if (entryPath.length > LONGEST || entryPath.startsWith('/')) return 'unsafe';
  // Windows ignores dots and spaces at the end of a name. A colon follows a drive, or the name of a file with several contents.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names with them are refused.
  if (/[\\:\0-\x1f]|(?:^|\/)\.\.(?:\/|$)|[. ]\//.test(entryPath.replace(/^\.\//, ''))) return 'unsafe';
  const segments = entryPath.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.length < 2) return undefined;
  return { path: segments.slice(1).join('/') };
}
