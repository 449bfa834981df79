import type { JSDoc, JSDocTag } from 'typescript/unstable/ast';
import type { Checker } from './checker.ts';
import {
  isBinaryExpression,
  isClassDeclaration,
  isExportAssignment,
  isExpression,
  isExpressionStatement,
  isIdentifier,
  isInterfaceDeclaration,
  isParameter,
  isSourceFile,
  isVariableDeclaration,
  type Node,
  type ParameterDeclaration,
  SyntaxKind,
} from './syntax.ts';
import type { CheckedSymbol } from './types.ts';

export interface Comment {
  text: string;
  tags: readonly { name: string; text: string }[];
}

/** Reads a symbol's comment. A symbol without a comment may inherit the comment of the member that it overrides. */
export function readComment(checker: Checker, symbol: CheckedSymbol): Comment {
  const docs = symbol.declarations.flatMap(docsOf);
  if (docs.length === 0) return parameterComment(symbol) ?? inheritedComment(checker, symbol);
  const texts = docs.map(({ comment }) => commentText(comment)).filter((text) => text !== '');
  return {
    text: [...new Set(texts)].join('\n'),
    tags: docs.flatMap(({ tags }) =>
      [...(tags ?? [])].map((tag) => ({ name: nameOf(tag), text: commentText(tag.comment) })),
    ),
  };
}

/** Returns the text of a declaration's `@deprecated` tag, including the tag itself. Undefined if there is no such tag. */
export function deprecation(declaration: Node): string | undefined {
  const tags = docsOf(declaration).flatMap((doc) => [...(doc.tags ?? [])]);
  return tags.find(({ kind }) => kind === SyntaxKind.JSDocDeprecatedTag)?.getText();
}

/** Returns the last doc comment. The comment of an assigned value is before the whole assignment. */
function docsOf(declaration: Node): JSDoc[] {
  const { parent } = declaration;
  const isValue = isExpression(declaration) && !isSourceFile(parent) && !isExportAssignment(parent);
  if (isVariableDeclaration(declaration)) return docsOf(parent.parent);
  if (isValue && (parent as { initializer?: Node }).initializer === declaration) return docsOf(parent);
  if (isValue && (isBinaryExpression(parent) || isExpressionStatement(parent))) return docsOf(parent);
  const docs = (declaration.jsDoc ?? []).filter(({ kind }) => kind === SyntaxKind.JSDoc);
  return docs.slice(-1) as JSDoc[];
}

function parameterComment(symbol: CheckedSymbol): Comment | undefined {
  const parameter = symbol.declarations.find((node: Node) => isParameter(node));
  if (!parameter) return undefined;
  const tags = docsOf(parameter.parent).flatMap((doc) => [...(doc.tags ?? [])].filter(isParameterTag));
  const own = isIdentifier(parameter.name)
    ? tags.find((tag) => tag.name.getText() === symbol.name)
    : tagAtPosition(parameter, tags);
  return own && { text: commentText(own.comment).replace(/^-\s*/, ''), tags: [] };
}

/** Returns the tag for a destructured parameter, which has no name: the tag at the same position, unless it names another parameter. */
function tagAtPosition(parameter: ParameterDeclaration, tags: readonly NamedTag[]): NamedTag | undefined {
  const { parameters } = parameter.parent as unknown as { parameters: readonly ParameterDeclaration[] };
  // Names with a dot describe members.
  const tag = tags.filter(({ name }) => !name.getText().includes('.'))[parameters.indexOf(parameter)];
  const isOther = parameters.some(({ name }) => isIdentifier(name) && name.text === tag?.name.getText());
  return isOther ? undefined : tag;
}

type NamedTag = JSDocTag & { name: Node };

function isParameterTag(tag: JSDocTag): tag is NamedTag {
  return tag.kind === SyntaxKind.JSDocParameterTag;
}

function inheritedComment(checker: Checker, symbol: CheckedSymbol): Comment {
  for (const { parent } of symbol.declarations) {
    if (!isInterfaceDeclaration(parent) && !isClassDeclaration(parent)) continue;
    const owner = parent.name && checker.symbolAt(parent.name);
    for (const base of owner ? checker.declaredType(owner).baseTypes : []) {
      const overridden = base.properties.find(({ name }) => name === symbol.name);
      if (overridden) return readComment(checker, overridden);
    }
  }
  return { text: '', tags: [] };
}

function nameOf({ tagName }: JSDocTag): string {
  return tagName.text;
}

function commentText(comment: JSDocTag['comment']): string {
  return (comment ?? []).map((part) => (part.kind === SyntaxKind.JSDocText ? part.text : part.getText())).join('');
}
