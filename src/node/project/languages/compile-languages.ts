import {
  isArgumentElement,
  isLiteralElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import enUS from '../../../shared/messages/en-US.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic, Location } from '../../base/diagnostics/diagnostic.ts';
import { misspelt } from '../../base/diagnostics/did-you-mean.ts';
import { locateKey } from '../config/key-location.ts';
import type { Site } from '../config/types.ts';
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
    const reason = syntaxProblem(message);
    return [
      ...(isUnknown(id, site)
        ? [
            createDiagnostic(
              'unknown-translation',
              { id, language, known: groupOf(id), nearest: nearestId(id) },
              { location },
            ),
          ]
        : []),
      ...(reason ? [createDiagnostic('malformed-translation', { id, language, reason }, { location })] : []),
    ];
  };
  return Object.entries(config.messages).flatMap(([language, { messages }]) => {
    const missing = language in OWN_LANGUAGES ? [] : IDS.filter((id) => messages[id] === undefined);
    return [
      ...(missing.length > 0
        ? [createDiagnostic('missing-translations', { language, ids: missing }, { location: place(language) })]
        : []),
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
