import type { Json } from '../../../shared/entities.ts';
import type { Hole, PresetValue } from '../../../shared/playground/schema.ts';
import * as ts from '../compiler/index.ts';
import { findPresets, PRESETS_EXPORT } from './find-presets.ts';
import { literalOf } from './literals.ts';

/** A part of the text that is removed, or replaced with other text or a hole. */
export interface Edit {
  start: number;
  end: number;
  by?: string | Hole;
  /** The prop that the edit is for. If the prop has no control, the part is replaced with `instead`. */
  prop?: string;
  instead?: string;
}

export interface DemoComponent {
  /** The function without `export default`. */
  node: ts.Node;
  parameter: ts.ParameterDeclaration;
  edits: Edit[];
  /** Opening element that contains `{...props}`. Undefined if all props are destructured. */
  element?: ts.JsxOpeningLikeElement;
  named: string[];
  /** Props of the element that the demo sets itself. */
  taken: string[];
  /** Destructured props without a control, because their default values are not literals. */
  fixed: string[];
  /** Values that the demo sets itself: literal attributes before `{...props}`, and default values. */
  initial: Record<string, Json>;
  /** Props that have a default value and therefore cannot be unset. */
  defaulted: string[];
}

export interface DemoFunction {
  node: ts.ArrowFunction | ts.FunctionLikeDeclaration;
  parameter: ts.ParameterDeclaration;
}

/** Reason why a demo with props has no playground. */
export interface RefusedUse {
  node: ts.Node;
  reason: 'unused' | 'twice' | 'other-use';
}

export function findDemoFunction(source: ts.SourceFile): DemoFunction | undefined {
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && ts.hasModifier(statement, ts.SyntaxKind.DefaultKeyword))
      return withParameter(statement);
    if (!ts.isExportAssignment(statement)) continue;
    const { expression } = statement;
    return withParameter(ts.isIdentifier(expression) ? declarationOf(expression.text, source) : expression);
  }
  return undefined;
}

function declarationOf(name: string, source: ts.SourceFile): ts.Node | undefined {
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement;
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: own, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(own) && own.text === name) return initializer;
  }
  return undefined;
}

function withParameter(node: ts.Node | undefined): DemoFunction | undefined {
  const inner = node && ts.isParenthesizedExpression(node) ? node.expression : node;
  if (!inner || !(ts.isFunctionDeclaration(inner) || ts.isArrowFunction(inner) || ts.isFunctionExpression(inner)))
    return undefined;
  const [parameter] = inner.parameters;
  return parameter && { node: inner, parameter };
}

export function findUses(source: ts.SourceFile, { node, parameter }: DemoFunction): DemoComponent | RefusedUse {
  const found: DemoComponent = {
    node,
    parameter,
    edits: [parameterEdit(parameter, source)],
    named: [],
    taken: [],
    fixed: [],
    // The object has no prototype, so that `__proto__` is an ordinary key.
    initial: Object.create(null),
    defaulted: [],
  };
  const { name } = parameter;
  const second = node.parameters[1];
  if (second) return { node: second, reason: 'other-use' };
  if (ts.isIdentifier(name)) return addSpread(found, name.text, source) ?? found;
  if (!ts.isObjectBindingPattern(name)) return { node: name, reason: 'other-use' };
  for (const element of name.elements) {
    if (!ts.isBindingElement(element) || !element.name || !ts.isIdentifier(element.name))
      return { node: element, reason: 'other-use' };
    const refused = element.dotDotDotToken
      ? addSpread(found, element.name.text, source)
      : addNamed(found, element, source);
    if (refused) return refused;
  }
  return found;
}

function parameterEdit(parameter: ts.ParameterDeclaration, source: ts.SourceFile): Edit {
  const inParentheses = /^\s*,?\s*(?=\))/.exec(source.text.slice(parameter.end));
  if (!inParentheses) return { start: parameter.getStart(source), end: parameter.end, by: '()' };
  return { start: parameter.pos, end: parameter.end + inParentheses[0].length };
}

/** Adds a destructured prop. The prop may be used as an attribute value or as a JSX child. */
function addNamed(
  found: DemoComponent,
  { name, propertyName, initializer }: ts.BindingElement,
  source: ts.SourceFile,
): RefusedUse | undefined {
  const named = propertyName ?? name;
  if (!name || !named || !(ts.isIdentifier(named) || ts.isStringLiteral(named)))
    return { node: named ?? found.parameter, reason: 'other-use' };
  const prop = named.text;
  const literal = initializer && literalOf(initializer);
  if (literal !== undefined) {
    found.initial[prop] = literal;
    found.defaulted.push(prop);
  } else if (initializer) found.fixed.push(prop);
  found.named.push(prop);
  const uses = usesOf(name.getText(source), found.node, found.parameter);
  if (uses.length === 0) return { node: name, reason: 'unused' };
  const value = initializer && `{${initializer.getText(source)}}`;
  for (const use of uses) {
    const { parent } = use;
    if (!ts.isJsxExpression(parent)) return { node: use, reason: 'other-use' };
    const attribute = parent.parent;
    if (ts.isJsxAttribute(attribute)) {
      const as = attribute.name.getText(source);
      const { pos: start, end } = attribute;
      const by: Hole = {
        kind: 'attributes',
        names: [prop],
        ...indentOf(attribute, source),
        ...(as !== prop && { as }),
      };
      const space = source.text.slice(start, attribute.getStart(source));
      found.edits.push({ start, end, by, prop, instead: value ? `${space}${as}=${value}` : '' });
    } else {
      const by: Hole = { kind: 'child', name: prop };
      found.edits.push({ start: parent.getStart(source), end: parent.end, by, prop, instead: value ?? '' });
    }
  }
  return undefined;
}

