import * as ts from '../compiler/index.ts';
import { unwrap } from '../compiler/unwrap.ts';

export interface ImportedName {
  from: ts.SourceFile;
  specifier: string;
  /** Exported name; `*` for all exports. */
  name: string;
  /** Name that the import declares. Undefined for a re-export and for all exports. */
  localName?: string | undefined;
}

/** Returns the import of a declaration. Undefined for a declaration that is not part of an import. */
export function importedBy(node: ts.Declaration): ImportedName | undefined {
  if (ts.isImportClause(node)) return { ...sourceOf(node), name: 'default', localName: node.name?.text };
  if (ts.isNamespaceImport(node)) return { ...sourceOf(node), name: '*' };
  if (!ts.isImportSpecifier(node)) return undefined;
  return { ...sourceOf(node), name: (node.propertyName ?? node.name).text, localName: node.name.text };
}

function sourceOf(node: ts.Declaration): Pick<ImportedName, 'from' | 'specifier'> {
  const { moduleSpecifier, parent } = ts.importOf(node);
  const specifier = moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
  return { from: parent.getSourceFile(), specifier };
}

export function nameOfCallee({ expression }: ts.CallExpression): string | undefined {
  const callee = unwrap(expression);
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text;
  return ts.isIdentifier(callee) ? callee.text : undefined;
}

/** Returns the name of a property in an object literal. Undefined for a computed name or a spread. */
export function nameOfProperty(property: ts.ObjectLiteralElementLike): string | undefined {
  return nameText(ts.nameOfDeclaration(property));
}

/** Returns the name of the property that an element of an object pattern reads. Undefined for a computed name. */
export function nameOfElement({ propertyName, name }: ts.BindingElement): string | undefined {
  return nameText(propertyName ?? name);
}

function nameText(name: ts.Node | undefined): string | undefined {
  return name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : undefined;
}
