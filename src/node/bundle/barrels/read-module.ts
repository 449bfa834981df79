import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'acorn';
import type * as ES from 'estree';
import type * as Oxc from 'oxc-transform';
import { loadNative } from '../../base/native-package.ts';

type Lang = 'ts' | 'tsx' | 'jsx';

/** Reads a module without imports that are only used as types. Undefined for a syntax error, which the bundler reports. */
export function readModule(text: string, extension: string): ModuleRecord | undefined {
  const { transformSync } = loadCompiler();
  const compile = (lang: Lang): string | undefined => {
    const { code, errors } = transformSync(`module.${lang}`, text, { ...OPTIONS, lang });
    return errors.length === 0 ? code : undefined;
  };
  const [, isTypeScript, isJsx] = /^\.[cm]?(t)s(x?)$/.exec(extension) ?? [];
  if (isTypeScript) return tryRead(compile(isJsx ? 'tsx' : 'ts'));
  return tryRead(text) ?? tryRead(compile('jsx'));
}

/** Loads the compiler. Throws a `DiagnosticError` if its native package is missing. */
export function loadCompiler(): typeof Oxc {
  return loadNative<typeof Oxc>('oxc-transform');
}

const OPTIONS: Oxc.TransformOptions = {
  sourceType: 'module',
  jsx: { runtime: 'automatic' },
  typescript: { onlyRemoveTypeImports: false },
};

function tryRead(code: string | undefined): ModuleRecord | undefined {
  if (code === undefined) return undefined;
  try {
    const program = parse(code, { ecmaVersion: 'latest', sourceType: 'module' }) as ES.Program;
    const isEsm = program.body.some(({ type }) => /^(?:Import|Export)/.test(type));
    return isEsm ? recordOf(program) : commonJsRecord(program);
  } catch {
    return undefined;
  }
}

function recordOf({ body }: ES.Program): ModuleRecord {
  const record: ModuleRecord = {
    imports: new Map(),
    exports: new Map(),
    stars: [],
    isComplete: true,
    hasEffects: false,
  };
  const addImport = (specifier: string, name?: string): Reference => {
    const names = record.imports.get(specifier) ?? new Set();
    record.imports.set(specifier, name === undefined ? names : names.add(name));
    return { specifier, name: name ?? '' };
  };
  const imported = new Map<string, Reference>();
  for (const statement of body) {
    if (statement.type !== 'ImportDeclaration') continue;
    const specifier = String(statement.source.value);
    addImport(specifier);
    for (const entry of statement.specifiers) imported.set(entry.local.name, addImport(specifier, importedName(entry)));
  }
  for (const statement of body) {
    if (statement.type === 'ExportAllDeclaration') {
      const reference = addImport(String(statement.source.value), '*');
      if (statement.exported) record.exports.set(nameOf(statement.exported), reference);
      else record.stars.push(reference.specifier);
    } else if (statement.type === 'ExportNamedDeclaration') {
      const specifier = statement.source && String(statement.source.value);
      for (const { exported, local } of statement.specifiers) {
        const from = specifier ? addImport(specifier, nameOf(local)) : imported.get(nameOf(local));
        record.exports.set(nameOf(exported), from);
      }
      for (const name of declaredNames(statement.declaration)) record.exports.set(name, undefined);
    } else if (statement.type === 'ExportDefaultDeclaration') {
      const { declaration } = statement;
      record.exports.set('default', declaration.type === 'Identifier' ? imported.get(declaration.name) : undefined);
    } else if (statement.type !== 'ImportDeclaration') {
      record.hasEffects ||= hasEffects(statement, imported);
    }
  }
  return record;
}

function importedName(entry: ES.ImportDeclaration['specifiers'][number]): string {
  if (entry.type === 'ImportSpecifier') return nameOf(entry.imported);
  return entry.type === 'ImportDefaultSpecifier' ? 'default' : '*';
}

function nameOf(node: ES.Identifier | ES.Literal): string {
  return node.type === 'Identifier' ? node.name : String(node.value);
}

