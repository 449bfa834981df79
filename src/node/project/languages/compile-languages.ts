import {
  isArgumentElement,
  isLiteralElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import enUS from '../../shared/messages/en-US.ts';
import { locateKey } from '../config/key-location.ts';
import type { Site } from '../config/types.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import { didYouMean, misspelt } from '../diagnostics/did-you-mean.ts';
import { languagesOf, OWN_LANGUAGES } from './interface-strings.ts';
import { syntaxProblem } from './message-syntax.ts';

interface CompiledLanguage {
  name: string;
  messages: Record<string, unknown>;
}

/** Languages of the shell with their messages parsed, so that the browser needs no parser. The config's lie over ours. */
export function compileLanguages(site: Site): Record<string, CompiledLanguage> {
  return Object.fromEntries(
    Object.entries(languagesOf(site)).map(([id, { name, messages }]) => [
      id,
      {
        name,
        messages: Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compileMessage(text)])),
      },
    ]),
  );
}

/**
 * Warnings about messages of the configuration: those that are missing stay English (CD115), those that are malformed are
 * shown as they are written (CD116), and those that nothing shows are unknown (CD119).
 */
export function checkLanguages(site: Site): Diagnostic[] {
  const { configFile, configSource = '', config } = site;
  const place = (...path: string[]): Location | undefined =>
    configFile === undefined ? undefined : locateKey(configFile, configSource, ['messages', ...path]);
  const ofMessage = (language: string, id: string, message: string): Diagnostic[] => {
    const location = place(language, 'messages', id);
    const problem = syntaxProblem(message);
    return [
      ...(isUnknown(id, site) ? [{ ...unknownMessage(id, language), location }] : []),
      ...(problem ? [{ ...malformedMessage(id, language, problem), location }] : []),
    ];
  };
  return Object.entries(config.messages).flatMap(([language, { messages }]) => {
    const missing = language in OWN_LANGUAGES ? [] : IDS.filter((id) => messages[id] === undefined);
    return [
      ...(missing.length > 0 ? [{ ...missingMessages(missing, language), location: place(language) }] : []),
      ...Object.entries(messages).flatMap(([id, message]) => ofMessage(language, id, message)),
    ];
  });
}

const IDS = Object.keys(enUS);

/** True for an id that nothing shows. A theme may show messages of its own, but none whose id is nearly one of ours. */
function isUnknown(id: string, { config }: Site): boolean {
  return !IDS.includes(id) && (config.theme === undefined || nearestId(id) !== undefined);
}

/** The known id that an unknown one was probably meant to be. */
function nearestId(id: string): string | undefined {
  const group = groupOf(id);
  return misspelt(id, group.length > 0 ? group : IDS) ?? IDS.find((known) => known.endsWith(`.${id}`));
}

/** Known ids that begin as an id does, up to its last dot. */
function groupOf(id: string): string[] {
  const [prefix] = /^.*\./.exec(id) ?? [];
  return prefix === undefined ? [] : IDS.filter((known) => known.startsWith(prefix));
}

function missingMessages(ids: string[], language: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'CD115',
    text: `Language "${language}" lacks ${ids.length} message${ids.length === 1 ? '' : 's'}, which stay English`,
    notes: [`Missing in messages: ${ids.join(', ')}.`],
  };
}

function unknownMessage(id: string, language: string): Diagnostic {
  const group = groupOf(id);
  return {
    severity: 'warning',
    code: 'CD119',
    text: `Unknown message "${id}" of language "${language}"${didYouMean(nearestId(id))}`,
    notes: [
      ...(group.length > 0 ? [`Known ids: ${group.join(', ')}.`] : []),
      'The handbook lists all ids under "Interface languages". Only a theme of your own can show other messages.',
    ],
  };
}

function malformedMessage(id: string, language: string, problem: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'CD116',
    text: `Message "${id}" of language "${language}" is malformed: ${problem}`,
    notes: ['Write a value in braces, such as {title}. Put a brace that is meant as such between single quotes.'],
  };
}

/**
 * A message as it is sent: one that is nothing but text as that text, others as the parser's tree, a malformed one as
 * `{ malformed }`, which the browser reports when it is used.
 */
function compileMessage(text: string): unknown {
  try {
    const [first, ...rest] = parse(text, { captureLocation: false });
    return first && isLiteralElement(first) && rest.length === 0 ? first.value : [...(first ? [first] : []), ...rest];
  } catch {
    // Its author has been told: see checkLanguages.
    return { malformed: text };
  }
}

/** True for a compiled message that is more than text with values in it: one with plurals, choices, numbers or dates. */
export function needsFormat(message: unknown): boolean {
  return (
    Array.isArray(message) &&
    message.some((node: MessageFormatElement) => !isLiteralElement(node) && !isArgumentElement(node))
  );
}
