import type { ApiComponent } from '../../../shared/api.ts';
import type { Session } from '../compiler/index.ts';
import * as ts from '../compiler/index.ts';
import { unwrap } from '../compiler/unwrap.ts';
import { createDemoModules, parseDemos, type UsageDemo } from './demo-modules.ts';
import {
  type ApiRows,
  createLibraryNames,
  createRowLookup,
  type LibraryNames,
  type RowLookup,
} from './library-names.ts';
import { propertiesIn, resultsOf } from './literals.ts';
import { createMeanings, type Meanings } from './meanings.ts';
import { nameOfCallee } from './name-syntax.ts';
import type { DemoUses } from './usage.ts';

/** Generic types whose first argument declares the rows: each contains all or some of that type's members, or is a list of it. */
const WRAPPERS = ['Array', 'ReadonlyArray', 'Partial', 'Required', 'Readonly', 'NonNullable', 'Pick', 'Omit'];

interface TypeContext {
  meanings: Meanings;
  names: LibraryNames;
  rows: RowLookup;
}

/**
 * Returns the rows of a type: those of `Option` for `readonly Option[]`, of `CascaderProps` for an interface that
 * extends it, and of the property for `CascaderProps['options']`.
 */
function rowsOfType(node: ts.TypeNode, context: TypeContext, seen: ReadonlySet<ts.Node> = new Set()): ApiRows[] {
  if (seen.has(node)) return [];
  const further = new Set([...seen, node]);
  const follow = (one: ts.TypeNode): ApiRows[] => rowsOfType(one, context, further);
  if (ts.isParenthesizedTypeNode(node) || ts.isTypeOperatorNode(node)) return follow(node.type);
  if (ts.isArrayTypeNode(node)) return follow(node.elementType);
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) return node.types.flatMap(follow);
  if (ts.isTupleTypeNode(node)) return node.elements.flatMap(follow);
  if (ts.isIndexedAccessTypeNode(node)) {
    const rows = follow(node.objectType);
    const name = indexOf(node);
    return name === undefined ? rows : rows.flatMap((one) => context.rows.ofMembers(one, name) ?? []);
  }
  if (ts.isTypeReferenceNode(node)) return rowsOfName(node.typeName, node.typeArguments, context, follow);
  return ts.isExpressionWithTypeArguments(node) ? rowsOfName(node.expression, node.typeArguments, context, follow) : [];
}

function indexOf({ indexType }: ts.IndexedAccessTypeNode): string | undefined {
  return ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal) ? indexType.literal.text : undefined;
}

function rowsOfName(
  name: ts.EntityName | ts.Expression,
  typeArguments: readonly ts.TypeNode[] | undefined,
  { meanings, names, rows }: TypeContext,
  follow: (node: ts.TypeNode) => ApiRows[],
): ApiRows[] {
  const meaning = meanings.ofTypeName(name);
  if (!meaning) {
    const isWrapper = ts.isIdentifier(name) && WRAPPERS.includes(name.text);
    return isWrapper && typeArguments?.[0] ? follow(typeArguments[0]) : [];
  }
  if ('path' in meaning) {
    const component = names.componentOf(meaning.path);
    return component ? [rows.ofComponent(component)] : [];
  }
  if ('file' in meaning) return [];
  if (ts.isTypeAliasDeclaration(meaning.node)) return follow(meaning.node.type);
  return ts.isInterfaceDeclaration(meaning.node)
    ? (meaning.node.heritageClauses ?? []).flatMap(({ types }) =>
        types.flatMap((one) => follow(one as ts.Node as ts.TypeNode)),
      )
    : [];
}

interface UsesContext extends TypeContext {
  /** Called with every use. The same use may occur several times. */
  add: (id: string, prop?: string) => void;
}

function collectUses(file: ts.SourceFile, context: UsesContext): void {
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    noteElement(node, context);
    noteCall(node, context);
    noteType(node, context);
    noteAnnotated(node, context);
    if (noteName(node, context)) return;
    ts.forEachChild(node, (child) => {
      if (!isOnlyName(child)) visit(child);
    });
  };
  visit(file);
}

/** Records names and members that refer to the library. Returns true if the children of the node need not be visited. */
function noteName(node: ts.Node, context: UsesContext): boolean {
  if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return false;
  const component = componentOf(node, context);
  if (component) {
    // An alias of a component is followed where the alias is used.
    const isRenamed = component.kind === 'component' && ts.isVariableDeclaration(node.parent);
    if (!isRenamed) note(component, context);
    return true;
  }
  const owner = ts.isPropertyAccessExpression(node) ? componentOf(node.expression, context) : undefined;
  if (owner?.kind === 'enum') note(owner, context, (node as ts.PropertyAccessExpression).name.text);
  return false;
}

/** Records uses in an element: `<Cascader options={…} {...props}>…</Cascader>`. */
function noteElement(node: ts.Node, context: UsesContext): void {
  if (!ts.isJsxOpeningElement(node) && !ts.isJsxSelfClosingElement(node)) return;
  const component = componentOf(node.tagName as ts.Expression, context);
  if (!component) return;
  const rows = context.rows.ofComponent(component);
  for (const attribute of node.attributes.properties) {
    if (ts.isJsxSpreadAttribute(attribute)) noteObjects(rows, attribute.expression, context);
    else noteProperty(rows, attribute.name.getText(), attributeValue(attribute), context);
  }
  if (ts.isJsxOpeningElement(node) && (node.parent as ts.JsxElement).children.some(isContent)) {
    noteProperty(rows, 'children', undefined, context);
  }
}

