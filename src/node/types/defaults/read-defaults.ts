import path from 'node:path';
import type { ApiKind } from '../../../shared/api.ts';
import { isRecord } from '../../../shared/is-record.ts';
import * as ts from '../compiler/index.ts';
import { unwrap } from '../compiler/unwrap.ts';
import { type DefaultExpressions, parameterDefaults, propDefaults } from './binding-defaults.ts';
import { findImplementation, findPart, type Implementation, locationOf, type Owner } from './find-implementation.ts';
import { assignedTo } from './module-syntax.ts';
import type { SourceModules, SyntaxLocation } from './source-modules.ts';

/** Maximum length of a shown value. For a longer value, only its kind is shown. */
const MAX_LENGTH = 80;

/**
 * Returns the text of a default value. Strings have double quotes, constants are replaced with their values, and long
 * values are abridged. Returns undefined for `undefined`.
 */
function defaultText(modules: SourceModules, file: ts.SourceFile, value: ts.Expression): string | undefined {
  const node = unwrap(value);
  if (ts.isVoidExpression(node) || (ts.isIdentifier(node) && node.text === 'undefined')) return undefined;
  const literal = literalText(node);
  if (literal !== undefined) return literal;
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) {
    return constantText(modules, file, node) ?? node.getText(file).replace(/^_\w+\.(?=\w)/, '');
  }
  const text = node
    .getText(file)
    .replace(/\/\*\s*[#@]__PURE__\s*\*\/\s*/g, '')
    .replace(/\s+/g, ' ');
  return text.length <= MAX_LENGTH ? text : outline(node, file);
}

/** Returns a literal as source text. `!0` and `!1` in minified code become `true` and `false`. */
function literalText(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return JSON.stringify(node.text);
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) return node.text;
  if (ts.isPrefixUnaryExpression(node) && ts.isNumericLiteral(node.operand)) {
    if (node.operator === ts.SyntaxKind.MinusToken) return `-${node.operand.text}`;
    if (node.operator === ts.SyntaxKind.ExclamationToken) return String(node.operand.text === '0');
  }
  const words: Partial<Record<ts.SyntaxKind, string>> = {
    [ts.SyntaxKind.TrueKeyword]: 'true',
    [ts.SyntaxKind.FalseKeyword]: 'false',
    [ts.SyntaxKind.NullKeyword]: 'null',
  };
  return words[node.kind];
}

function constantText(modules: SourceModules, file: ts.SourceFile, node: ts.Expression): string | undefined {
  const location = locationOf(modules, file, node);
  if (!location) return undefined;
  const value = ts.isVariableDeclaration(location.node) ? location.node.initializer : location.node;
  return value && ts.isExpression(value) ? literalText(unwrap(value)) : undefined;
}

function outline(node: ts.Expression, file: ts.SourceFile): string {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
    return `(${node.parameters.map((parameter) => parameter.name.getText(file)).join(', ')}) => …`.replace(/\s+/g, ' ');
  }
  if (ts.isObjectLiteralExpression(node)) return '{ … }';
  if (ts.isArrayLiteralExpression(node)) return '[ … ]';
  return '…';
}

export type Defaults = Map<string, DefaultValue>;

export interface DefaultValue {
  /** Text of the value; see `ApiProp.default`. */
  text: string;
  /** True for a value from `defaultProps`. React sets such a value, so a prop that is required by the types may be omitted. */
  fillsIn: boolean;
}

export interface DefaultsContext {
  modules: SourceModules;
  packages: { dirOf(filePath: string): string };
  readFile: (filePath: string) => string | undefined;
}

export interface ExportWithDefaults {
  id: string;
  kind: ApiKind;
  symbol: ts.Symbol;
  type?: ts.Type;
  /** Export that contains this part, such as `Cascader` for `Cascader.Panel`. */
  parent?: ExportWithDefaults;
}

/** Reads default values. Empty if the implementation is not found. */
export function readDefaults(context: DefaultsContext, exported: ExportWithDefaults): Defaults {
  const defaults: Defaults = new Map();
  const owners: Owner[] = [];
  for (const start of startsOf(context, exported)) {
    const found = findImplementation(context.modules, start);
    owners.push(...found.owners);
    if (!found.implementation) continue;
    const read = exported.kind === 'component' ? propDefaults : parameterDefaults;
    note(context, defaults, { file: found.implementation.file, values: read(found.implementation), fillsIn: false });
    note(context, defaults, { ...staticDefaultProps(context, found.implementation), fillsIn: true });
    break;
  }
  for (const { file, name } of owners) {
    const value = assignedTo(file, name, 'defaultProps');
    if (value) note(context, defaults, { ...objectAt(context, { file, node: value }), fillsIn: true });
  }
  return defaults;
}

