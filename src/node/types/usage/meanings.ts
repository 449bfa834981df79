import * as ts from '../compiler/index.ts';
import { unwrap } from '../compiler/unwrap.ts';
import { exportIn } from '../defaults/module-syntax.ts';
import type { DemoModules } from './demo-modules.ts';
import type { LibraryNames } from './library-names.ts';
import { type ImportedName, importedBy, nameOfCallee, nameOfElement, nameOfProperty } from './name-syntax.ts';

export type Meaning =
  /** An export of the library; see {@link LibraryNames}. */
  | { path: string }
  /** All exports of one of the demo's files. */
  | { file: ts.SourceFile }
  /** A node in the demo: a literal, a function, or the declaration of a type. */
  | { node: ts.Node };

export type Meanings = ReturnType<typeof createMeanings>;

export function createMeanings(modules: DemoModules, names: LibraryNames) {
  const follow = new Follower(modules, names);
  return {
    /** Returns undefined for globals, for exports of other packages, and for values that are only known at run time. */
    ofExpression: (expression: ts.Expression): Meaning | undefined => follow.expression(expression, VALUE),
    /** Follows the name of a type, such as `Option` or `Kit.Option`. */
    ofTypeName: (name: ts.EntityName | ts.Expression): Meaning | undefined => follow.typeName(name),
  };
}

/** State of a search. The passed declarations and literals are recorded, because code may refer to itself. */
interface Way {
  space: NameSpace;
  passed: ReadonlySet<ts.Node>;
}

const VALUE: Way = { space: 'value', passed: new Set() };
const TYPE: Way = { space: 'type', passed: new Set() };

/** Follows names. Each method takes one step from a name to its meaning, and leaves the next step to another method. */
class Follower {
  readonly #modules: DemoModules;
  readonly #names: LibraryNames;

  constructor(modules: DemoModules, names: LibraryNames) {
    this.#modules = modules;
    this.#names = names;
  }

  expression(expression: ts.Expression, way: Way): Meaning | undefined {
    const node = unwrap(expression);
    if (ts.isIdentifier(node)) return this.#nameAt(node.text, node, way);
    if (ts.isPropertyAccessExpression(node)) {
      return this.#member(this.expression(node.expression, asValue(way)), node.name.text, way);
    }
    if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
      return this.#member(this.expression(node.expression, asValue(way)), node.argumentExpression.text, way);
    }
    return { node };
  }

  typeName(name: ts.EntityName | ts.Expression): Meaning | undefined {
    return ts.isQualifiedName(name)
      ? this.#member(this.#namespace(name.left), name.right.text, TYPE)
      : this.expression(name, TYPE);
  }

  #namespace(name: ts.EntityName): Meaning | undefined {
    return ts.isIdentifier(name)
      ? this.expression(name, VALUE)
      : this.#member(this.#namespace(name.left), name.right.text, VALUE);
  }

  #nameAt(name: string, at: ts.Node, way: Way): Meaning | undefined {
    const declaration = findDeclaration(name, at, way.space);
    return declaration && this.#declaration(declaration, way);
  }

  #declaration(node: ts.Declaration, way: Way): Meaning | undefined {
    if (way.passed.has(node)) return undefined;
    const further = past(node, way);
    const imported = importedBy(node);
    if (imported) return this.#imported(imported, further);
    if (ts.isVariableDeclaration(node)) return this.#initializer(node, further);
    if (ts.isBindingElement(node)) return this.#element(node, asValue(further));
    return ts.isParameter(node) || ts.isTypeParameterDeclaration(node) ? undefined : { node };
  }

  #initializer({ initializer }: ts.VariableDeclaration, way: Way): Meaning | undefined {
    return initializer && this.expression(initializer, asValue(way));
  }

  #imported({ from, specifier, name, localName }: ImportedName, way: Way): Meaning | undefined {
    const target = this.#modules.resolve(from, specifier);
    if (!target) return undefined;
    if ('file' in target) return name === '*' ? target : this.#exported(target.file, name, way);
    return this.#names.has(target.module) ? inLibrary(this.#names.exportOf(target.module, name, localName)) : undefined;
  }

  #exported(file: ts.SourceFile, name: string, way: Way): Meaning | undefined {
    const { found, stars } = exportIn(file, name);
    if (found && 'specifier' in found) {
      return found.specifier === undefined
        ? this.#nameAt(found.name, file.endOfFileToken, way)
        : this.#imported({ from: file, specifier: found.specifier, name: found.name }, way);
    }
    if (found && ts.isExpression(found)) return this.expression(found, way);
    if (found) return ts.isVariableDeclaration(found) ? this.#declaration(found, way) : { node: found };
    const type = way.space === 'type' ? findDeclaration(name, file.endOfFileToken, way.space) : undefined;
    if (type) return this.#declaration(type, way);
    for (const specifier of stars) {
      const meaning = this.#imported({ from: file, specifier, name }, way);
      if (meaning) return meaning;
    }
    return undefined;
  }

  /** Returns the value that an element of a destructuring pattern reads. */
  #element(element: ts.BindingElement, way: Way): Meaning | undefined {
    if (element.dotDotDotToken) return undefined;
    const pattern = element.parent as ts.BindingPattern;
    const whole = this.#destructured(pattern, way);
    if (ts.isArrayBindingPattern(pattern)) {
      return pattern.elements[0] === element ? this.#initialState(whole, way) : undefined;
    }
    const name = nameOfElement(element);
    return name === undefined ? undefined : this.#member(whole, name, way);
  }

  /** Returns the value from which a destructuring pattern takes its elements. */
  #destructured({ parent }: ts.BindingPattern, way: Way): Meaning | undefined {
    if (ts.isVariableDeclaration(parent)) return this.#initializer(parent, way);
    return ts.isBindingElement(parent) ? this.#declaration(parent, way) : undefined;
  }

  /** Returns the initial value of a state, such as `initial` in `const [options] = useState(initial)`. */
  #initialState(whole: Meaning | undefined, way: Way): Meaning | undefined {
    const call = whole && 'node' in whole && ts.isCallExpression(whole.node) ? whole.node : undefined;
    const initial = call && nameOfCallee(call) === 'useState' ? call.arguments[0] : undefined;
    return initial && this.expression(initial, way);
  }

  #member(whole: Meaning | undefined, name: string, way: Way): Meaning | undefined {
    if (!whole) return undefined;
    if ('file' in whole) return this.#exported(whole.file, name, way);
    if ('path' in whole) return inLibrary(this.#names.memberOf(whole.path, name));
    if (!ts.isObjectLiteralExpression(whole.node) || way.passed.has(whole.node)) return undefined;
    return this.#property(whole.node, name, past(whole.node, way));
  }

  #property(object: ts.ObjectLiteralExpression, name: string, way: Way): Meaning | undefined {
    // If several properties have the same name, the last one takes precedence.
    for (const property of [...object.properties].reverse()) {
      if (ts.isSpreadAssignment(property)) {
        const found = this.#member(this.expression(property.expression, asValue(way)), name, way);
        if (found) return found;
      } else if (nameOfProperty(property) === name) {
        if (ts.isPropertyAssignment(property)) return this.expression(property.initializer, asValue(way));
        return ts.isShorthandPropertyAssignment(property)
          ? this.expression(ts.shorthandName(property), asValue(way))
          : { node: property };
      }
    }
    return undefined;
  }
}

