/** Comment that sets the package of a file's JSX functions. */
const PRAGMA = /@jsxImportSource\s+(\S+)/;
const RUNTIME = /^(.+)\/jsx-(?:dev-)?runtime$/;

/**
 * A pragma in the edited text wins over the package that the file was compiled with. `imports` include those of
 * compiled JSX.
 */
export function jsxSource(text: string, imports: Record<string, string> = {}): string | undefined {
  const described = PRAGMA.exec(text)?.[1];
  const compiled = Object.keys(imports).flatMap((specifier) => RUNTIME.exec(specifier)?.[1] ?? []);
  const source = described ?? compiled.find((name) => name !== 'react');
  return source === 'react' ? undefined : source;
}
