import {
  isArgumentElement,
  isLiteralElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import enUS from '../../shared/messages/en-US.ts';
import type { Site } from '../config/types.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { languagesOf, OWN_LANGUAGES } from './interface-strings.ts';

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
 * shown as they are written (CD116).
 */
export function checkLanguages(site: Site): Diagnostic[] {
  const location = site.configFile ? { file: site.configFile, line: 1, column: 1 } : undefined;
  return Object.entries(site.config.messages).flatMap(([id, { messages }]): Diagnostic[] => {
    const diagnostics: Diagnostic[] = [];
    const missing = id in OWN_LANGUAGES ? [] : Object.keys(enUS).filter((key) => messages[key] === undefined);
    if (missing.length > 0) {
      const text = `Language "${id}" lacks ${missing.length} message${missing.length === 1 ? '' : 's'}, which stay English`;
      const notes = [`Missing in messages: ${missing.join(', ')}.`];
      diagnostics.push({ severity: 'warning', code: 'CD115', text, location, notes });
    }
    for (const [key, message] of Object.entries(messages)) {
      const problem = parseError(message);
      if (!problem) continue;
      const text = `Message "${key}" of language "${id}" is malformed: ${problem}`;
      const notes = ['Messages are in ICU syntax: an argument stands in braces, a brace in single quotes.'];
      diagnostics.push({ severity: 'warning', code: 'CD116', text, location, notes });
    }
    return diagnostics;
  });
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

function parseError(text: string): string | undefined {
  try {
    parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