function declaredNames(declaration: ES.Declaration | null | undefined): string[] {
  if (!declaration) return [];
  if (declaration.type !== 'VariableDeclaration') return [declaration.id.name];
  return declaration.declarations.flatMap(({ id }) => namesIn(id));
}

function namesIn(pattern: ES.Pattern): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left);
  if (pattern.type === 'RestElement') return namesIn(pattern.argument);
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap((element) => (element ? namesIn(element) : []));
  if (pattern.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap((entry) => namesIn(entry.type === 'Property' ? entry.value : entry.argument));
}

/** Returns true if a statement has side effects. Initial values count as pure, because most are calls such as `createContext()`. */
function hasEffects(statement: ES.Node, imported: ReadonlyMap<string, unknown>): boolean {
  if (/^(?:FunctionDeclaration|ClassDeclaration|VariableDeclaration|EmptyStatement)$/.test(statement.type))
    return false;
  if (statement.type === 'BlockStatement') return statement.body.some((inner) => hasEffects(inner, imported));
  if (statement.type === 'IfStatement')
    return [statement.consequent, statement.alternate].some((inner) => inner && hasEffects(inner, imported));
  if (statement.type !== 'ExpressionStatement') return true;
  const { expression } = statement;
  if (expression.type === 'Literal') return false;
  const changed =
    expression.type === 'AssignmentExpression'
      ? expression.left
      : expression.type === 'CallExpression' && isObjectCall(expression.callee)
        ? expression.arguments[0]
        : undefined;
  const root = rootOf(changed);
  // Example: `Button.displayName = 'Button'`.
  return root === undefined || root === 'globalThis' || root === 'window' || imported.has(root);
}

function isObjectCall(callee: ES.Node): boolean {
  return callee.type === 'MemberExpression' && rootOf(callee) === 'Object';
}

function rootOf(node: ES.Node | undefined): string | undefined {
  if (node?.type === 'MemberExpression') return rootOf(node.object);
  return node?.type === 'Identifier' ? node.name : undefined;
}

/** Reads the common forms of CommonJS exports; other forms are not recognized. */
function commonJsRecord({ body }: ES.Program): ModuleRecord {
  const record: ModuleRecord = {
    imports: new Map(),
    exports: new Map(),
    stars: [],
    isComplete: false,
    hasEffects: true,
  };
  const required = new Map<string, string>();
  for (const statement of body) {
    if (statement.type === 'VariableDeclaration') {
      for (const { id, init } of statement.declarations) {
        const specifier = requiredBy(init);
        if (specifier === undefined) continue;
        record.imports.set(specifier, new Set(['*']));
        if (id.type === 'Identifier') required.set(id.name, specifier);
      }
    } else if (statement.type === 'ExpressionStatement') {
      readExpression(statement.expression, record, required);
    }
  }
  return record;
}

function readExpression(node: ES.Expression, record: ModuleRecord, required: ReadonlyMap<string, string>): void {
  const referenceTo = (value: ES.Node | null | undefined): Reference | undefined => {
    if (value?.type !== 'MemberExpression' || value.object.type !== 'Identifier') return undefined;
    const specifier = required.get(value.object.name);
    const name = keyOf(value.property);
    return specifier !== undefined && name !== undefined ? { specifier, name } : undefined;
  };
  if (node.type === 'AssignmentExpression') {
    // Example: `exports.Button = exports.Card = void 0`, or `exports.Button = _button.default`.
    const name = exportedName(node.left);
    if (name !== undefined) record.exports.set(name, referenceTo(node.right));
    if (node.right.type === 'AssignmentExpression') readExpression(node.right, record, required);
  }
  if (node.type !== 'CallExpression') return;
  const [target, key, descriptor] = node.arguments;
  if (calleeName(node.callee) === 'defineProperty' && isExports(target)) {
    const name = key && keyOf(key);
    if (name === '__esModule') record.isComplete = true;
    else if (name !== undefined) record.exports.set(name, referenceTo(getterOf(descriptor)));
  } else if (calleeName(node.callee) === '__exportStar') {
    const specifier = target && requiredBy(target);
    if (specifier === undefined) return;
    record.imports.set(specifier, new Set(['*']));
    record.stars.push(specifier);
  } else if (calleeName(node.callee) === 'forEach') {
    // Example: `Object.keys(_button).forEach(function (key) { …defineProperty(exports, key, …) })`.
    const keys = node.callee.type === 'MemberExpression' ? node.callee.object : undefined;
    const [module] = keys?.type === 'CallExpression' && calleeName(keys.callee) === 'keys' ? keys.arguments : [];
    const specifier = module?.type === 'Identifier' ? required.get(module.name) : undefined;
    if (specifier !== undefined) record.stars.push(specifier);
  }
}