/** Adds `{...props}`. Literal attributes before the spread become part of the initial state. */
function addSpread(found: DemoComponent, local: string, source: ts.SourceFile): RefusedUse | undefined {
  const [use, second] = usesOf(local, found.node, found.parameter);
  if (!use) return { node: found.parameter, reason: 'unused' };
  if (second) return { node: second, reason: 'twice' };
  const spread = use.parent;
  if (!ts.isJsxSpreadAttribute(spread)) return { node: use, reason: 'other-use' };
  const element = spread.parent.parent as ts.JsxOpeningLikeElement;
  found.element = element;
  for (const attribute of element.attributes.properties) {
    if (!ts.isJsxAttribute(attribute)) continue;
    const name = attribute.name.getText(source);
    // `...rest` does not contain destructured props.
    if (found.named.includes(name)) continue;
    const value = attribute.pos < spread.pos ? attributeValue(attribute) : undefined;
    if (value === undefined) found.taken.push(name);
    else {
      const { pos: start, end } = attribute;
      found.initial[name] = value;
      const { preset = '' } = Object(value) as Partial<PresetValue>;
      const code = findPresets(source)?.byProp.get(name)?.get(preset)?.getText(source);
      const instead = code === undefined ? source.text.slice(start, end) : ` ${name}={${code}}`;
      found.edits.push({ start, end, prop: name, instead });
    }
  }
  const hole: Hole = { kind: 'attributes', names: [], ...indentOf(spread, source) };
  found.edits.push({ start: spread.pos, end: spread.end, by: hole });
  if (!found.named.includes('children')) addChildren(found, element, source);
  return undefined;
}

function indentOf(attribute: ts.Node, source: ts.SourceFile): { indent?: string } {
  const [indent] = /\n[^\S\n]*$/.exec(source.text.slice(attribute.pos, attribute.getStart(source))) ?? [];
  return indent === undefined ? {} : { indent };
}

/** Adds the position of `children`, or marks `children` as taken if the element already has children. */
function addChildren(found: DemoComponent, element: ts.JsxOpeningLikeElement, source: ts.SourceFile): void {
  if (ts.isJsxSelfClosingElement(element)) {
    const { end } = element;
    const [slash = '/>'] = /(?<=\S) ?\/>$|\/>$/.exec(source.text.slice(0, end)) ?? [];
    const hole: Hole = { kind: 'close', tag: element.tagName.getText(source) };
    found.edits.push({ start: end - slash.length, end, by: hole });
    return;
  }
  const { children, closingElement } = element.parent as ts.JsxElement;
  // JSX removes line breaks, but not spaces.
  const isEmpty = children.every((child) => ts.isJsxText(child) && /^(?:\s*\n\s*)?$/.test(child.text));
  const end = closingElement.getStart(source);
  if (isEmpty) found.edits.push({ start: element.end, end, by: { kind: 'child', name: 'children' } });
  else found.taken.push('children');
}

function attributeValue({ initializer }: ts.JsxAttribute): Json | undefined {
  if (!initializer) return true;
  if (ts.isStringLiteral(initializer)) return initializer.text;
  const expression = ts.isJsxExpression(initializer) ? initializer.expression : undefined;
  return expression && (literalOf(expression) ?? presetIn(expression));
}

/** Returns the preset in `controls.icon.Star`, or in the same expression with brackets. */
function presetIn(expression: ts.Node): Json | undefined {
  const names: (string | undefined)[] = [];
  let object = expression;
  for (;;) {
    if (ts.isPropertyAccessExpression(object)) names.unshift(object.name.text);
    else if (ts.isElementAccessExpression(object)) names.unshift(textOf(object.argumentExpression));
    else break;
    object = object.expression;
  }
  const [, preset] = names;
  const isPreset = ts.isIdentifier(object) && object.text === PRESETS_EXPORT && names.length === 2;
  return isPreset && preset !== undefined ? { preset } : undefined;
}

function textOf(node: ts.Node | undefined): string | undefined {
  return node && ts.isStringLiteralLike(node) ? node.text : undefined;
}

function usesOf(name: string, within: ts.Node, parameter: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (node === parameter) return;
    if (ts.isIdentifier(node) && node.text === name && !isPropertyName(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(within, visit);
  return found;
}

function isPropertyName(node: ts.Node): boolean {
  const { parent } = node;
  const { name } = parent as { name?: ts.Node };
  const isNamed = ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent) || ts.isJsxAttribute(parent);
  return isNamed && name === node;
}
