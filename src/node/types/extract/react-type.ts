import type * as ts from '../compiler/index.ts';

/** Returns a type that React declares; undefined if its types are not installed. */
export function reactType(name: string, { checker, file, fileNames }: ts.Program): ts.Type | undefined {
  const fileName = fileNames().find((one) => one.endsWith('/@types/react/index.d.ts'));
  const source = fileName === undefined ? undefined : file(fileName);
  const module = source && checker.symbolAt(source);
  const symbol = module && checker.exportsOf(module).find((one) => one.name === name);
  return symbol && checker.declaredType(symbol);
}
