/** Parses a module with types and JSX. The source text of every node is available, including its types. */
import { type Node, Parser } from 'acorn';
import jsx from 'acorn-jsx';
import type * as ES from 'estree';
import type * as JSX from 'estree-jsx';
import { parseTyped } from '../parse/original-offsets.ts';

/** A node of the syntax tree. */
export type AnyNode = ES.Node | JSX.JSXElement | JSX.JSXFragment | JSX.JSXSpreadAttribute | JSX.JSXOpeningElement;

export interface ImportedName {
  /** Name in the other module; `default`, or `*` for all of its exports. */
  name: string;
  local: string;
  from: string;
}

/** A parsed module. Offsets are in UTF-16 units from the start of its text. */
export interface Module {
  filePath: string;
  text: string;
  statements: ES.Program['body'];
  imports: ImportedName[];
  /** Specifiers of imports without names. */
  effects: string[];
  /** Declarations at the top level, by name. */
  declared: Map<string, Declaration>;
  /** Declarations of types, by name, with their text. */
  types: Map<string, { start: number; text: string }>;
  range(node: unknown): { start: number; end: number };
  /** Returns the text of an expression. */
  source(node: unknown): string;
  /** Returns the text of a statement at the top level, without the comments around it. */
  statementText(statement: ES.Program['body'][number]): string;
}

export interface Declaration {
  statement: ES.Program['body'][number];
  /** Its value: an expression, a function or a class. */
  value: ES.Node | undefined;
}

/** @throws SyntaxError if the text cannot be parsed */
export function parseModule(text: string, filePath: string): Module {
  const { program, original, originalEnd } = parseTyped(
    text,
    { transforms: ['typescript', 'jsx'], jsxRuntime: 'preserve', keepUnusedImports: true, filePath },
    (code) => Parser.extend(jsx()).parse(code, { ecmaVersion: 'latest', sourceType: 'module' }),
  );
  const statements = program.body;
  const range = (node: unknown): { start: number; end: number } => {
    const { start, end } = node as Node;
    return { start: original(start), end: originalEnd(end) };
  };
  const types = [...text.matchAll(TYPE)];
  const starts = [...statements.map((one) => range(one).start), ...types.map(({ index }) => index), text.length];
  starts.sort((a, b) => a - b);
  // Types may follow the last token that is left, so a statement ends where the next one begins.
  const textFrom = (start: number): string =>
    withoutComments(text.slice(start, starts.find((one) => one > start) ?? text.length));
  return {
    filePath,
    text,
    statements,
    imports: [...importsOf(statements), ...typeImportsOf(text)],
    effects: statements.flatMap((one) =>
      one.type === 'ImportDeclaration' && one.specifiers.length === 0 && !isTypeImport(text, range(one).start)
        ? [String(one.source.value)]
        : [],
    ),
    declared: declarationsOf(statements),
    types: new Map(
      types.map(({ index, 1: name = '' }) => [name, { start: index, text: textFrom(index).replace(/^export\s+/, '') }]),
    ),
    statementText: (statement) => textFrom(range(statement).start),
    range,
    source: (node) => {
      const { start, end } = range(node);
      return text.slice(start, end);
    },
  };
}

function isTypeImport(text: string, start: number): boolean {
  return /^import\s+(?:type\b|\{\s*type\b)/.test(text.slice(start));
}

function importsOf(statements: ES.Program['body']): ImportedName[] {
  return statements.flatMap((statement) => {
    if (statement.type !== 'ImportDeclaration') return [];
    const from = String(statement.source.value);
    return statement.specifiers.map((specifier): ImportedName => {
      const local = specifier.local.name;
      if (specifier.type === 'ImportDefaultSpecifier') return { name: 'default', local, from };
      if (specifier.type === 'ImportNamespaceSpecifier') return { name: '*', local, from };
      const { imported } = specifier;
      return { name: imported.type === 'Identifier' ? imported.name : String(imported.value), local, from };
    });
  });
}

/** Returns TypeScript's type imports. They are printed like other imports, because the bundler removes them. */
function typeImportsOf(text: string): ImportedName[] {
  const imports = /^import\s+(type\b\s*)?(?:(\w+)\s*(?:,\s*)?)?(?:\{([^}]*)\}\s*)?from\s*['"]([^'"\n]+)['"]/gm;
  return [...text.matchAll(imports)].flatMap(([, type, main, list = '', from = '']) => [
    ...(type === undefined || main === undefined ? [] : [{ name: 'type default', local: main, from }]),
    ...list.split(',').flatMap((part) => {
      const [, own, name, local = name] = /^\s*(type\s+)?(\w+)(?:\s+as\s+(\w+))?\s*$/.exec(part) ?? [];
      const isType = type !== undefined || own !== undefined;
      return isType && name !== undefined && local !== undefined ? [{ name: `type ${name}`, local, from }] : [];
    }),
  ]);
}

