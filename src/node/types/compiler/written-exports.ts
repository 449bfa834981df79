/** Sorts the exports of a module in their written order, which the compiler does not keep. */
import { isExportDeclaration, isSourceFile, type Node, type SourceFile } from './syntax.ts';
import type { CheckedSymbol } from './types.ts';

/** `symbolAt` returns the module of a specifier. Exports of `export *` come last. */
export function inWrittenOrder(
  module: CheckedSymbol,
  exported: CheckedSymbol[],
  symbolAt: (node: Node) => CheckedSymbol | undefined,
): CheckedSymbol[] {
  const ranks = new Map([...filesOf(module, symbolAt)].map((file, index) => [file, index]));
  const positionOf = (one: CheckedSymbol): [number, number] => {
    const [declaration] = one.declarations;
    return [(declaration && ranks.get(declaration.getSourceFile())) ?? ranks.size, declaration?.pos ?? 0];
  };
  const positions = new Map(exported.map((one) => [one, positionOf(one)]));
  return exported.sort((a, b) => {
    const [[fileA, posA], [fileB, posB]] = [positions.get(a) ?? [0, 0], positions.get(b) ?? [0, 0]];
    return fileA - fileB || posA - posB;
  });
}

function filesOf(
  module: CheckedSymbol,
  symbolAt: (node: Node) => CheckedSymbol | undefined,
  found = new Set<Node>(),
): Set<Node> {
  const file = module.declarations.find((node: Node) => isSourceFile(node)) as SourceFile | undefined;
  if (!file || found.has(file)) return found;
  found.add(file);
  for (const statement of file.statements) {
    if (!isExportDeclaration(statement) || statement.exportClause || !statement.moduleSpecifier) continue;
    const target = symbolAt(statement.moduleSpecifier);
    if (target) filesOf(target, symbolAt, found);
  }
  return found;
}
