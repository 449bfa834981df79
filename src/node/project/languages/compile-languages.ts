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
import { OWN_LANGUAGES } from '../own-languages.ts';
import { languagesOf } from './interface-strings.ts';
import { syntaxProblem } from './message-syntax.ts';

interface CompiledLanguage {
  name: string;
  messages: Record<string, unknown>;
}

/** Configured messages override ours. */
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
 * Missing ones stay English (CD115), malformed ones are shown as written (CD116), unknown ones are never shown (CD119).
 */
export function checkLanguages(site: Site): Diagnostic[] {
  const { configFile, configSource = '', config } = site;
  const at = (...path: string[]): Location | undefined =>
    configFile === undefined ? undefined : locateKey(configFile, configSource, ['messages', ...path]);
  const ofMessage = (language: string, id: string, message: string): Diagnostic[] => {
    const location = at(language, 'messages', id);
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
    const missing = Object.hasOwn(OWN_LANGUAGES, language) ? [] : IDS.filter((id) => messages[id] === undefined);
    return [
      ...(missing.length > 0
        ? [createDiagnostic('missing-translations', { language, ids: missing }, { location: at(language) })]
        : []),
      ...Object.entries(messages).flatMap(([id, message]) => ofMessage(language, id, message)),
    ];
  });
}

const IDS = Object.keys(enUS);

/** With a custom theme, an id is unknown only if it resembles one of ours. */
function isUnknown(id: string, { config }: Site): boolean {
  return !IDS.includes(id) && (config.theme === undefined || nearestId(id) !== undefined);
}

function nearestId(id: string): string | undefined {
  const group = groupOf(id);
  return misspelt(id, group.length > 0 ? group : IDS) ?? IDS.find((known) => known.endsWith(`.${id}`));
}

function groupOf(id: string): string[] {
  const [prefix] = /^.*\./.exec(id) ?? [];
  return prefix === undefined ? [] : IDS.filter((known) => known.startsWith(prefix));
}

/**
 * Plain text stays text, others become the parser's tree; a malformed one becomes `{ malformed }`, which the browser
 * reports when it is used.
 */
function compileMessage(text: string): unknown {
  try {
    const [first, ...rest] = parse(text, { captureLocation: false });
    return first && isLiteralElement(first) && rest.length === 0 ? first.value : [...(first ? [first] : []), ...rest];
  } catch {
    // `checkLanguages` warns about it.
    return { malformed: text };
  }
}

/** Returns true for a compiled message with more than text and plain values: with plurals, choices, numbers or dates. */
export function needsFormat(message: unknown): boolean {
  return (
    Array.isArray(message) &&
    message.some((node: MessageFormatElement) => !isLiteralElement(node) && !isArgumentElement(node))
  );
}
