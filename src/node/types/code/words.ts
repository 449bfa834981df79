import type { CodeWord } from '../../markdown/types.ts';
import * as ts from '../compiler/index.ts';

export function findWords({ checker }: ts.Program, source: ts.SourceFile): CodeWord[] {
  const names = namesIn(source);
  const symbols = checker.symbolsAt(names);
  const types = checker.typesAt(names);
  const commentOf = createCommentReader(checker, source);
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
    const comment = commentOf(symbol);
    const start = node.getStart(source);
    const alias = symbol === found ? '' : '(alias) ';
    return [{ start, length: node.end - start, type: alias + text, ...(comment && { comment }) }];
  });
}

/** Creates a reader of comments. The reader does not query the compiler if no symbol in the file can have a comment. */
function createCommentReader(checker: ts.Checker, source: ts.SourceFile): (symbol: ts.Symbol) => string {
  // A member without a comment inherits the comment of the member in the type that its own type extends. A destructured
  // name has its property's comment.
  const isSilent = !/\/\*\*|\bextends\b|\bimplements\b/.test(source.text);
  const isOwn = (symbol: ts.Symbol): boolean =>
    symbol.files.length > 0 && symbol.files.every((file) => file === source.fileName);
  const isTaken = ({ declarations }: ts.Symbol): boolean =>
    declarations.some((node) => ts.isBindingElement(node) && !ts.isArrayBindingPattern(node.parent));
  return (symbol) => (isSilent && isOwn(symbol) && !isTaken(symbol) ? '' : checker.commentOf(symbol).trim());
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

/** Returns true for the name of an HTML element, which has no type. */
function isTag(node: ts.Node): boolean {
  const { tagName } = node.parent as ts.Node & { tagName?: ts.Node };
  return tagName === node && ts.isIdentifier(node) && /^[a-z]/.test(node.text);
}

/** Returns the declared property, because a declaration contains more information than the assigned value. */
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
  // A default export has no name.
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
    return `${variableKind(symbol)} ${name}: ${variableType(checker, node, type)}`;
  }
  if (has(SymbolFlags.Interface)) return `interface ${typeName(checker, symbol, node)}`;
  if (has(SymbolFlags.TypeAlias)) {
    const declared = checker.declaredType(symbol);
    return `type ${typeName(checker, symbol, node)} = ${checker.shownText(declared, node, { expand: true })}`;
  }
  return has(SymbolFlags.Namespace) ? `namespace ${name}` : undefined;
}

/** Returns the type of a variable, or at a call only the signature that is called. */
function variableType(checker: ts.Checker, node: ts.Node, type: ts.Type): string {
  const call = callOf(node);
  if (!call) return checker.shownText(type, node);
  const text = checker.shownText(type, node, { expand: true });
  if (text.startsWith('(') && text.length < LONGEST_TEXT && arrowOf(text) !== undefined) return text;
  const called = checker.resolvedSignature(call);
  return called ? checker.shownSignature(called, node, { asType: true }) : checker.shownText(type, node);
}

/** Returns the signatures of a function, or at a call only the signature that is called. */
function signatures(checker: ts.Checker, { node, symbol, type }: Named): string[] {
  const call = callOf(node);
  // The text of the type contains all signatures. Printing the type takes a third of the time that printing each signature takes.
  const shown = signaturesIn(checker.shownText(type, node, { expand: true }));
  const isChosen = call && (shown.length > 1 || shown[0]?.startsWith('<'));
  if (shown.length > 0 && !isChosen) return shown;
  const resolved = call && checker.resolvedSignature(call);
  const all = type.callSignatures.length > 0 ? type.callSignatures : symbol.type.callSignatures;
  return (resolved ? [resolved] : all).map((one) => checker.shownSignature(one, node));
}

/** Length to which the compiler shortens strings. */
const LONGEST_TEXT = 317;

/** Returns the signatures in a text. Empty if the text contains anything else. */
function signaturesIn(text: string): string[] {
  // The compiler prints a trailing comma in patterns such as `({ a, b }: Props)`, but editors do not.
  if (text.length >= LONGEST_TEXT || text.includes(', }')) return [];
  const arrow = arrowOf(text);
  if (arrow !== undefined) return [`${text.slice(0, arrow)}:${text.slice(arrow + ' =>'.length)}`];
  if (!/^\{\n {4}[<(]/.test(text)) return [];
  const members = text
    .slice(0, -'\n}'.length)
    .split(/\n {4}(?! )/)
    .slice(1);
  return members.every((member) => /^[<(]/.test(member))
    ? members.map((member) => member.replace(/;$/, '').replace(/\n {4}/g, '\n'))
    : [];
}

/** Returns the position of the arrow. Undefined unless the type is a function with one signature. */
function arrowOf(text: string): number | undefined {
  if (!/^[<(]/.test(text)) return undefined;
  let depth = 0;
  // Literals may contain brackets.
  for (const { 0: part, index } of text.matchAll(
    /=>|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|[()[\]{}<>]/g,
  )) {
    depth += /^[([{<]$/.test(part) ? 1 : /^[)\]}>]$/.test(part) ? -1 : 0;
    if (depth === 0 && part === ')') return text.startsWith(' =>', index + 1) ? index + 1 : undefined;
  }
  return undefined;
}

function callOf(node: ts.Node): ts.Node | undefined {
  const { parent } = node;
  const callee = ts.isPropertyAccessExpression(parent) && parent.name === node ? parent : node;
  const call = callee.parent;
  return ts.isCallExpression(call) && call.expression === callee ? call : undefined;
}

function enumMember(checker: ts.Checker, symbol: ts.Symbol): string {
  const declaration = symbol.valueDeclaration;
  const value = declaration && checker.constantValue(declaration);
  const name = `${symbol.parent?.name ?? ''}.${symbol.name}`;
  return value === undefined ? name : `${name} = ${JSON.stringify(value)}`;
}

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

/** Returns true for a type. If a name is both a type and a value, the compiler describes the type. */
function isTypeName(node: ts.Node): boolean {
  return ts.isTypeReferenceNode(node.parent) || ts.isExpressionWithTypeArguments(node.parent);
}