/** Yields the locations where the implementation may start, the most likely location first. */
function* startsOf(context: DefaultsContext, exported: ExportWithDefaults): Generator<SyntaxLocation> {
  const { modules, packages, readFile } = context;
  yield* declaredPlaces(context, exported);
  if (exported.parent) {
    const name = exported.id.slice(exported.id.lastIndexOf('.') + 1);
    for (const start of declaredPlaces(context, exported.parent)) {
      for (const owner of findImplementation(modules, start).owners) {
        const part = findPart(modules, owner, name);
        if (part) yield part;
      }
    }
    return;
  }
  const declaration = exported.symbol.declarations?.[0]?.getSourceFile();
  if (!declaration?.isDeclarationFile) return;
  const dir = packages.dirOf(declaration.fileName);
  const packageJson = readFile(path.join(dir, 'package.json'));
  const shipped = packageJson === undefined ? undefined : javascriptOfPackage(modules, dir, packageJson);
  const location = shipped && (modules.exported(shipped, exported.id) ?? modules.exported(shipped, 'default'));
  if (location) yield location;
}

/** Yields the declarations of an export, or for a declaration file their counterparts in the JavaScript next to it. */
function* declaredPlaces(
  { modules }: DefaultsContext,
  { symbol, type }: ExportWithDefaults,
): Generator<SyntaxLocation> {
  const isDefinition = type?.symbol && type.symbol.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Class);
  const definition = isDefinition ? type.symbol : undefined;
  const declarations = new Set([...(symbol.declarations ?? []), ...(definition?.declarations ?? [])]);
  for (const declaration of declarations) {
    const file = declaration.getSourceFile();
    if (!file.isDeclarationFile) {
      yield { file, node: ts.isBinaryExpression(declaration.parent) ? declaration.parent : declaration };
      continue;
    }
    const shipped = ts.isPropertySignature(declaration) ? undefined : javascriptBeside(modules, file.fileName);
    const name = ts.nameOfDeclaration(declaration)?.getText() ?? 'default';
    const at =
      shipped && (modules.binding(shipped, name) ?? modules.exported(shipped, name === '_default' ? 'default' : name));
    if (at) yield at;
  }
}

interface Values {
  file: ts.SourceFile;
  values: DefaultExpressions;
}

function staticDefaultProps(context: DefaultsContext, { node, file }: Implementation): Values {
  const members: readonly ts.ClassElement[] = ts.isClassLike(node) ? node.members : [];
  const found = members.filter(ts.isPropertyDeclaration).find(({ name }) => name.getText(file) === 'defaultProps');
  return found?.initializer ? objectAt(context, { file, node: found.initializer }) : { file, values: new Map() };
}

function objectAt({ modules }: DefaultsContext, { file, node }: SyntaxLocation): Values {
  const location = locationOf(modules, file, node);
  const value =
    location &&
    (ts.isVariableDeclaration(location.node) ? location.node.initializer : (location.node as ts.Expression));
  const object = value && unwrap(value);
  const values: DefaultExpressions = new Map();
  if (!location || !object || !ts.isObjectLiteralExpression(object)) return { file, values };
  for (const member of object.properties) {
    if (ts.isPropertyAssignment(member) && !ts.isComputedPropertyName(member.name)) {
      values.set(member.name.text, member.initializer);
    } else if (ts.isShorthandPropertyAssignment(member)) {
      const name = ts.shorthandName(member);
      values.set(name.text, name);
    }
  }
  return { file: location.file, values };
}

function note(
  context: DefaultsContext,
  defaults: Defaults,
  { file, values, fillsIn }: Values & { fillsIn: boolean },
): void {
  for (const [name, value] of values) {
    const text = defaultText(context.modules, file, value);
    if (text !== undefined && !defaults.has(name)) defaults.set(name, { text, fillsIn });
  }
}

const EXTENSIONS: Record<string, string[]> = { ts: ['.js', '.mjs', '.cjs'], mts: ['.mjs'], cts: ['.cjs'] };
const CONDITIONS = ['import', 'module', 'browser', 'default', 'require', 'node'];

/** Returns the JavaScript that a package ships next to a declaration file. */
function javascriptBeside(modules: SourceModules, declarationFile: string): ts.SourceFile | undefined {
  const [, base = '', kind = ''] = /^(.*)\.d\.([cm]?ts)$/.exec(declarationFile) ?? [];
  for (const extension of EXTENSIONS[kind] ?? []) {
    const file = modules.open(base + extension);
    if (file) return file;
  }
  return undefined;
}

/** Returns the JavaScript that a package's importers get. Needed if the declarations are in another folder. */
function javascriptOfPackage(
  modules: SourceModules,
  packageDir: string,
  packageJson: string,
): ts.SourceFile | undefined {
  const { exports, module, main } = JSON.parse(packageJson) as { exports?: unknown; module?: unknown; main?: unknown };
  const root = isRecord(exports) && '.' in exports ? exports['.'] : exports;
  const entry = [firstTarget(root), module, main, 'index.js'].find((value) => typeof value === 'string') as string;
  const target = path.join(packageDir, entry);
  return [target, `${target}.js`, path.join(target, 'index.js')]
    .filter((file) => /\.[cm]?js$/.test(file))
    .map(modules.open)
    .find((file) => file !== undefined);
}

function firstTarget(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) return undefined;
  return CONDITIONS.map((condition) => firstTarget(value[condition])).find((target) => target !== undefined);
}