/** Returns the specifier of `require('…')`, also if the call is inside a helper such as `_interopRequireDefault()`. */
function requiredBy(node: ES.Node | null | undefined): string | undefined {
  if (node?.type !== 'CallExpression') return undefined;
  const [argument] = node.arguments;
  if (node.callee.type !== 'Identifier' || node.callee.name !== 'require') return requiredBy(argument);
  return argument?.type === 'Literal' ? String(argument.value) : undefined;
}

function exportedName(node: ES.Node): string | undefined {
  return node.type === 'MemberExpression' && isExports(node.object) ? keyOf(node.property) : undefined;
}

function isExports(node: ES.Node | undefined): boolean {
  return node?.type === 'Identifier' && node.name === 'exports';
}

function getterOf(descriptor: ES.Node | undefined): ES.Expression | null | undefined {
  if (descriptor?.type !== 'ObjectExpression') return undefined;
  for (const property of descriptor.properties) {
    if (property.type !== 'Property' || keyOf(property.key) !== 'get') continue;
    const { value } = property;
    if (value.type === 'ArrowFunctionExpression' && value.body.type !== 'BlockStatement') return value.body;
    const body =
      value.type === 'FunctionExpression' || value.type === 'ArrowFunctionExpression' ? value.body : undefined;
    const [statement] = body?.type === 'BlockStatement' ? body.body : [];
    return statement?.type === 'ReturnStatement' ? statement.argument : undefined;
  }
  return undefined;
}

function calleeName(callee: ES.Node): string | undefined {
  return callee.type === 'MemberExpression' ? keyOf(callee.property) : keyOf(callee);
}

function keyOf(node: ES.Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : undefined;
}

export interface ModuleRecord {
  /** Imported names by specifier, in source order; `*` means all names. Empty for an import without names. */
  imports: Map<string, Set<string>>;
  /** Exports by name. The value is the export of another module, or undefined for the module's own export. */
  exports: Map<string, Reference | undefined>;
  /** Specifiers of `export * from`. */
  stars: string[];
  /** True if all exports are known. False for CommonJS that was not compiled from an ES module. */
  isComplete: boolean;
  /** True if the module has effects other than creating its exports. */
  hasEffects: boolean;
}

interface Reference {
  specifier: string;
  /** Name of the export; `*` means an object with all exports. */
  name: string;
}

export interface ModuleRecords {
  /** Returns undefined for a file that does not exist or has a syntax error. */
  of(filePath: string): ModuleRecord | undefined;
}

const known = new Map<string, { state: string; record: ModuleRecord | undefined }>();

/** Module records by file. A file is read again after it has changed. */
export const moduleRecords: ModuleRecords = {
  of(filePath) {
    const stats = fs.statSync(filePath, { throwIfNoEntry: false });
    if (!stats?.isFile()) return undefined;
    const state = `${stats.mtimeMs} ${stats.size}`;
    const last = known.get(filePath);
    if (last?.state === state) return last.record;
    const record = readModule(fs.readFileSync(filePath, 'utf8'), path.extname(filePath));
    known.set(filePath, { state, record });
    return record;
  },
};
