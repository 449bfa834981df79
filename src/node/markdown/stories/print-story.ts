/** Prints a story as a demo: a module whose default export renders it, with its args as JSX. */
import type * as ES from 'estree';
import { closureOf } from './closure.ts';
import { type Entry, isFunction, type Part, stringOf, valueOfPart } from './entries.ts';
import { inlineArgs } from './inline-args.ts';
import { type AnyNode, declarationsIn, referencesOf, walkNodes } from './parse-module.ts';
import {
  contextText,
  freeName,
  loadersOf,
  nodesOf,
  partsOf,
  printContext,
  printLoaded,
  withNodes,
} from './print-context.ts';
import {
  canMove,
  type Edit,
  indentAt,
  isOfStorybook,
  type Printing,
  printArg,
  printElement,
  printNode,
  printObject,
  reindent,
} from './print-jsx.ts';
import type { Story } from './read-stories.ts';

/**
 * Prints the code of a story. Returns undefined if neither the story nor its file says what to render.
 *
 * @param printEnd prints further statements, for which the functions in args are kept
 */
export function printStory(story: Story, printEnd?: (printing: Printing) => string): string | undefined {
  const keepsSpies = printEnd !== undefined;
  const printing: Printing = { module: story.at.module, used: [], own: new Map(), keepsSpies };
  if (loadersOf(story).length > 0) printing.context = freeName(withNodes(printing, partsOf(story)), 'context');
  const body = printBody(printing, story);
  return body && printModule(printing, story, body, printEnd);
}

interface Body {
  /** Statements before the value, with line breaks. */
  before: string;
  /** Expression to return; undefined if the statements return. */
  value?: string;
}

function printBody(printing: Printing, story: Story): Body | undefined {
  if (story.unknown) return printUnknown(printing, story, story.unknown);
  if (story.render) return printRendered(printing, story, story.render);
  if (!story.component) return undefined;
  const name = componentName(printing, story.component);
  if (name !== undefined) return { before: '', value: printElement(printing, name, story.args, '    ') };
  const component = printNode(printing, story.component.node, '  ');
  const free = freeName(withNodes(printing, nodesOf(story.args)), 'Component');
  return {
    before: `  const ${free} = ${component};\n`,
    value: printElement(printing, free, story.args, '    '),
  };
}

