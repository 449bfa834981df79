/** A word of a file about its own JSX. */
const PRAGMA = /@jsxImportSource\s+(\S+)/;
const RUNTIME = /^(.+)\/jsx-(?:dev-)?runtime$/;

/**
 * Package whose functions the JSX of a file becomes; undefined for React's. Edited text may say it; else it is the one that
 * the file was compiled with.
 *
 * @param imports what the file imports, what its JSX becomes included
 */
export function jsxSource(text: string, imports: Record<string, string> = {}): string | undefined {
  const said = PRAGMA.exec(text)?.[1];
  const compiled = Object.keys(imports).flatMap((specifier) => RUNTIME.exec(specifier)?.[1] ?? []);
  const source = said ?? compiled.find((name) => name !== 'react');
  return source === 'react' ? undefined : source;
}
