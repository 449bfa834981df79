import { parseDocument, visit, type YAMLError } from 'yaml';
import { YamlValueError, type YamlValues, yamlValues } from './yaml-values.ts';

export interface YamlProblem {
  /** False if the meaning is clear, so the corrected value is used. */
  fatal: boolean;
  reason: string;
  yamlCode?: string;
  offset: number;
  length: number;
}

/** Maximum length in characters; no author writes longer front matter. */
const MAX_LENGTH = 64 * 1024;
const MAX_BRACKETS = 100;

/** YAML parser errors after which the value is still what the author meant. */
const RECOVERABLE = new Set<string>(['BAD_SCALAR_START', 'BAD_DQ_ESCAPE']);

/** Replaces the space after a literal colon, so that offsets do not change. */
const TEXT_SPACE = '\ue000';
/** Maximum number of passes that search for literal colons. */
const MAX_PASSES = 10;

/** Parses front matter of pages and demos. `values` is undefined after a fatal problem. `offset` is added to every position. */
export function parseFrontmatterYaml(text: string, offset: number): { values?: YamlValues; problems: YamlProblem[] } {
  const problems: YamlProblem[] = [];
  const note = (error: YAMLError, fatal: boolean, start = error.pos[0]) => {
    const length = Math.max(1, error.pos[1] - error.pos[0]);
    const problem = fatal && keyWithValueAndKeys(error, text);
    const told = problem || unclosed(error) || { reason: sentence(error, text), yamlCode: error.code };
    problems.push({ fatal, ...told, offset: offset + start, length });
  };
  let masked = text;
  let document = parseYaml(masked);
  // YAML reads `title: Foo: bar` as a map inside a value, but the author meant text.
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const error = document.errors.find(
      ({ code, pos }) => code === 'BLOCK_AS_IMPLICIT_KEY' && isOneLineValue(masked, pos[0]),
    );
    if (!error || text.includes(TEXT_SPACE)) break;
    const [start] = error.pos;
    const end = lineEnd(masked, start);
    masked = masked.slice(0, start) + masked.slice(start, end).replaceAll(': ', `:${TEXT_SPACE}`) + masked.slice(end);
    note(error, false);
    document = parseYaml(masked);
  }
  for (const error of [...document.errors, ...document.warnings]) {
    const fatal = !RECOVERABLE.has(error.code);
    note(error, fatal, fatal ? startOfUnclosed(document, error) : undefined);
    // The parser recovers from only these two fatal errors.
    if (fatal && error.code !== 'DUPLICATE_KEY' && error.code !== 'TAG_RESOLVE_FAILED') break;
  }
  if (problems.some(({ fatal }) => fatal)) return { problems };
  try {
    const restore = (value: string) => value.replaceAll(TEXT_SPACE, ' ');
    return { values: yamlValues(document, offset, masked === text ? undefined : restore), problems };
  } catch (error) {
    if (!(error instanceof YamlValueError)) throw error;
    problems.push({ fatal: true, reason: error.message, offset: error.offset, length: 1 });
    return { problems };
  }
}

function parseYaml(text: string): ReturnType<typeof parseDocument> {
  return parseDocument(text, { schema: 'core', prettyErrors: false, logLevel: 'silent' });
}

/** Returns true if the value at an offset ends with its line: the next line is not indented deeper than the key. */
function isOneLineValue(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1);
  const next = text.slice(lineEnd(text, offset) + 1);
  return /^\s*(\n|$)/.test(next) || indentOf(next) <= indentOf(line);
}

function indentOf(text: string): number {
  return /^ */.exec(text)?.[0].length ?? 0;
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}

/** Returns the last opening quote or bracket, because the parser reports the error far below the unclosed one. */
function startOfUnclosed(document: ReturnType<typeof parseDocument>, error: YAMLError): number | undefined {
  const quote = /Missing closing ["']/.test(error.message);
  if (!quote && !/end with a [\]}]/.test(error.message)) return undefined;
  let start: number | undefined;
  visit(document, {
    Scalar(_, { type, range }) {
      if (quote && type?.startsWith('QUOTE')) start = range?.[0];
    },
    Collection(_, { flow, range }) {
      if (!quote && flow && range && range[0] < error.pos[0]) start = range[0];
    },
  });
  return start;
}

/** Describes a key with both a text and indented keys. The parser reports the text. */
function keyWithValueAndKeys({ code, pos }: YAMLError, text: string): { reason: string; yamlCode: string } | undefined {
  const [, key] = /^[ -]*([\w.-]+):/.exec(text.slice(text.lastIndexOf('\n', pos[0] - 1) + 1)) ?? [];
  const hasKeys = /^\s*[\w.-]+:(?:\s|$)/.test(text.slice(lineEnd(text, pos[0]) + 1));
  if (code !== 'BLOCK_AS_IMPLICIT_KEY' || key === undefined || !hasKeys) return undefined;
  return { reason: `\`${key}\` has both a text and indented keys below it`, yamlCode: 'TEXT_AND_KEYS' };
}

/** Returns the problem of an unclosed quote or bracket, which the parser describes in terms of its own rules. */
function unclosed({ message }: YAMLError): { reason: string; yamlCode: string } | undefined {
  const [, sign] = /^Missing closing (["'])|end with a ([\]}])/.exec(message)?.filter(Boolean) ?? [];
  const told = sign === undefined ? undefined : UNCLOSED[sign];
  return told && { reason: told[0], yamlCode: told[1] };
}

const UNCLOSED: Record<string, [reason: string, yamlCode: string]> = {
  '"': ['The value begins with a double quote, but does not end with one', 'UNCLOSED_DOUBLE'],
  "'": ['The value begins with a single quote, but does not end with one', 'UNCLOSED_SINGLE'],
  ']': ['The list is not closed', 'UNCLOSED_LIST'],
  '}': ['The map is not closed', 'UNCLOSED_MAP'],
};

function sentence(error: YAMLError, text: string): string {
  if (error.code === 'BLOCK_AS_IMPLICIT_KEY') return 'A value with a colon and a space in it needs quotes';
  if (error.code === 'DUPLICATE_KEY') return `Duplicate key \`${wordAt(text, error.pos[0])}\``;
  return error.message.replace(/\.$/, '');
}

function wordAt(text: string, offset: number): string {
  return /^[^\s:]*/.exec(text.slice(offset))?.[0] ?? '';
}

/** Returns the offset at which front matter exceeds the limits, if any. */
export function tooLargeAt(text: string): number | undefined {
  if (text.length > MAX_LENGTH) return MAX_LENGTH;
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > MAX_BRACKETS) return index;
  }
  return undefined;
}
