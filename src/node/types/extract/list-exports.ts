import path from 'node:path';
import type { ApiKind } from '../../../shared/api.ts';
import * as ts from '../compiler/index.ts';
import { unwrap } from '../compiler/unwrap.ts';
import { memberOf } from '../defaults/find-implementation.ts';
import { assignedTo } from '../defaults/module-syntax.ts';
import { type ComponentType, readComponentType } from './component-type.ts';
import type { TypesContext } from './context.ts';

export interface ApiExport {
  id: string;
  /** Other names of the export; see `ApiComponent.aliases`. The id may be among them. */
  aliases: string[];
  kind: ApiKind;
  symbol: ts.Symbol;
  /** Type of the value. Absent for exported types, which are resolved only when they are needed. */
  type?: ts.Type;
  component?: ComponentType;
  /** True for the default export and its parts. */
  isDefault?: true;
  /** Export that contains this part, such as `Cascader` for `Cascader.Panel`. */
  parent?: ApiExport;
}

const MAX_PARTS = 3;

/** Lists all exports of the entry in source order, including the parts of compound components and of namespaces. */
export function listExports(context: TypesContext): ApiExport[] {
  const { checker, program, entryFile } = context;
  const file = program.file(entryFile);
  const module = file && checker.symbolAt(file);
  if (!module) return [];
  const exports = checker.exportsOf(module).map((symbol) => ({ symbol, target: checker.target(symbol) }));
  const named = new Set(exports.filter(({ symbol }) => symbol.name !== 'default').map(({ target }) => target));
  const standard = exports.find(({ symbol }) => symbol.name === 'default')?.target;
  return exports.flatMap(({ symbol, target }) => {
    const isDefault = symbol.name === 'default';
    if (isDefault && named.has(target)) return [];
    const [first, ...parts] = listOne(context, isDefault ? nameOfDefault(context, target) : symbol.name, target);
    if (!first) return [];
    if (target === standard) first.aliases.unshift('default');
    const own = [first, ...parts];
    return isDefault ? own.map((one) => ({ ...one, isDefault })) : own;
  });
}

function listOne(context: TypesContext, id: string, symbol: ts.Symbol, parent?: ApiExport): ApiExport[] {
  const { checker } = context;
  if (symbol.flags & ts.SymbolFlags.Module && !(symbol.flags & ts.SymbolFlags.Value & ~ts.SymbolFlags.Module)) {
    if (id.split('.').length > MAX_PARTS) return [];
    return checker
      .exportsOf(symbol)
      .flatMap((member) => listOne(context, `${id}.${member.name}`, checker.target(member)));
  }
  const one = classify(context, id, symbol, parent);
  return one ? [one, ...listParts(context, one)] : [];
}

function classify(context: TypesContext, id: string, symbol: ts.Symbol, parent?: ApiExport): ApiExport | undefined {
  const base = { id, symbol, aliases: [], ...(parent && { parent }) };
  if (symbol.flags & ts.SymbolFlags.Enum) {
    return { ...base, kind: 'enum' };
  }
  if (symbol.flags & ts.SymbolFlags.Value) {
    const type = symbol.type;
    const component = isPascalCase(id) ? readComponentType(context, type) : undefined;
    if (component) return { ...base, aliases: otherNames(symbol), kind: 'component', type, component };
    if (!(symbol.flags & ts.SymbolFlags.Class)) {
      return { ...base, kind: type.callSignatures.length > 0 ? 'function' : 'constant', type };
    }
  }
  return symbol.flags & ts.SymbolFlags.Type ? { ...base, kind: 'type' } : undefined;
}

/** Lists components that are properties of a component or of an object that contains components. */
function listParts(context: TypesContext, parent: ApiExport): ApiExport[] {
  const { checker, packages } = context;
  if (!parent.type || !isPascalCase(parent.id) || parent.id.split('.').length >= MAX_PARTS) return [];
  return parent.type.properties.flatMap((property) => {
    const declaration = property.declarations?.[0];
    const id = `${parent.id}.${property.name}`;
    if (!isPascalCase(id) || !declaration) return [];
    if (packages.originOf(declaration.getSourceFile().fileName) === '@types/react') return [];
    const part = classify(context, id, checker.target(property), parent);
    if (part?.kind !== 'component' || isWithin(part, parent)) return [];
    return [part, ...listParts(context, part)];
  });
}

/** Returns true if a part is the same as an export that contains it, such as `Menu.Menu`. */
function isWithin(part: ApiExport, parent: ApiExport | undefined): boolean {
  return parent !== undefined && (parent.type === part.type || isWithin(part, parent.parent));
}

function isPascalCase(id: string): boolean {
  return /(?:^|\.)\p{Lu}[^.]*$/u.test(id);
}