function declarationsOf(statements: ES.Program['body']): Map<string, Declaration> {
  const declared = new Map<string, Declaration>();
  for (const statement of statements) {
    const declaration =
      statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
        ? statement.declaration
        : statement;
    if (declaration?.type === 'VariableDeclaration') {
      for (const { id, init } of declaration.declarations)
        for (const name of namesOf(id))
          declared.set(name, { statement, value: id.type === 'Identifier' ? (init ?? undefined) : undefined });
    } else if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration') {
      if (declaration.id) declared.set(declaration.id.name, { statement, value: declaration as ES.Node });
    }
  }
  return declared;
}

function namesOf(pattern: ES.Pattern): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap((one) => (one ? namesOf(one) : []));
  if (pattern.type === 'AssignmentPattern') return namesOf(pattern.left);
  if (pattern.type === 'RestElement') return namesOf(pattern.argument);
  if (pattern.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap((one) => namesOf(one.type === 'Property' ? one.value : one.argument));
}

const TYPE = /^(?:export\s+)?(?:declare\s+)?(?:interface|type)\s+(\w+)/gm;

/** Removes the comments at the end of a text that are on lines of their own. */
function withoutComments(text: string): string {
  let left = text.trimEnd();
  for (;;) {
    const shorter = left.replace(/(?:^|\n)[ \t]*(?:\/\/[^\n]*|\/\*(?:(?!\*\/)[\s\S])*\*\/)$/, '').trimEnd();
    if (shorter === left) return left;
    left = shorter;
  }
}

/** Calls a function with each descendant of a node and its parent. Children of a node are skipped after `false`. */
export function walkNodes(
  node: unknown,
  visit: (node: AnyNode, parent: AnyNode | undefined, key: string) => unknown,
  parent?: AnyNode,
  key = '',
): void {
  if (Array.isArray(node)) {
    for (const one of node) walkNodes(one, visit, parent, key);
    return;
  }
  if (typeof node !== 'object' || node === null || typeof (node as AnyNode).type !== 'string') return;
  if (visit(node as AnyNode, parent, key) === false) return;
  for (const [name, value] of Object.entries(node)) walkNodes(value, visit, node as AnyNode, name);
}

export function declarationsIn(node: unknown): string[] {
  const names: string[] = [];
  walkNodes(node, (one) => {
    if (one.type === 'VariableDeclarator') names.push(...namesOf(one.id));
    if (one.type === 'CatchClause' && one.param) names.push(...namesOf(one.param));
    if ('params' in one) names.push(...one.params.flatMap(namesOf));
    if (/^(?:Function|Class)/.test(one.type) && 'id' in one && one.id) names.push(...namesOf(one.id));
  });
  return names;
}

/** Returns the names of variables that a node refers to, including those that it declares itself. */
export function referencesOf(node: unknown): Set<string> {
  const names = new Set<string>();
  walkNodes(node, (one, parent, key) => {
    const { type } = one as { type: string };
    if (type === 'JSXIdentifier') {
      const { name } = one as unknown as { name: string };
      const above = (parent as unknown as { type: string } | undefined)?.type;
      const isComponent = /^[^a-z]/.test(name) && (above === 'JSXOpeningElement' || above === 'JSXClosingElement');
      if (isComponent || (above === 'JSXMemberExpression' && key === 'object')) names.add(name);
    }
    if (type !== 'Identifier') return;
    const isKey =
      (parent?.type === 'MemberExpression' && key === 'property' && !parent.computed) ||
      (parent?.type === 'Property' && key === 'key' && !parent.computed && !parent.shorthand) ||
      ((parent?.type === 'MethodDefinition' || parent?.type === 'PropertyDefinition') && key === 'key');
    if (!isKey) names.add((one as ES.Identifier).name);
  });
  return names;
}
