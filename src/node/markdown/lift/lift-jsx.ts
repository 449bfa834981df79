import type { Program } from 'estree';
import { type FileContext, report } from '../context.ts';
import { childrenOf, type MdastComponent, type MdastContent, type MdastRoot, nodeText, type Point } from '../nodes.ts';
import { isComponentName, isReplaced, OWN_COMPONENTS } from '../own-tags.ts';
import { sourceCodeInfo } from '../parse/source-code-info.ts';
import { locationAt, locationsOf } from '../source-file.ts';

/** Components that need static attributes, because their titles must be known at build time. */
const TABS = new Set(['Tabs', 'Tab']);

type Jsx = Extract<MdastContent, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>;
type Expression = Extract<MdastContent, { type: 'mdxFlowExpression' | 'mdxTextExpression' }>;

/**
 * Built-in tags become `component` nodes as in `.md`, plain HTML elements become elements, comments are removed. The
 * remaining JSX makes the page interactive.
 */
export function liftJsx(tree: MdastRoot, context: FileContext): void {
  lift(tree, localNames(tree), context);
}

function lift(parent: { children: MdastContent[] }, locals: Set<string>, context: FileContext): void {
  const children = parent.children.flatMap((node) => {
    const below = childrenOf(node);
    if (below) lift(node as { children: MdastContent[] }, locals, context);
    if (node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression') return literalText(node);
    if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement')
      return liftElement(node, locals, context);
    return [node];
  });
  parent.children.splice(0, parent.children.length, ...children);
}

function liftElement(node: Jsx, locals: Set<string>, context: FileContext): MdastContent[] {
  const { name, position } = node;
  const children = node.children as MdastContent[];
  if (name === null) return children;
  const props = staticProps(node);
  const isOwn = ((name === 'code' ? props?.src : isReplaced(name)) || OWN_COMPONENTS.has(name)) && !locals.has(name);
  if (props && isOwn) {
    if (name === 'SourceCode' && children.every((child) => child.type === 'text' || child.type === 'paragraph')) {
      const value = children.map((child) => nodeText(child)).join('\n');
      return [{ type: 'code', ...sourceCodeInfo(props), value, position }];
    }
    return [{ type: 'component', name, props, ...attributePoints(node), children, position }];
  }
  if (props && /^[a-z][a-z0-9-]*$/.test(name)) {
    return [{ type: 'htmlElement', data: { hName: name, hProperties: props }, children, position } as never];
  }
  if (isOwn && TABS.has(name)) {
    const place = { at: position?.start, length: name.length + 1 };
    report(context, 'malformed-tabs', { case: 'attributes', name }, place);
  }
  const component = name.split('.')[0] ?? name;
  if (locals.has(component)) return [node];
  const location = locationAt(context.file, position?.start, name.length + 1);
  if (isComponentName(component) && component === name) {
    const attributes = locationsOf(attributePoints(node).namePoints, context);
    context.page.out.components?.push({ name, location, attributes });
  } else if (component !== name) {
    report(context, 'undefined-namespace', { name: component }, { at: location });
  }
  return [node];
}

/** Accepts `class` and `className`. Returns undefined unless all attributes are static. */
function staticProps(node: Jsx): Record<string, string | true> | undefined {
  const entries: [string, string | true][] = [];
  for (const attribute of node.attributes) {
    if (attribute.type !== 'mdxJsxAttribute') return undefined;
    const { name, value } = attribute;
    if (value !== null && value !== undefined && typeof value !== 'string') return undefined;
    entries.push([name === 'class' ? 'className' : name, value ?? true]);
  }
  return Object.fromEntries(entries);
}

/** Returns the start of each attribute and of its value, which follows the name, the equals sign and the quote. */
function attributePoints(node: Jsx): Pick<MdastComponent, 'namePoints' | 'valuePoints'> {
  const namePoints: Record<string, Point> = Object.create(null);
  const valuePoints: Record<string, Point> = Object.create(null);
  for (const attribute of node.attributes) {
    if (attribute.type !== 'mdxJsxAttribute' || !attribute.position) continue;
    const { line, column } = attribute.position.start;
    namePoints[attribute.name] = { line, column };
    valuePoints[attribute.name] = { line, column: column + attribute.name.length + 2 };
  }
  return { namePoints, valuePoints };
}

/** Removes an expression that is a comment, and converts a string literal to text. Other expressions stay. */
function literalText(node: Expression): MdastContent[] {
  const program = programOf(node);
  if (!program) return [node];
  const [statement] = program.body;
  if (!statement) return [];
  if (program.body.length > 1 || statement.type !== 'ExpressionStatement') return [node];
  const { expression } = statement;
  let value: unknown;
  if (expression.type === 'Literal') value = expression.value;
  if (expression.type === 'TemplateLiteral' && expression.expressions.length === 0)
    value = expression.quasis[0]?.value.cooked;
  return typeof value === 'string' ? [{ type: 'text', value, position: node.position }] : [node];
}

function programOf(node: MdastContent): Program | null | undefined {
  return (node.data as { estree?: Program | null } | undefined)?.estree;
}

function localNames(tree: MdastRoot): Set<string> {
  const names = new Set<string>();
  for (const node of tree.children) {
    if (node.type !== 'mdxjsEsm') continue;
    for (const statement of programOf(node)?.body ?? []) addNames(statement, names);
  }
  return names;
}

/** Property of each syntax tree node that contains the names it binds. */
const BINDINGS: Record<string, string> = {
  ImportDeclaration: 'specifiers',
  ImportSpecifier: 'local',
  ImportDefaultSpecifier: 'local',
  ImportNamespaceSpecifier: 'local',
  ExportNamedDeclaration: 'declaration',
  VariableDeclaration: 'declarations',
  VariableDeclarator: 'id',
  FunctionDeclaration: 'id',
  ClassDeclaration: 'id',
  ObjectPattern: 'properties',
  Property: 'value',
  ArrayPattern: 'elements',
  RestElement: 'argument',
  AssignmentPattern: 'left',
};

function addNames(node: unknown, names: Set<string>): void {
  if (Array.isArray(node)) for (const item of node) addNames(item, names);
  if (!node || typeof node !== 'object' || !('type' in node)) return;
  if (node.type === 'Identifier' && 'name' in node) names.add(String(node.name));
  const key = BINDINGS[String(node.type)];
  if (key) addNames((node as unknown as Record<string, unknown>)[key], names);
}