function asValue(way: Way): Way {
  return { ...way, space: 'value' };
}

/** Returns the state of a search that has passed a node. */
function past(node: ts.Node, { space, passed }: Way): Way {
  return { space, passed: new Set([...passed, node]) };
}

function inLibrary(path: string | undefined): Meaning | undefined {
  return path === undefined ? undefined : { path };
}

type NameSpace = 'value' | 'type';

/** Finds a name's declaration in the innermost scope that declares the name. Undefined for a global. */
function findDeclaration(name: string, at: ts.Node, space: NameSpace): ts.Declaration | undefined {
  for (let scope = at.parent; scope; scope = scope.parent) {
    const found = declaredIn(scope, name, space);
    if (found) return found;
  }
  return undefined;
}

function declaredIn(scope: ts.Node, name: string, space: NameSpace): ts.Declaration | undefined {
  if (
    ts.isSourceFile(scope) ||
    ts.isBlock(scope) ||
    ts.isModuleBlock(scope) ||
    ts.isCaseClause(scope) ||
    ts.isDefaultClause(scope)
  ) {
    return first(scope.statements, (statement) => declaredBy(statement, name, space));
  }
  if (space === 'type') {
    const isGeneric =
      ts.isFunctionLike(scope) ||
      ts.isClassLike(scope) ||
      ts.isInterfaceDeclaration(scope) ||
      ts.isTypeAliasDeclaration(scope);
    return isGeneric ? scope.typeParameters?.find((parameter) => parameter.name.text === name) : undefined;
  }
  if (ts.isFunctionLike(scope)) {
    const own = ts.isFunctionExpression(scope) && scope.name?.text === name ? scope : undefined;
    return first(scope.parameters, (parameter) => boundBy(parameter, name)) ?? own;
  }
  if (ts.isForStatement(scope) || ts.isForInStatement(scope) || ts.isForOfStatement(scope)) {
    const { initializer } = scope;
    return initializer && ts.isVariableDeclarationList(initializer)
      ? first(initializer.declarations, (one) => boundBy(one, name))
      : undefined;
  }
  return ts.isCatchClause(scope) && scope.variableDeclaration ? boundBy(scope.variableDeclaration, name) : undefined;
}

function declaredBy(statement: ts.Statement, name: string, space: NameSpace): ts.Declaration | undefined {
  if (ts.isImportDeclaration(statement)) return bindingOf(statement, name);
  if (ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement)) {
    return statement.name?.text === name ? statement : undefined;
  }
  if (space === 'type') {
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    return isType && statement.name.text === name ? statement : undefined;
  }
  if (ts.isFunctionDeclaration(statement)) return statement.name?.text === name ? statement : undefined;
  return ts.isVariableStatement(statement)
    ? first(statement.declarationList.declarations, (one) => boundBy(one, name))
    : undefined;
}

function bindingOf({ importClause }: ts.ImportDeclaration, name: string): ts.Declaration | undefined {
  if (importClause?.name?.text === name) return importClause;
  const bindings = importClause?.namedBindings;
  if (!bindings) return undefined;
  if (ts.isNamespaceImport(bindings)) return bindings.name.text === name ? bindings : undefined;
  return bindings.elements.find((element) => element.name.text === name);
}

/** Returns the declaration itself, or the element in its pattern that has the name. */
function boundBy(
  declaration: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement,
  name: string,
): ts.Declaration | undefined {
  const { name: bound } = declaration;
  if (!bound) return undefined;
  if (ts.isIdentifier(bound)) return bound.text === name ? declaration : undefined;
  return first<ts.ArrayBindingElement>(bound.elements, (element) =>
    ts.isBindingElement(element) ? boundBy(element, name) : undefined,
  );
}

function first<Item>(
  items: readonly Item[],
  find: (item: Item) => ts.Declaration | undefined,
): ts.Declaration | undefined {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return undefined;
}
