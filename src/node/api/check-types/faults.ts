import ts from 'typescript';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { CheckedFile } from './checked-file.ts';
import { type Named, namedBy, nodeAt } from './nodes.ts';

/** A message of the compiler's, with what led to it. */
interface Message {
  code: number;
  text: string;
}

/** The compiler's numbers of messages, as far as they are told in another way than the rest. */
const NO_PROPERTY = [2339, 2551];
const NO_OVERLOAD = [2769, 2770, 2772];
const NO_MODULE = 2307;
/** Says best what is wrong, although it stands below others: a property that is not there, unknown or missing. */
const TELLING = [...NO_PROPERTY, 2353, 2561, 2739, 2740, 2741];
/** React's types, or a package's, are not there: every element is told of. */
const ONCE = [2875, 7016, 7026];
/** A note more would be no help. */
const MAX_NOTES = 4;

/**
 * Makes a function that finds the errors of a file, as the author can read them. Where syntax is wrong nothing else is told:
 * it would mislead.
 * @param shorten takes out of a message what is only true on this machine
 */
export function createFaultFinder(
  service: ts.LanguageService,
  shorten: (message: string) => string,
): (file: CheckedFile) => Diagnostic[] {
  const once = new Set<string>();
  const isTold = (fault: ts.Diagnostic, file: CheckedFile): boolean => {
    if (fault.category !== ts.DiagnosticCategory.Error || isHarmless(fault, file)) return false;
    const key = JSON.stringify(fault.messageText);
    if (ONCE.includes(fault.code) && once.has(key)) return false;
    once.add(key);
    return true;
  };
  return (file) => {
    const syntactic = service.getSyntacticDiagnostics(file.fileName);
    const found = syntactic.length > 0 ? syntactic : service.getSemanticDiagnostics(file.fileName);
    return found.flatMap((fault) => {
      const { file: source, start = 0, length = 1 } = fault;
      if (!source || !isTold(fault, file)) return [];
      const location = file.locate(source.text, start, length);
      return [{ severity: 'error', code: 'CD810', ...describeFault(fault, nodeAt(source, start), shorten), location }];
    });
  };
}

/** A block of a page shows something, it need not use it; an import of React was needed once, and still is elsewhere. */
function isHarmless({ reportsUnnecessary, messageText }: ts.Diagnostic, { isBlock }: CheckedFile): boolean {
  return (
    Boolean(reportsUnnecessary) && (isBlock || (typeof messageText === 'string' && messageText.startsWith("'React'")))
  );
}

function describeFault(
  fault: ts.Diagnostic,
  node: ts.Node,
  shorten: (message: string) => string,
): Pick<Diagnostic, 'text' | 'notes'> {
  const messages = listMessages(fault).map(({ code, text }) => ({ code, text: shorten(text) }));
  const main = mainOf(messages);
  const text = main.text.replace(/\.$/, '');
  const named = namedBy(node);
  const isNamed = text.includes(`'${named?.name}'`);
  if (named?.owner !== undefined && isNamed && NO_PROPERTY.includes(main.code)) {
    const nearest = /Did you mean '(.+)'\?$/.exec(main.text)?.[1];
    const hint = nearest === undefined ? '' : `, did you mean \`${nearest}\`?`;
    const kind = named.isAttribute ? 'prop' : 'property';
    return { text: `\`${named.owner}\` has no ${kind} \`${named.name}\`${hint}`, notes: [main.text] };
  }
  const rest = messages.filter((message) => message !== main && !NO_OVERLOAD.includes(message.code));
  const module = main.code === NO_MODULE && ts.isStringLiteral(node) ? packageOf(node.text) : undefined;
  const notes = rest.map((message) => message.text).slice(0, MAX_NOTES);
  if (module !== undefined) notes.push(`Install it: npm install --save-dev ${module}`);
  const place = named && !isNamed ? `${placeOf(named)}: ` : '';
  return { text: place + text, ...(notes.length > 0 && { notes }) };
}

function placeOf({ name, owner }: Named): string {
  return owner === undefined ? `\`${name}\`` : `\`${name}\` of \`${owner}\``;
}

/** Package that a specifier names; undefined for a path. */
function packageOf(specifier: string): string | undefined {
  return /^(?:@[\w.~-]+\/)?[a-z0-9~][\w.~-]*(?=\/|$)/i.exec(specifier)?.[0];
}

/** A message and those below it, top down. */
function listMessages({ code, messageText }: ts.Diagnostic): Message[] {
  if (typeof messageText === 'string') return [{ code, text: messageText }];
  const flatten = (chain: ts.DiagnosticMessageChain): Message[] => [
    { code: chain.code, text: chain.messageText },
    ...(chain.next ?? []).flatMap(flatten),
  ];
  return flatten(messageText);
}

function mainOf(messages: Message[]): Message {
  return (
    messages.find(({ code }) => TELLING.includes(code)) ??
    messages.find(({ code }) => !NO_OVERLOAD.includes(code)) ??
    (messages[0] as Message)
  );
}
