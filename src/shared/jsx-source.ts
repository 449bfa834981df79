/** Comment that sets the package of a file's JSX functions. */
const PRAGMA = /@jsxImportSource\s+(\S+)/;
const RUNTIME = /^(.+)\/jsx-(?:dev-)?runtime$/;

/**
 * Returns the package that provides the JSX functions of a file; undefined for React. A pragma in the edited text wins
 * over the package that the file was compiled with.
 *
 * @param imports the file's imports, including those of its compiled JSX
 */
export function jsxSource(text: string, imports: Record<string, string> = {}): string | undefined {
  const described = PRAGMA.exec(text)?.[1];
  const compiled = Object.keys(imports).flatMap((specifier) => RUNTIME.exec(specifier)?.[1] ?? []);
  const source = described ?? compiled.find((name) => name !== 'react');
  return source === 'react' ? undefined : source;
}
