import { NodeBuilderFlags, type Project } from 'typescript/unstable/sync';
import { memo, remember } from './memo.ts';
import { type Node, type SourceFile, SyntaxKind, scopeOf, type TypeNode } from './syntax.ts';
import type { CheckedSymbol, Signature, Type } from './types.ts';

export interface PrintOptions {
  expand?: boolean;
  truncate?: boolean;
}

export interface ShownTypes {
  /** Prints a type as the compiler names it, on one line. */
  textOf: (type: Type) => string;
  /** Prints a type as editors show it at a node: objects take several lines. With `expand`, prints the type of an alias. */
  shownText: (type: Type, at: Node, options?: { expand?: boolean }) => string;
  /** Prints a signature as editors show it: `(a: string): void`, or as a type, `(a: string) => void`. */
  shownSignature: (signature: Signature, at: Node, options?: { asType?: boolean }) => string;
  commentOf: (symbol: CheckedSymbol) => string;
  typeNode: (type: Type, options?: PrintOptions) => TypeNode | undefined;
  signatureNode: (signature: Signature, options?: PrintOptions) => Node | undefined;
}

export function createShownTypes({ checker: raw, emitter }: Pick<Project, 'checker' | 'emitter'>): ShownTypes {
  return {
    textOf: (type) => raw.typeToString(type.raw),
    shownText: createShownText(raw),
    shownSignature(signature, at, { asType = false } = {}) {
      const kind = asType ? SyntaxKind.FunctionType : SyntaxKind.CallSignature;
      const node = raw.signatureToSignatureDeclaration(signature.raw, kind, at, SHOWN | WITH_ARGUMENTS);
      return node ? tuplesOnOneLine(emitter.printNode(node).replace(/;$/, '')) : '';
    },
    commentOf: memo((one: CheckedSymbol) => raw.getDocumentationCommentOfSymbol(one.raw)),
    typeNode: (type, options) => raw.typeToTypeNode(type.raw, undefined, flagsOf(options)),
    signatureNode: (signature, options) =>
      raw.signatureToSignatureDeclaration(signature.raw, SyntaxKind.FunctionType, undefined, flagsOf(options)),
  };
}

/** The text of a type depends on the scope in which it is shown, unless it contains no names. */
function createShownText(raw: Project['checker']): ShownTypes['shownText'] {
  const plainTexts = new Map<Type, string>();
  const textsIn = memo((_: SourceFile) => new Map<string, string>());
  return (type, at, { expand = false } = {}) => {
    const plain = type.intrinsicName ?? plainTexts.get(type);
    if (plain !== undefined) return plain;
    const { pos, kind } = scopeOf(at);
    const text = remember(textsIn(at.getSourceFile()), [pos, kind, type.id, expand].join(' '), () =>
      raw.typeToString(type.raw, at, SHOWN | (expand ? NodeBuilderFlags.InTypeAlias : 0)),
    );
    // Without `expand`, the text of an alias is its name.
    if (!expand && PLAIN_TEXT.test(text)) plainTexts.set(type, text);
    return text;
  };
}

/** Puts each tuple on one line, because the compiler prints each element on a line of its own. */
function tuplesOnOneLine(text: string): string {
  return text.replace(
    /\[\s*\n([^[\]{}]*)\n\s*\]/g,
    (_, parts: string) => `[${parts.trim().replace(/\s*\n\s*/g, ' ')}]`,
  );
}

/** Type text with only built-in types. It is the same in every scope. */
const PLAIN_TEXT = /^(?:(?:string|number|boolean|undefined|null|void|true|false)\b|[|()[\] ])+$/;

/** Flags to print types as editors show them. */
const SHOWN = NodeBuilderFlags.MultilineObjectLiterals | NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope;
const WITH_ARGUMENTS = NodeBuilderFlags.WriteTypeArgumentsOfSignature | NodeBuilderFlags.IgnoreErrors;

function flagsOf({ expand = false, truncate = false }: PrintOptions = {}): NodeBuilderFlags {
  return (
    (truncate ? 0 : NodeBuilderFlags.NoTruncation) |
    (expand ? NodeBuilderFlags.InTypeAlias : 0) |
    NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope |
    NodeBuilderFlags.IgnoreErrors
  );
}
