import * as ts from '../compiler/index.ts';
import { unwrap } from '../compiler/unwrap.ts';
import { assignedTo, bindingIn, requiredIn } from './module-syntax.ts';
import type { SourceModules, SyntaxLocation } from './source-modules.ts';

export interface Implementation {
  node: ts.FunctionLikeDeclaration | ts.ClassLikeDeclaration;
  file: ts.SourceFile;
}

/** Name of a component that may have `defaultProps` or parts. */
export interface Owner {
  file: ts.SourceFile;
  name: string;
}

export interface Found {
  implementation?: Implementation;
  owners: Owner[];
}

const MAX_STEPS = 20;

/** Finds the function or class by following names, casts and calls such as `memo(forwardRef(Button))`. */
export function findImplementation(modules: SourceModules, start: SyntaxLocation): Found {
  const owners: Owner[] = [];
  let steps = 0;

  const search = ({ file, node }: SyntaxLocation): Implementation | undefined => {
    if (++steps > MAX_STEPS) return undefined;
    const name = ts.isVariableDeclaration(node) || isDefinition(node) ? ts.nameOfDeclaration(node) : undefined;
    if (name && ts.isIdentifier(name)) owners.push({ file, name: name.text });
    if (isDefinition(node)) return { node, file };
    const next = partsOf(node).map((part) => locationOf(modules, file, part));
    for (const location of next) {
      const found = location && search(location);
      if (found) return found;
    }
    return undefined;
  };

  const implementation = search(start);
  return { owners, ...(implementation && { implementation }) };
}

/** Returns the component that is assigned to a property of another component, such as `Cascader.Panel = Panel`. */
export function findPart(modules: SourceModules, { file, name }: Owner, property: string): SyntaxLocation | undefined {
  const assigned = assignedTo(file, name, property);
  if (assigned) return locationOf(modules, file, assigned);
  const owner = bindingIn(file, name);
  if (!owner || 'specifier' in owner || !ts.isVariableDeclaration(owner) || !owner.initializer) return undefined;
  const value = unwrap(owner.initializer);
  for (const object of ts.isCallExpression(value) ? value.arguments : [value]) {
    const node = memberOf(object, property);
    if (node) return locationOf(modules, file, node);
  }
  return undefined;
}

/** Returns the location that a name refers to. Returns any other node with its file. */
export function locationOf(modules: SourceModules, file: ts.SourceFile, node: ts.Node): SyntaxLocation | undefined {
  if (ts.isIdentifier(node)) return modules.binding(file, node.text);
  if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return { file, node };
  const owner = bindingIn(file, node.expression.text);
  if (!owner || 'specifier' in owner || !ts.isVariableDeclaration(owner)) return undefined;
  const specifier = owner.initializer && requiredIn(owner.initializer);
  const target = specifier === undefined ? undefined : modules.resolve(file, specifier);
  return target
    ? modules.exported(target, node.name.text)
    : findPart(modules, { file, name: node.expression.text }, node.name.text);
}

export function memberOf(node: ts.Expression, property: string): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  for (const member of node.properties) {
    if (ts.isPropertyAssignment(member) && member.name.getText() === property) return member.initializer;
    if (ts.isShorthandPropertyAssignment(member) && ts.shorthandName(member).text === property)
      return ts.shorthandName(member);
  }
  return undefined;
}

/** Returns the nodes that may contain the component. */
function partsOf(node: ts.Node): ts.Node[] {
  if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node))
    return node.initializer ? [node.initializer] : [];
  if (ts.isShorthandPropertyAssignment(node)) return [node.name];
  if (ts.isExportAssignment(node)) return [node.expression];
  if (ts.isBinaryExpression(node)) return [node.right];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  const inner = ts.isExpression(node) ? unwrap(node) : node;
  if (inner !== node) return [inner];
  return ts.isCallExpression(node) ? [...node.arguments] : [];
}

function isDefinition(node: ts.Node): node is Implementation['node'] {
  if (ts.isClassLike(node)) return true;
  return (
    (ts.isFunctionExpression(node) || ts.isArrowFunction(node) || ts.isFunctionDeclaration(node)) &&
    node.body !== undefined
  );
}
