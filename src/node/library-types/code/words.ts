/** What an editor shows of the names in a file. */
import type { CodeWord } from '../../compile/types.ts';
import * as ts from '../compiler/index.ts';

/** Describes each name of a file that stands for something, in their order. */
export function findWords({ checker }: ts.Program, source: ts.SourceFile): CodeWord[] {
  const names = namesIn(source);
  const symbols = checker.symbolsAt(names);
  const types = checker.typesAt(names);
  return names.flatMap((node, index) => {
    const found = declaredProperty(checker, node) ?? symbols[index];
    const type = types[index];
    if (!found || !type) return [];
    const symbol = checker.target(found);
    const text = describe(checker, {
      node,
      symbol,
      type: symbol === symbols[index] && !isTag(node) ? type : symbol.type,
    });
    if (text === undefined) return [];
    const comment = checker.commentOf(symbol).trim();
    const start = node.getStart(source);
    const alias = symbol === found ? '' : '(alias) ';
    return [{ start, length: node.end - start, type: alias + text, ...(comment && { comment }) }];
  });
}

function namesIn(source: ts.SourceFile): ts.Node[] {
  const names: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text !== '') names.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** True for the name of an element of HTML, which has no type of its own. */
function isTag(node: ts.Node): boolean {
  const { tagName } = node.parent as ts.Node & { tagName?: ts.Node };
  return tagName === node && ts.isIdentifier(node) && /^[a-z]/.test(node.text);
}

/** The property that a name in an object or a tag is meant for, which says more than the value that it is given. */
function declaredProperty(checker: ts.Checker, node: ts.Node): ts.Symbol | undefined {
  const { parent } = node;
  if (!ts.isIdentifier(node)) return undefined;
  const isOwn =
    (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) &&
    parent.name === node &&
    parent.parent !== undefined;
  if (!isOwn) return undefined;
  const expected = checker.contextualType(parent.parent);
  return expected && checker.nonNullable(expected).property(node.text);
}

interface Named {
  node: ts.Node;
  symbol: ts.Symbol;
  type: ts.Type;
}

function describe(checker: ts.Checker, { node, symbol, type }: Named): string | undefined {
  const { flags } = symbol;
  // A default export has no name of its own.
  const name = /^(?:default|export=)$/.test(symbol.name) && ts.isIdentifier(node) ? node.text : symbol.name;
  const { SymbolFlags } = ts;
  const has = (flag: ts.SymbolFlags): boolean => Boolean(flags & flag);
  if (has(SymbolFlags.TypeParameter)) return `(type parameter) ${name}`;
  if (has(SymbolFlags.EnumMember)) return `(enum member) ${enumMember(checker, symbol)}`;
  if (has(SymbolFlags.Class) && ts.isNewExpression(node.parent) && node.parent.expression === node) {
    const made = checker.resolvedSignature(node.parent);
    if (made) return `constructor ${name}${checker.shownSignature(made, node)}`;
  }
  if (has(SymbolFlags.Class)) return `class ${typeName(checker, symbol, node)}`;
  if (has(SymbolFlags.Enum)) return `enum ${name}`;
  if (has(SymbolFlags.Function | SymbolFlags.Method)) {
    const title = has(SymbolFlags.Method) ? `(method) ${name}` : `function ${name}`;
    return signatures(checker, { node, symbol, type })
      .map((text) => title + text)
      .join('\n');
  }
  if (has(SymbolFlags.Property | SymbolFlags.Accessor)) {
    const isOptional = has(SymbolFlags.Optional);
    const text = checker.shownText(type, node);
    const title = `(${has(SymbolFlags.Accessor) ? 'accessor' : 'property'}) ${name}${isOptional ? '?' : ''}`;
    return `${title}: ${text}`;
  }
  if (has(SymbolFlags.Variable) && !(has(SymbolFlags.Type) && isTypeName(node))) {
    const called = calledAt(checker, node);
    const text = called ? checker.shownSignature(called, node, { asType: true }) : checker.shownText(type, node);
    return `${variableKind(symbol)} ${name}: ${text}`;
  }
  if (has(SymbolFlags.Interface)) return `interface ${typeName(checker, symbol, node)}`;
  if (has(SymbolFlags.TypeAlias)) {
    const declared = checker.declaredType(symbol);
    return `type ${typeName(checker, symbol, node)} = ${checker.shownText(declared, node, { expand: true })}`;
  }
  return has(SymbolFlags.Namespace) ? `namespace ${name}` : undefined;
}

/** What a function takes: where it is called, only the way that is meant. */
function signatures(checker: ts.Checker, { node, symbol, type }: Named): string[] {
  const resolved = calledAt(checker, node);
  const all = type.callSignatures.length > 0 ? type.callSignatures : symbol.type.callSignatures;
  return (resolved ? [resolved] : all).map((one) => checker.shownSignature(one, node));
}

/** The signature that a call takes, of a name that is called. */
function calledAt(checker: ts.Checker, node: ts.Node): ts.Signature | undefined {
  const { parent } = node;
  const callee = ts.isPropertyAccessExpression(parent) && parent.name === node ? parent : node;
  const call = callee.parent;
  return ts.isCallExpression(call) && call.expression === callee ? checker.resolvedSignature(call) : undefined;
}

function enumMember(checker: ts.Checker, symbol: ts.Symbol): string {
  const declaration = symbol.valueDeclaration;
  const value = declaration && checker.constantValue(declaration);
  const name = `${symbol.parent?.name ?? ''}.${symbol.name}`;
  return value === undefined ? name : `${name} = ${JSON.stringify(value)}`;
}

/** A class, an interface or an alias with its type parameters. */
function typeName(checker: ts.Checker, symbol: ts.Symbol, node: ts.Node): string {
  const text = checker.shownText(checker.declaredType(symbol), node);
  return text.startsWith(symbol.name) && !text.includes('\n') ? text : symbol.name;
}

function variableKind(symbol: ts.Symbol): string {
  let node: ts.Node | undefined = symbol.valueDeclaration;
  while (node && !ts.isVariableDeclarationList(node) && !ts.isParameter(node)) {
    if (ts.isBlock(node) || ts.isSourceFile(node)) return 'var';
    node = node.parent;
  }
  if (!node) return 'var';
  if (ts.isParameter(node)) return '(parameter)';
  return node.flags & ts.NodeFlags.Const ? 'const' : node.flags & ts.NodeFlags.Let ? 'let' : 'var';
}

/** True where a name means a type: of a name that means both, the compiler shows that. */
function isTypeName(node: ts.Node): boolean {
  return ts.isTypeReferenceNode(node.parent) || ts.isExpressionWithTypeArguments(node.parent);
}
