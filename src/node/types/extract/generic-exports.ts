import * as ts from '../compiler/index.ts';
import type { ApiExport } from './list-exports.ts';

export function answerOf(name: string, source: ts.SourceFile, checker: ts.Checker): ts.Type | undefined {
  const line = source.statements.find((node: ts.Node) => ts.nameOfDeclaration(node)?.getText() === name);
  return line && checker.typeAt(line).callSignatures[0]?.returnType;
}

/** Empty for any other type parameter. */
export function choicesOf({ defaultType }: ts.TypeParameterDeclaration): string[] {
  const value = defaultType?.getText();
  return value === 'true' ? ['true', 'false'] : value === 'false' ? ['false', 'true'] : [];
}

export type Generic = ts.Node & { typeParameters?: readonly ts.TypeParameterDeclaration[] };

/** Returns the declaration of an export's type parameters. */
export function genericOf({ kind, symbol, component }: ApiExport): Generic | undefined {
  if (kind === 'component') return component?.typeParameters[0]?.symbol?.declarations[0]?.parent;
  return kind === 'type' ? symbol.declarations[0] : undefined;
}

/** Returns the type whose members are the rows, as written at the export's declaration. */
export function propsOf(declaration: Generic): string | undefined {
  const parameters = declaration.typeParameters?.map((one) => one.name.text).join(', ');
  if (ts.isFunctionLike(declaration)) return declaration.parameters[0]?.type?.getText();
  if (ts.isClassLike(declaration)) return declaration.name && `${declaration.name.text}<${parameters}>['props']`;
  if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)) {
    return `${declaration.name.text}<${parameters}>`;
  }
  return undefined;
}
