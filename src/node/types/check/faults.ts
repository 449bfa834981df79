import { createDiagnostic, type DataOf } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import * as ts from '../compiler/index.ts';
import type { CheckedFile } from './checked-file.ts';

interface Message {
  code: number;
  text: string;
}

/** Codes of compiler messages that are reported differently from other messages. */
const NO_PROPERTY = [2339, 2551];
const NO_OVERLOAD = [2769, 2770, 2772];
const NO_MODULE = 2307;
/** Codes of the most helpful messages, even if they are nested: a property does not exist, is unknown or is missing. */
const TELLING = [...NO_PROPERTY, 2353, 2561, 2739, 2740, 2741];
/** Codes that are reported only once. If the types of React or of a package are missing, every element has this error. */
const ONCE = [2875, 7016, 7026];
/** Codes about folders for emitted files. Such errors do not matter, because no files are emitted. */
const UNWRITTEN = [6059];
const MAX_NOTES = 4;

/** Creates a function that finds errors. In a file with syntax errors, other errors would mislead. `shorten` removes paths. */
export function createFaultFinder(
  program: ts.Program,
  options: { shorten: (message: string) => string; packageName?: string | undefined },
): (file: CheckedFile) => Diagnostic[] {
  const once = new Set<string>();
  const isTold = (failure: ts.CompilerError, file: CheckedFile): boolean => {
    if (!failure.isError || isHarmless(failure, file) || file.isExpected?.(failure)) return false;
    const key = ts.flatText(failure);
    if (ONCE.includes(failure.code) && once.has(key)) return false;
    once.add(key);
    return true;
  };
  return (file) => {
    const source = program.file(file.fileName);
    const syntactic = program.syntaxFaults(file.fileName);
    const found = syntactic.length > 0 ? syntactic : program.typeFaults(file.fileName);
    return found.flatMap((error) => {
      const { start, length } = error;
      if (!source || !isTold(error, file)) return [];
      const location = file.locate(source.text, start, length);
      return [createDiagnostic('demo-type-error', describeFault(error, nodeAt(source, start), options), { location })];
    });
  };
}

/** Returns true for an unused name in a block, which may be an illustration, or for an unused `React`, which older configurations need. */
function isHarmless({ code, isUnnecessary, text }: ts.CompilerError, { isBlock }: CheckedFile): boolean {
  if (UNWRITTEN.includes(code)) return true;
  return isUnnecessary && (isBlock || text.startsWith("'React'"));
}

function describeFault(
  error: ts.CompilerError,
  node: ts.Node,
  { shorten, packageName }: Parameters<typeof createFaultFinder>[1],
): DataOf<'demo-type-error'> {
  const messages = ts.withChain(error).map(({ code, text }) => ({ code, text: shorten(text) }));
  const main = mainOf(messages);
  const reason = main.text.replace(/\.$/, '');
  const named = namedBy(node);
  const isNamed = reason.includes(`'${named?.name}'`);
  if (named?.owner !== undefined && isNamed && NO_PROPERTY.includes(main.code)) {
    const nearest = /Did you mean '(.+)'\?$/.exec(main.text)?.[1];
    const kind = named.isAttribute ? 'prop' : 'property';
    return { case: 'no-property', owner: named.owner, kind, name: named.name, nearest, reason: main.text };
  }
  const rest = messages.filter((message) => message !== main && !NO_OVERLOAD.includes(message.code));
  const module = main.code === NO_MODULE && ts.isStringLiteral(node) ? packageOf(node.text) : undefined;
  return {
    case: 'compiler',
    subject: isNamed ? undefined : named,
    reason,
    details: rest.map((message) => message.text).slice(0, MAX_NOTES),
    missing: module === undefined ? undefined : { module, isOwn: module === packageName },
  };
}

function packageOf(specifier: string): string | undefined {
  return /^(?:@[\w.~-]+\/)?[a-z0-9~][\w.~-]*(?=\/|$)/i.exec(specifier)?.[0];
}

function mainOf(messages: Message[]): Message {
  return (
    messages.find(({ code }) => TELLING.includes(code)) ??
    messages.find(({ code }) => !NO_OVERLOAD.includes(code)) ??
    (messages[0] as Message)
  );
}

function nodeAt(file: ts.SourceFile, start: number): ts.Node {
  let node: ts.Node = file;
  for (;;) {
    const inner: ts.Node | undefined = ts.forEachChild(node, (child) =>
      child.getStart(file) <= start && start < child.end ? child : undefined,
    );
    if (!inner) return node;
    node = inner;
  }
}

interface Named {
  name: string;
  /** The element of an attribute (`<Cascader>`), or the object of a member (`Cascader`). Undefined if the object has no name. */
  owner?: string;
  isAttribute?: true;
}

function namedBy(node: ts.Node): Named | undefined {
  const { parent } = node;
  if (!parent) return undefined;
  if (ts.isJsxAttribute(parent) && parent.name === node) {
    const element = parent.parent.parent as ts.JsxOpeningLikeElement;
    return { name: node.getText(), owner: `<${element.tagName.getText()}>`, isAttribute: true };
  }
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    const owner = parent.expression.getText();
    return { name: node.getText(), ...(/^[\w$.]+$/.test(owner) && { owner }) };
  }
  return ts.isPropertyAssignment(parent) && parent.name === node ? { name: node.getText() } : undefined;
}