/** Records uses in `createElement(Cascader, { … })` and in calls of the library's functions. */
function noteCall(node: ts.Node, context: UsesContext): void {
  if (!ts.isCallExpression(node)) return;
  const [first, second, ...children] = node.arguments;
  const created = first && nameOfCallee(node) === 'createElement' ? componentOf(first, context) : undefined;
  if (created) {
    const rows = context.rows.ofComponent(created);
    if (second) noteObjects(rows, second, context);
    if (children.length > 0) noteProperty(rows, 'children', undefined, context);
  }
  const called = componentOf(node.expression, context);
  if (called?.kind !== 'function') return;
  const rows = context.rows.ofComponent(called);
  node.arguments.forEach((argument, index) => {
    const { name } = called.props[index] ?? called.props.at(-1) ?? {};
    if (name !== undefined && (index < called.props.length || name.startsWith('...'))) {
      noteProperty(rows, name, argument, context);
    }
  });
}

/** Records uses in types such as `Option` and `CascaderProps['placement']`. */
function noteType(node: ts.Node, context: UsesContext): void {
  if (ts.isIndexedAccessTypeNode(node)) {
    const name = indexOf(node);
    if (name !== undefined)
      for (const rows of rowsOfType(node.objectType, context)) noteProperty(rows, name, undefined, context);
  }
  const name = ts.isTypeReferenceNode(node)
    ? node.typeName
    : ts.isExpressionWithTypeArguments(node)
      ? node.expression
      : undefined;
  const meaning = name && context.meanings.ofTypeName(name);
  const component = meaning && 'path' in meaning ? context.names.componentOf(meaning.path) : undefined;
  if (component) note(component, context);
}

/** Records uses in values with a written type: `const options: Option[] = […]`, `{…} satisfies Option`, `useState<Option[]>([…])`. */
function noteAnnotated(node: ts.Node, context: UsesContext): void {
  const [type, values] = annotated(node);
  if (!type) return;
  for (const rows of rowsOfType(type, context)) for (const value of values) noteObjects(rows, value, context);
}

function annotated(node: ts.Node): [type: ts.TypeNode | undefined, values: readonly ts.Expression[]] {
  if (ts.isVariableDeclaration(node)) return [node.type, node.initializer ? [node.initializer] : []];
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return [node.type, [node.expression]];
  if (ts.isCallExpression(node)) return [node.typeArguments?.[0], node.arguments.slice(0, 1)];
  return ts.isFunctionLike(node) ? [node.type, node.type ? resultsOf(node) : []] : [undefined, []];
}

function noteObjects(rows: ApiRows, expression: ts.Expression, context: UsesContext): void {
  for (const { name, value } of propertiesIn(expression, context.meanings)) noteProperty(rows, name, value, context);
}

function noteProperty(rows: ApiRows, name: string, value: ts.Expression | undefined, context: UsesContext): void {
  for (const owner of rows.owners) context.add(owner, name);
  const members = value && context.rows.ofMembers(rows, name);
  if (members) noteObjects(members, value, context);
}

function note({ id }: ApiComponent, { rows, add }: UsesContext, prop?: string): void {
  for (const name of rows.namesOf(id)) add(name, prop);
}

function componentOf(expression: ts.Expression, { meanings, names }: UsesContext): ApiComponent | undefined {
  const inner = unwrap(expression);
  if (!ts.isIdentifier(inner) && !ts.isPropertyAccessExpression(inner)) return undefined;
  const meaning = meanings.ofExpression(inner);
  return meaning && 'path' in meaning ? names.componentOf(meaning.path) : undefined;
}

function attributeValue({ initializer }: ts.JsxAttribute): ts.Expression | undefined {
  return initializer && ts.isJsxExpression(initializer) ? initializer.expression : undefined;
}

function isContent(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return !child.containsOnlyTriviaWhiteSpaces;
  return !ts.isJsxExpression(child) || child.expression !== undefined;
}

/** Returns true if a node is not a reference, but the name of a declaration, a member, an attribute or a type. */
function isOnlyName(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isTypeReferenceNode(parent)) return parent.typeName === node;
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  const { name, propertyName } = parent as ts.Node & { name?: ts.Node; propertyName?: ts.Node };
  return ts.isIdentifier(node) && (name === node || propertyName === node);
}

export type { UsageDemo, UsageFile } from './demo-modules.ts';

/**
 * Finds uses in elements, `createElement`, calls and type annotations. Follows spreads, constants, functions and files
 * of the demo. Does not find wrappers such as `styled(Cascader)`, and skips files with syntax errors. A demo's result
 * does not depend on other demos.
 */
export function findUses(
  input: { demos: UsageDemo[]; library: string[]; components: ApiComponent[] },
  session: Session,
): Map<string, DemoUses> {
  const { demos, library, components } = input;
  const names = createLibraryNames(library, components);
  const rows = createRowLookup(components);
  const properties = new Map(components.map(({ id, props }) => [id, new Set(props.map(({ name }) => name))]));
  const parse = parseDemos(demos, session);
  const usesOf = (demo: UsageDemo): DemoUses => {
    const uses = new Map<string, Set<string>>();
    const modules = createDemoModules(demo, parse);
    const meanings = createMeanings(modules, names);
    const add = (id: string, prop?: string): void => {
      const known = properties.get(id);
      if (!known || (prop !== undefined && !known.has(prop))) return;
      const props = uses.get(id) ?? new Set();
      if (prop !== undefined) props.add(prop);
      uses.set(id, props);
    };
    for (const file of modules.files) collectUses(file, { meanings, names, rows, add });
    return new Map(Array.from(uses, ([id, props]) => [id, [...props]]));
  };
  return new Map(demos.map((demo) => [demo.id, usesOf(demo)]));
}
