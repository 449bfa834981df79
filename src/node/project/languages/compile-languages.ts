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

interface CompiledLanguage {
  name: string;
  messages: Record<string, unknown>;
}

/** Configured messages override the built-in ones. */
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

/** Reports missing messages, which stay English (CD115), malformed ones, shown as written (CD116), and unknown ones (CD119). */
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

/** With a custom theme, an id is unknown only if it resembles a built-in id. */
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
 * Plain text stays text, other messages become the parser's tree; a malformed message becomes `{ malformed }`, which
 * the browser reports when the message is used.
 */
function compileMessage(text: string): unknown {
  try {
    const [first, ...rest] = parse(text, { captureLocation: false });
    return first && isLiteralElement(first) && rest.length === 0 ? first.value : [...(first ? [first] : []), ...rest];
  } catch {
    // `checkLanguages` warns about malformed messages.
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

/** Descriptions of syntax errors for authors, by the parser's error names. */
const PROBLEMS: Record<string, string> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: 'a brace is not closed',
  EMPTY_ARGUMENT: 'nothing stands between the braces',
  MALFORMED_ARGUMENT: 'the text in braces is not the name of a value',
  EXPECT_ARGUMENT_TYPE: 'a type is missing after the comma',
  INVALID_ARGUMENT_TYPE: 'the type is not one of number, date, time, plural, selectordinal and select',
  EXPECT_ARGUMENT_STYLE: 'a format is missing after the comma',
  INVALID_NUMBER_SKELETON: 'the number format is not valid',
  INVALID_DATE_TIME_SKELETON: 'the date format is not valid',
  EXPECT_NUMBER_SKELETON: 'a number format is missing after `::`',
  EXPECT_DATE_TIME_SKELETON: 'a date format is missing after `::`',
  UNCLOSED_QUOTE_IN_ARGUMENT_STYLE: 'a single quote is not closed',
  EXPECT_SELECT_ARGUMENT_OPTIONS: 'options are missing after the comma',
  EXPECT_PLURAL_ARGUMENT_OFFSET_VALUE: 'a number is missing after `offset:`',
  INVALID_PLURAL_ARGUMENT_OFFSET_VALUE: 'the text after `offset:` is not a whole number',
  EXPECT_SELECT_ARGUMENT_SELECTOR: 'an option is missing',
  EXPECT_PLURAL_ARGUMENT_SELECTOR: 'an option is missing, such as one, other or =0',
  EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT: 'an option has no text in braces',
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: 'an option has no text in braces',
  INVALID_PLURAL_ARGUMENT_SELECTOR: 'the text after "=" is not a whole number',
  DUPLICATE_PLURAL_ARGUMENT_SELECTOR: 'an option is written twice',
  DUPLICATE_SELECT_ARGUMENT_SELECTOR: 'an option is written twice',
  MISSING_OTHER_CLAUSE: 'the option `other` is missing',
  INVALID_TAG: 'a tag is not valid',
  INVALID_TAG_NAME: 'the name of a tag is not valid',
  UNMATCHED_CLOSING_TAG: 'a closing tag has no opening tag',
  UNCLOSED_TAG: 'a tag is not closed',
};

function syntaxProblem(message: string): string | undefined {
  try {
    parse(message);
    return undefined;
  } catch (error) {
    const { message: name, location } = error as Error & { location?: { start: { offset: number } } };
    const problem = PROBLEMS[name] ?? 'it is not in ICU syntax';
    return location ? `${problem} (character ${location.start.offset + 1} of \`${message}\`)` : problem;
  }
}