/**
 * Returns the name without a prefix before the package's name: `TypedSelect` of `@rc-component/select` becomes
 * `Select`. Falls back to the name of the file, or of the folder for an index file.
 */
function nameOfDefault(context: TypesContext, symbol: ts.Symbol): string {
  const name = declaredName(context, symbol);
  const packageName = toPascalCase(path.posix.basename(context.packages.own));
  return packageName && name.endsWith(packageName) ? packageName : name;
}

function declaredName({ entryFile, packages }: TypesContext, symbol: ts.Symbol): string {
  const declaration = symbol.declarations?.[0];
  if (!declaration) return 'default';
  const own = ts.nameOfDeclaration(declaration);
  if (own && ts.isIdentifier(own) && own.text !== '_default' && own.text !== 'default') return own.text;
  const inner = ts.isExportAssignment(declaration) ? wrappedName(declaration.expression) : undefined;
  if (inner !== undefined) return inner;
  const file = declaration.getSourceFile().fileName;
  const isEntry = path.normalize(file) === entryFile;
  const base = path.basename(file).replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '');
  const name = isEntry
    ? path.posix.basename(packages.own)
    : base === 'index'
      ? path.basename(path.dirname(file))
      : base;
  return toPascalCase(name);
}

/** Converts a name to PascalCase: `date-picker` becomes `DatePicker`. */
export function toPascalCase(name: string): string {
  return name
    .split(/[^\p{L}\p{N}$_]+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Returns the `displayName` of a component, its declared name, and the names inside `forwardRef`, `memo` and casts. */
function otherNames({ valueDeclaration, declarations }: ts.Symbol): string[] {
  const declaration = valueDeclaration ?? declarations?.[0];
  if (!declaration) return [];
  const declared = ts.nameOfDeclaration(declaration);
  // In declaration files, the name of an unnamed default export is `_default`.
  const own = declared && ts.isIdentifier(declared) && declared.text !== '_default' ? declared.text : undefined;
  const value = initializerOf(declaration);
  const shown = displayName(declaration, own, value);
  return [own, ...(value ? wrappedNames(value) : []), shown].filter((name) => name !== undefined);
}

/** Returns the first name inside an expression, such as `Button` in `memo(forwardRef(function Button() {…}))`. */
function wrappedName(expression: ts.Expression): string | undefined {
  return wrappedNames(expression)[0];
}

function wrappedNames(expression: ts.Expression): string[] {
  const inner = unwrap(expression);
  if (ts.isIdentifier(inner)) return [inner.text];
  if (ts.isFunctionExpression(inner) || ts.isClassExpression(inner)) return inner.name ? [inner.name.text] : [];
  return ts.isCallExpression(inner) ? inner.arguments.flatMap(wrappedNames) : [];
}

function initializerOf(declaration: ts.Node): ts.Expression | undefined {
  if (ts.isVariableDeclaration(declaration)) return declaration.initializer;
  return ts.isExportAssignment(declaration) ? declaration.expression : undefined;
}

function displayName(
  declaration: ts.Node,
  own: string | undefined,
  value: ts.Expression | undefined,
): string | undefined {
  const statics = ts.isClassLike(declaration) ? declaration.members.filter(ts.isPropertyDeclaration) : [];
  const call = value && unwrap(value);
  const assigned = [
    own === undefined ? undefined : assignedTo(declaration.getSourceFile(), own, 'displayName'),
    statics.find(({ name }) => name.getText() === 'displayName')?.initializer,
    // Example: `Object.assign(Menu, { displayName: 'Menu' })`.
    ...(call && ts.isCallExpression(call) ? call.arguments.map((one) => memberOf(one, 'displayName')) : []),
  ];
  return assigned.find((node) => node !== undefined && ts.isStringLiteralLike(node))?.text;
}

export function answerOf(name: string, source: ts.SourceFile, checker: ts.Checker): ts.Type | undefined {
  const line = source.statements.find((node: ts.Node) => ts.nameOfDeclaration(node)?.getText() === name);
  return line && checker.typeAt(line).callSignatures[0]?.returnType;
}

/** Returns both values of a switch, the default first. Empty for any other type parameter. */
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

/** Returns the type whose members are the rows, as it is written at the declaration of the export. */
export function propsOf(declaration: Generic): string | undefined {
  const parameters = declaration.typeParameters?.map((one) => one.name.text).join(', ');
  if (ts.isFunctionLike(declaration)) return declaration.parameters[0]?.type?.getText();
  if (ts.isClassLike(declaration)) return declaration.name && `${declaration.name.text}<${parameters}>['props']`;
  if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)) {
    return `${declaration.name.text}<${parameters}>`;
  }
  return undefined;
}
