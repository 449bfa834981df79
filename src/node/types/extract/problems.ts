import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, locate } from '../../base/diagnostics/diagnostic.ts';
import { relativePath } from '../../base/files/paths.ts';
import * as ts from '../compiler/index.ts';
import type { TypesContext } from './context.ts';

/** Reports types in the `extends` clauses of an interface that could not be found. */
export function checkHeritage(context: TypesContext, type: ts.Type): void {
  if (!type.isClassOrInterface()) return;
  for (const declaration of type.symbol?.declarations ?? []) {
    if (!ts.isInterfaceDeclaration(declaration) || !context.packages.isOwn(declaration)) continue;
    for (const clause of declaration.heritageClauses ?? []) reportUnresolved(context, clause);
  }
  for (const base of type.baseTypes) checkHeritage(context, base);
}

/** Returns true if there are any unresolved names. */
export function reportUnresolved(context: TypesContext, node: ts.Node): boolean {
  const name = nameOfReference(node);
  let found = false;
  if (name && !isResolved(context.checker, name)) {
    context.report(notFound(context, name));
    found = true;
  }
  ts.forEachChild(node, (child) => {
    if (reportUnresolved(context, child)) found = true;
  });
  return found;
}

/** Returns warnings about syntax errors in the library's own files, because code after such an error may be lost. */
export function syntaxErrors(context: TypesContext): Diagnostic[] {
  const { program } = context;
  const own = program
    .fileNames()
    .filter((name) => !/\.d\.[cm]?ts$|\.json$/.test(name) && context.packages.originOf(name) === context.packages.own);
  return own.flatMap((name) => {
    const file = program.file(name);
    return (file ? program.syntaxFaults(name) : []).map((failure) => {
      const location = locationOf(context, file as ts.SourceFile, failure.start, failure.length);
      return createDiagnostic('library-syntax-error', { reason: ts.flatText(failure) }, { location });
    });
  });
}

function nameOfReference(node: ts.Node): ts.EntityName | ts.Expression | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  return ts.isExpressionWithTypeArguments(node) ? node.expression : undefined;
}

function isResolved(checker: ts.Checker, name: ts.Node): boolean {
  const symbol = checker.symbolAt(name);
  if (!symbol) return false;
  return checker.target(symbol).files.length > 0;
}

function notFound(context: TypesContext, name: ts.Node): Diagnostic {
  const file = name.getSourceFile();
  const root = name.getText().split('.', 1)[0] ?? '';
  const module = importedFrom(file, root);
  const location = locationOf(context, file, name.getStart(file), name.getWidth(file));
  return createDiagnostic('unresolved-type', { type: name.getText(), module }, { location });
}

/** Returns the module from which a file imports a name. */
function importedFrom(file: ts.SourceFile, name: string): string | undefined {
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { name: all, namedBindings } = statement.importClause ?? {};
    const names = namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements : [namedBindings];
    if ([all, ...names.map((binding) => binding?.name)].some((local) => local?.text === name)) {
      return statement.moduleSpecifier.text;
    }
  }
  return undefined;
}

function locationOf(
  { projectRoot }: TypesContext,
  file: ts.SourceFile,
  start: number,
  length: number,
): NonNullable<Diagnostic['location']> {
  return locate(relativePath(projectRoot, file.fileName), file.text, start, length);
}
