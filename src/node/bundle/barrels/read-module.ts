import { parse } from 'acorn';
import type * as ES from 'estree';
import type * as Oxc from 'oxc-transform';
import { loadNative } from '../../base/native-package.ts';
import { commonJsRecord } from './common-js-record.ts';
import type { ModuleRecord, Reference } from './module-record.ts';

type Lang = 'ts' | 'tsx' | 'jsx';

/** Omits imports that are only used as types. Undefined for a syntax error, which the bundler reports. */
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

/** Throws a `DiagnosticError` if its native part is missing. */
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

/** Initial values of variables count as free of effects, because most are calls such as `createContext()`. */
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