/** Returns the name with which JSX can refer to a component. */
function componentName(printing: Printing, { node }: Part): string | undefined {
  const tag = stringOf(node);
  if (tag !== undefined) return /^[a-z][\w-]*$/.test(tag) ? tag : undefined;
  if (node.type !== 'Identifier' && node.type !== 'MemberExpression') return undefined;
  const text = printing.module.source(node);
  // A tag in lower case is an element.
  return /^[a-z][^.]*$|[[(]/.test(text) ? undefined : printNode(printing, node);
}

/** Prints a story if only the expression that creates it is known. */
function printUnknown(printing: Printing, told: Story, { node }: Part): Body {
  const { component, args } = told;
  const name = component && componentName(printing, component);
  const value = printNode(printing, node, '  ');
  const object = printObject(printing, args, '  ');
  const story = freeName(printing, 'story');
  const given = freeName(printing, 'args');
  const before = [
    `  const ${story} = ${value};\n`,
    `  const ${given} = { ...${object}, ...${story}.args };\n`,
    `  if (typeof ${story} === 'function') return ${story}(${given}, ${contextText(printing, told, given)});\n`,
    `  if (${story}.render) return ${story}.render(${given}, ${contextText(printing, told, given)});\n`,
  ];
  return { before: before.join(''), value: name === undefined ? 'null' : `<${name} {...${given}} />` };
}

function printRendered(printing: Printing, told: Story, part: Part): Body {
  const { args } = told;
  const { node } = valueOfPart(part);
  const fn = isFunction(node) ? (node as ES.Function) : undefined;
  if (!fn || !canMove(fn) || isShadowed(nodesOf(args), fn)) {
    const text = printArg(printing, part, '');
    const callee = part.node.type === 'Identifier' ? text : `(${text})`;
    return { before: '', value: `${callee}(${printObject(printing, args, '  ')}, ${contextText(printing, told)})` };
  }
  const [first, second] = fn.params;
  const edits = first?.type === 'Identifier' && !second && inlineArgs(printing, fn, first.name, args);
  if (first?.type === 'Identifier' && edits) {
    printing.own.set(fn.body, first.name);
    return printFunction(printing, fn, '', [...edits, ...hookEdits(printing, fn, args)]);
  }
  const param = first?.type === 'AssignmentPattern' ? first.left : first;
  const isRead = param && (param.type !== 'Identifier' || referencesOf(fn.body).has(param.name));
  const before = [
    ...(isRead ? [`  const ${printNode(printing, param, '  ')} = ${printObject(printing, args, '  ')};\n`] : []),
    ...(second ? [`  const ${printNode(printing, second, '  ')} = ${contextText(printing, told)};\n`] : []),
  ];
  return printFunction(printing, fn, before.join(''), hookEdits(printing, fn, args));
}

/** Passes the args to calls of `useArgs()`. */
function hookEdits(printing: Printing, fn: ES.Function, args: Entry[]): Edit[] {
  const edits: Edit[] = [];
  walkNodes(fn.body, (node) => {
    if (node.type !== 'CallExpression' || node.arguments.length > 0 || !isOfStorybook(node, printing.module, 'useArgs'))
      return;
    const end = printing.module.range(node).end - 1;
    edits.push({ start: end, end, text: printObject(printing, args, '  '), isClose: true });
  });
  return edits;
}

function printFunction(printing: Printing, fn: ES.Function, before: string, edits: Edit[] = []): Body {
  if (fn.body.type !== 'BlockStatement') return { before, value: printNode(printing, fn.body, '    ', edits) };
  const block = printNode(printing, fn.body, '', edits);
  const inner = block
    .slice(1, block.lastIndexOf('}'))
    .replace(/^[ \t]*\n/, '')
    .trimEnd();
  return { before: `${before}${inner.replace(/^[ \t]*(?=\S)/, '  ')}\n` };
}

function printModule(
  printing: Printing,
  story: Story,
  given: Body,
  printEnd: (printing: Printing) => string = () => '',
): string {
  const { module, used, own } = printing;
  let body = given;
  const decorators = story.decorators.flatMap(decoratorsOf);
  // The element of the story replaces `<Story />` of a simple decorator.
  while (body.before === '' && body.value?.startsWith('<') && decorators[0]) {
    const around = printAround(printing, decorators[0], body.value);
    if (around === undefined) break;
    body = { before: '', value: around };
    decorators.shift();
  }
  const all = withNodes(printing, [...decorators, ...partsOf(story)]);
  const name = componentNameOf(all, story.exportName, decorators.length > 0 || printing.context !== undefined);
  const contextName = printing.context ?? freeName(all, 'context');
  const layerNames = decorators.map((_, index) =>
    freeName(all, index === decorators.length - 1 ? 'Decorated' : `Layer${index + 1}`),
  );
  const layers = decorators.map((decorator, index) => {
    const inner = layerNames[index - 1] ?? name;
    const around = printAround(printing, decorator, `<${inner} />`);
    return around ?? `(${printNode(printing, decorator)})(${inner}, ${contextName})`;
  });
  const isRead = printing.context !== undefined || layers.some((layer) => layer.endsWith(`, ${contextName})`));
  const context = isRead
    ? `const ${contextName} = ${printContext(printing, story, printObject(printing, story.args, ''))};\n\n`
    : '';
  const loaded = printLoaded(printing, story, layerNames.at(-1) ?? name);
  const end = printEnd(printing);
  const { text } = closureOf(module, used, own);
  const head = `${loaded.head}${text === '' ? '' : `${text}\n\n`}`;
  const functions = [
    `function ${name}() {\n${body.before}${body.value === undefined ? '' : printReturn(body.value)}}\n`,
    ...layers.map((layer, index) => `function ${layerNames[index]}() {\n${printReturn(layer)}}\n`),
    ...(loaded.text === '' ? [] : [loaded.text]),
  ];
  const last = `export default ${functions.pop()}`;
  const [first = '', ...others] = [...functions, last];
  return `${head}${others.length === 0 ? `${context}${first}` : [`${first}\n${context}${others[0]}`, ...others.slice(1)].join('\n')}${end}`;
}

/** Returns the decorators of a list. An unknown list counts as one decorator. */
function decoratorsOf(part: Part): AnyNode[] {
  const { node } = valueOfPart(part);
  if (node.type === 'ArrayExpression') return node.elements.filter((one) => one !== null) as AnyNode[];
  return [part.node];
}

/** Returns the name of the component: that of the story, if the printed code does not use it for anything else. */
function componentNameOf(printing: Printing, exportName: string, isDecorated: boolean): string {
  const title = exportName.charAt(0).toUpperCase() + exportName.slice(1);
  const isLayer = isDecorated && /^(?:Decorated|Layer\d+|Loaded)$/.test(title);
  return freeName(printing, isLayer ? `${title}Story` : title, 'Story');
}

/** Returns true if nodes refer to a name that would have another meaning inside a scope that declares it. */
function isShadowed(nodes: unknown[], place: unknown): boolean {
  const declared = declarationsIn(place);
  return nodes.some((node) => declared.some((name) => referencesOf(node).has(name)));
}

function printReturn(value: string): string {
  return value.includes('\n') ? `  return (\n    ${value}\n  );\n` : `  return ${value};\n`;
}

/** Prints a decorator that only wraps the story in elements, with other text instead of `<Story />`. */
function printAround(printing: Printing, node: AnyNode, inner: string): string | undefined {
  const { module } = printing;
  const fn = isFunction(node) ? (node as ES.Function) : undefined;
  const [param, ...others] = fn?.params ?? [];
  const [only, ...more] = fn?.body.type === 'BlockStatement' ? fn.body.body : [];
  const value = only?.type === 'ReturnStatement' && more.length === 0 ? only.argument : fn?.body;
  if (param?.type !== 'Identifier' || others.length > 0 || (value as AnyNode | undefined)?.type !== 'JSXElement')
    return undefined;
  const edits: Edit[] = [];
  let fits = true;
  walkNodes(value, (one, parent) => {
    const found = storyIn(one, parent, param.name);
    if (found === 'used') fits = false;
    if (found !== 'shown') return undefined;
    const { start, end } = module.range(one);
    edits.push({ start, end, text: reindent(inner, '    ', indentAt(module.text, start)) });
    return false;
  });
  if (!fits || edits.length !== 1 || isShadowed(printing.used, value)) return undefined;
  printing.own.set(value, param.name);
  return printNode(printing, value, '    ', edits);
}

/** Returns `shown` if a node shows the story of a decorator, `used` if it uses the story in another way. */
function storyIn(node: AnyNode, parent: AnyNode | undefined, name: string): 'shown' | 'used' | undefined {
  if (node.type === 'JSXElement') {
    const { openingElement: opening, closingElement } = node;
    if (opening.name.type !== 'JSXIdentifier' || opening.name.name !== name) return undefined;
    return opening.attributes.length === 0 && !closingElement ? 'shown' : 'used';
  }
  const { type, expression } = node as { type: string; expression?: AnyNode };
  if (type === 'JSXExpressionContainer' && parent?.type === 'JSXElement' && expression?.type === 'CallExpression') {
    const { callee } = expression;
    return callee.type === 'Identifier' && callee.name === name && expression.arguments.length === 0
      ? 'shown'
      : undefined;
  }
  return node.type === 'Identifier' && node.name === name ? 'used' : undefined;
}
