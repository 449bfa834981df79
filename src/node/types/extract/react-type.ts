import type * as ts from '../compiler/index.ts';

/** Returns a type that React declares; undefined if its types are not installed. */
export function reactType(
  name: string,
  { checker, program }: { checker: ts.Checker; program: ts.Program },
): ts.Type | undefined {
  const fileName = program.fileNames().find((file) => file.endsWith('/@types/react/index.d.ts'));
  const file = fileName === undefined ? undefined : program.file(fileName);
  const module = file && checker.symbolAt(file);
  const symbol = module && checker.exportsOf(module).find((one) => one.name === name);
  return symbol && checker.declaredType(symbol);
}
