import path from 'node:path';
import type { ApiKind } from '../../../shared/api.ts';
import * as ts from '../compiler/index.ts';
import { type ComponentType, readComponentType } from './component-type.ts';
import type { TypesContext } from './context.ts';
import { otherNames, wrappedName } from './other-names.ts';

/** Something that a library exports. */
export interface ApiExport {
  /** See `ApiComponent.id`. */
  id: string;
  /** See `ApiComponent.aliases`; it may be among them. */
  aliases: string[];
  kind: ApiKind;
  /** Its own symbol, not an alias of it. */
  symbol: ts.Symbol;
  /** Type of the value; a type has none, so that the compiler looks at it only when it is wanted. */
  type?: ts.Type;
  component?: ComponentType;
  /** It is the default export, or a part of that. */
  isDefault?: true;
  /** What it is a part of, such as `Cascader` of `Cascader.Panel`. */
  parent?: ApiExport;
}

const MAX_PARTS = 3;

/** All exports of the entry, parts of compound components and of namespaces included, in the order of the exports. */
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

/** Components that are properties of a component, or of an object that holds components. */
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

/** Whether a part is one of those that it is a part of, such as `Menu.Menu`. */
function isWithin(part: ApiExport, parent: ApiExport | undefined): boolean {
  return parent !== undefined && (parent.type === part.type || isWithin(part, parent.parent));
}

function isPascalCase(id: string): boolean {
  return /(?:^|\.)\p{Lu}[^.]*$/u.test(id);
}

/**
 * What the default export is called: where it is declared, without what is before the package's name, such as `Typed` in
 * `TypedSelect` of `@rc-component/select`; else its file gives the name, or the folder of an index file.
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

/** `date-picker` as the name of a component: `DatePicker`. */
export function toPascalCase(name: string): string {
  return name
    .split(/[^\p{L}\p{N}$_]+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
