import * as ts from '../compiler/index.ts';
import { exportIn } from '../defaults/module-syntax.ts';
import { unwrap } from '../extract/unwrap.ts';
import type { DemoModules } from './demo-modules.ts';
import { findDeclaration, type NameSpace } from './find-declaration.ts';
import type { LibraryNames } from './library-names.ts';

/** What an expression or a name stands for. */
export type Meaning =
  /** Something of the library; see {@link LibraryNames}. */
  | { path: string }
  /** All exports of a file of the demo. */
  | { file: ts.SourceFile }
  /** What the demo has written: a literal, a function, the declaration of a type. */
  | { node: ts.Node };

/** Follows the names of a demo to what they stand for, through its files. */
export interface Meanings {
  /** Undefined for globals, for what other packages export, and for what is known only when the code runs. */
  ofExpression: (expression: ts.Expression) => Meaning | undefined;
  /** Of the name of a type, such as `Option` or `Kit.Option`. */
  ofTypeName: (name: ts.EntityName | ts.Expression) => Meaning | undefined;
}

/** Declarations and literals that led to where one is: code may go round in circles. */
type Trail = ReadonlySet<ts.Node>;

/** Makes the meanings of one demo. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: ways to follow a name, each of which asks the others
export function createMeanings(modules: DemoModules, names: LibraryNames): Meanings {
  const ofExpression = (expression: ts.Expression, space: NameSpace, trail: Trail): Meaning | undefined => {
    const node = unwrap(expression);
    if (ts.isIdentifier(node)) {
      const declaration = findDeclaration(node.text, node, space);
      return declaration && ofDeclaration(declaration, space, trail);
    }
    if (ts.isPropertyAccessExpression(node)) {
      return ofMember(ofExpression(node.expression, 'value', trail), node.name.text, space, trail);
    }
    if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
      return ofMember(ofExpression(node.expression, 'value', trail), node.argumentExpression.text, space, trail);
    }
    return { node };
  };

  const ofDeclaration = (node: ts.Declaration, space: NameSpace, trail: Trail): Meaning | undefined => {
    if (trail.has(node)) return undefined;
    const further = new Set([...trail, node]);
    if (ts.isImportClause(node)) return ofImport(ts.importOf(node), 'default', space, further, node.name?.text);
    if (ts.isNamespaceImport(node)) return ofImport(ts.importOf(node), '*', space, further);
    if (ts.isImportSpecifier(node)) {
      const name = (node.propertyName ?? node.name).text;
      return ofImport(ts.importOf(node), name, space, further, node.name.text);
    }
    if (ts.isVariableDeclaration(node)) return node.initializer && ofExpression(node.initializer, 'value', further);
    if (ts.isBindingElement(node)) return ofElement(node, further);
    return ts.isParameter(node) || ts.isTypeParameterDeclaration(node) ? undefined : { node };
  };

  const ofImport = (
    { moduleSpecifier, parent }: ts.ImportDeclaration,
    name: string,
    space: NameSpace,
    trail: Trail,
    localName?: string,
  ): Meaning | undefined => {
    const specifier = moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
    return ofModule(parent.getSourceFile(), specifier, name, space, trail, localName);
  };

  const ofModule = (
    from: ts.SourceFile,
    specifier: string,
    name: string,
    space: NameSpace,
    trail: Trail,
    localName?: string,
  ): Meaning | undefined => {
    const target = modules.resolve(from, specifier);
    if (!target) return undefined;
    if ('file' in target) return name === '*' ? target : ofExport(target.file, name, space, trail);
    const path = names.has(target.module) ? names.exportOf(target.module, name, localName) : undefined;
    return path === undefined ? undefined : { path };
  };

  const ofExport = (file: ts.SourceFile, name: string, space: NameSpace, trail: Trail): Meaning | undefined => {
    const { found, stars } = exportIn(file, name);
    if (found && 'specifier' in found) {
      if (found.specifier !== undefined) return ofModule(file, found.specifier, found.name, space, trail);
      const declaration = findDeclaration(found.name, file.endOfFileToken, space);
      return declaration && ofDeclaration(declaration, space, trail);
    }
    if (found) return ts.isExpression(found) ? ofExpression(found, space, trail) : ofAny(found, space, trail);
    const type = space === 'type' ? findDeclaration(name, file.endOfFileToken, space) : undefined;
    if (type) return ofDeclaration(type, space, trail);
    for (const star of stars) {
      const meaning = ofModule(file, star, name, space, trail);
      if (meaning) return meaning;
    }
    return undefined;
  };

  const ofAny = (node: ts.Node, space: NameSpace, trail: Trail): Meaning | undefined =>
    ts.isVariableDeclaration(node) ? ofDeclaration(node, space, trail) : { node };

  /** What a pattern takes out of something. */
  const ofElement = ({ parent, propertyName, name, dotDotDotToken }: ts.BindingElement, trail: Trail) => {
    const pattern = parent as ts.BindingPattern;
    const owner = pattern.parent;
    const whole = ts.isVariableDeclaration(owner)
      ? owner.initializer && ofExpression(owner.initializer, 'value', trail)
      : ts.isBindingElement(owner)
        ? ofDeclaration(owner, 'value', trail)
        : undefined;
    if (dotDotDotToken || ts.isArrayBindingPattern(pattern)) {
      return dotDotDotToken || !name ? undefined : firstState(whole, pattern, name, trail);
    }
    const key = propertyName ?? name;
    return key && (ts.isIdentifier(key) || ts.isStringLiteralLike(key))
      ? ofMember(whole, key.text, 'value', trail)
      : undefined;
  };

  /** What a state begins with: `const [options] = useState(initial)`. */
  const firstState = (
    whole: Meaning | undefined,
    pattern: ts.BindingPattern,
    name: ts.BindingName,
    trail: Trail,
  ): Meaning | undefined => {
    const call = whole && 'node' in whole && ts.isCallExpression(whole.node) ? whole.node : undefined;
    const isState = call && nameOfCallee(call) === 'useState' && pattern.elements[0] === name.parent;
    return isState && call.arguments[0] ? ofExpression(call.arguments[0], 'value', trail) : undefined;
  };

  const ofMember = (whole: Meaning | undefined, name: string, space: NameSpace, trail: Trail): Meaning | undefined => {
    if (!whole) return undefined;
    if ('file' in whole) return ofExport(whole.file, name, space, trail);
    if ('path' in whole) {
      const path = names.memberOf(whole.path, name);
      return path === undefined ? undefined : { path };
    }
    if (!ts.isObjectLiteralExpression(whole.node) || trail.has(whole.node)) return undefined;
    const further = new Set([...trail, whole.node]);
    for (const property of [...whole.node.properties].reverse()) {
      if (ts.isSpreadAssignment(property)) {
        const found = ofMember(ofExpression(property.expression, 'value', further), name, space, further);
        if (found) return found;
      } else if (nameOfProperty(property) === name) {
        if (ts.isPropertyAssignment(property)) return ofExpression(property.initializer, 'value', further);
        return ts.isShorthandPropertyAssignment(property)
          ? ofExpression(ts.shorthandName(property), 'value', further)
          : { node: property };
      }
    }
    return undefined;
  };

  const ofTypeName = (name: ts.EntityName | ts.Expression): Meaning | undefined =>
    ts.isQualifiedName(name)
      ? ofMember(ofNamespace(name.left), name.right.text, 'type', new Set())
      : ofExpression(name, 'type', new Set());

  const ofNamespace = (name: ts.EntityName): Meaning | undefined =>
    ts.isIdentifier(name)
      ? ofExpression(name, 'value', new Set())
      : ofMember(ofNamespace(name.left), name.right.text, 'value', new Set());

  return { ofExpression: (expression) => ofExpression(expression, 'value', new Set()), ofTypeName };
}

/** Last word of what is called, such as `createElement` of `React.createElement`. */
export function nameOfCallee({ expression }: ts.CallExpression): string | undefined {
  const callee = unwrap(expression);
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text;
  return ts.isIdentifier(callee) ? callee.text : undefined;
}

/** Name of a property in an object literal; undefined when it is computed, and for a spread. */
export function nameOfProperty(property: ts.ObjectLiteralElementLike): string | undefined {
  const name = ts.nameOfDeclaration(property);
  return name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : undefined;
}
