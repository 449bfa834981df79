/** How the compiler prints types, signatures and the comments of symbols. */
import { NodeBuilderFlags, type Project } from 'typescript/unstable/sync';
import { type Node, type SourceFile, SyntaxKind, scopeOf, type TypeNode } from './syntax.ts';
import { type CheckedSymbol, memo, remember, type Signature, type Type } from './types.ts';

/** How a type is printed. */
export interface PrintOptions {
  /** What an alias stands for, not its name. */
  expand?: boolean;
  /** Long types are cut. */
  truncate?: boolean;
}

/** Prints what a program declares. */
export interface ShownTypes {
  /** A type as the compiler names it, on one line. */
  textOf: (type: Type) => string;
  /** A type as editors show it at a node: objects on lines of their own; with `expand` what an alias stands for. */
  shownText: (type: Type, at: Node, options?: { expand?: boolean }) => string;
  /** A signature as editors show it: `(a: string): void`, or as a type, `(a: string) => void`. */
  shownSignature: (signature: Signature, at: Node, options?: { asType?: boolean }) => string;
  /** What is said of a symbol where it is declared: Markdown. */
  commentOf: (symbol: CheckedSymbol) => string;
  /** A tree of a type as it is printed. */
  typeNode: (type: Type, options?: PrintOptions) => TypeNode | undefined;
  signatureNode: (signature: Signature, options?: PrintOptions) => Node | undefined;
}

/** Creates the printer of a program that is open. */
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

/** A text depends on the scope in which it is shown, unless it has no names. */
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
    // An alias is named where it is not expanded.
    if (!expand && PLAIN_TEXT.test(text)) plainTexts.set(type, text);
    return text;
  };
}

/** The printer has a line for each part of a tuple. */
function tuplesOnOneLine(text: string): string {
  return text.replace(
    /\[\s*\n([^[\]{}]*)\n\s*\]/g,
    (_, parts: string) => `[${parts.trim().replace(/\s*\n\s*/g, ' ')}]`,
  );
}

/** A text of the language's own types alone: it is the same everywhere. */
const PLAIN_TEXT = /^(?:(?:string|number|boolean|undefined|null|void|true|false)\b|[|()[\] ])+$/;

/** How editors show types. */
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
