import { parseDocument, visit, type YAMLError } from 'yaml';
import type { Frontmatter } from '../../shared/entities.ts';
import { createDiagnostic, type DataOf } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, type Location, locate } from '../base/diagnostics/diagnostic.ts';
import { reportLostOpening } from './frontmatter-opening.ts';
import { checkFrontmatter } from './frontmatter-schema.ts';
import { YamlValueError, type YamlValues, yamlValues } from './yaml-values.ts';

/** Front matter of a page, and the offset of its body. */
export interface ParsedFrontmatter {
  frontmatter: Frontmatter;
  /** Locations of the values by key path, such as `hero.actions.0.link`. */
  locations: Record<string, Location>;
  bodyOffset: number;
  diagnostics: Diagnostic[];
}

/** Maximum length in characters; no author writes longer front matter. */
const MAX_LENGTH = 64 * 1024;
const MAX_BRACKETS = 100;

/** Errors of the YAML parser after which the value is still what the author meant. */
const RECOVERABLE = new Set<string>(['BAD_SCALAR_START', 'BAD_DQ_ESCAPE']);

/**
 * Parses the front matter at the start of a page: YAML between two `---` lines. Locations refer to the file. A YAML error with
 * a clear meaning is a warning (CD211). Any other YAML error is an error (CD210), and the page has no front matter. {@link
 * checkFrontmatter} checks the types of values, {@link reportLostOpening} reports a missing opening line.
 */
export function parseFrontmatter(source: string, sourcePath: string): ParsedFrontmatter {
  const nothing = { frontmatter: Object.create(null) as Frontmatter, locations: {}, bodyOffset: 0 };
  const open = /^---[ \t]*\n/.exec(source)?.[0].length;
  if (open === undefined) return { ...nothing, diagnostics: reportLostOpening(source, sourcePath) };
  const closing = /^---[ \t]*(?:\n|$(?!\n))/m;
  const rest = source.slice(open);
  const close = closing.exec(rest);
  const fail = (data: DataOf<'unreadable-front-matter'>, offset: number, length = 1): Diagnostic =>
    createDiagnostic('unreadable-front-matter', data, { location: locate(sourcePath, source, offset, length) });
  if (!close) {
    // A page may begin with a thematic break, which looks like the opening of front matter.
    if (!/^[ \t]*("[^"]*"|'[^']*'|[\w-]+)[ \t]*:/.test(rest)) return { ...nothing, diagnostics: [] };
    return {
      ...nothing,
      diagnostics: [fail({ case: 'unclosed' }, 0, 3)],
    };
  }
  const bodyOffset = open + close.index + close[0].length;
  const text = rest.slice(0, close.index);
  const end = { ...nothing, bodyOffset };
  const tooMuch = tooLargeAt(text);
  if (tooMuch !== undefined) return { ...end, diagnostics: [fail({ case: 'too-large' }, open + tooMuch)] };

  const parsed = parseValues(text, open);
  const diagnostics = parsed.problems.map(({ error, fatal, start = error.pos[0] }): Diagnostic => {
    const length = Math.max(1, error.pos[1] - error.pos[0]);
    const data = { case: 'yaml', reason: sentence(error, text), yamlCode: error.code } as const;
    if (fatal) return fail(data, open + start, length);
    const location = locate(sourcePath, source, open + start, length);
    return createDiagnostic('corrected-front-matter', data, { location });
  });
  if (parsed.failure) diagnostics.push(fail({ case: 'yaml', reason: parsed.failure.message }, parsed.failure.offset));
  if (!parsed.values) return { ...end, diagnostics };

  const { value, ranges } = parsed.values;
  if (value === null) return { ...end, diagnostics };
  if (typeof value !== 'object' || Array.isArray(value)) {
    const offset = ranges.get('')?.[0] ?? open;
    const found = Array.isArray(value) ? 'list' : 'value';
    return {
      ...end,
      diagnostics: [...diagnostics, fail({ case: 'no-map', found }, offset)],
    };
  }
  const at = (range: readonly [number, number]) =>
    locate(sourcePath, source, range[0], Math.max(1, source.slice(...range).split('\n', 1)[0]?.length ?? 1));
  const checked = checkFrontmatter(parsed.values, source, at);
  const locations: Record<string, Location> = Object.create(null);
  for (const [path, range] of ranges) if (path !== '') locations[path] = at(range);
  return {
    frontmatter: checked.frontmatter,
    locations,
    bodyOffset,
    diagnostics: [...diagnostics, ...checked.diagnostics],
  };
}

interface ParsedValues {
  /** Absent after a fatal error. */
  values?: YamlValues;
  problems: {
    error: YAMLError;
    fatal: boolean;
    /** Start of the reported range, if it differs from the parser's position. */
    start?: number;
  }[];
  failure?: YamlValueError;
}

/** Replaces the space after a literal colon, so that offsets do not change. */
const TEXT_SPACE = '\ue000';
/** Maximum number of passes that search for literal colons. */
const MAX_PASSES = 10;

function parseValues(text: string, offset: number): ParsedValues {
  const problems: ParsedValues['problems'] = [];
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
    problems.push({ error, fatal: false });
    document = parseYaml(masked);
  }
  for (const error of [...document.errors, ...document.warnings]) {
    const fatal = !RECOVERABLE.has(error.code);
    problems.push({ error, fatal, start: fatal ? startOfUnclosed(document, error) : undefined });
    // The parser recovers from only these two fatal errors.
    if (fatal && error.code !== 'DUPLICATE_KEY' && error.code !== 'TAG_RESOLVE_FAILED') break;
  }
  if (problems.some(({ fatal }) => fatal)) return { problems };
  try {
    const restore = (value: string) => value.replaceAll(TEXT_SPACE, ' ');
    return { values: yamlValues(document, offset, masked === text ? undefined : restore), problems };
  } catch (error) {
    if (error instanceof YamlValueError) return { problems, failure: error };
    throw error;
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

/**
 * Returns the start of an unclosed quote or bracket. The parser reports the error far below, so this is the last opening
 * before it.
 */
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

function sentence(error: YAMLError, text: string): string {
  if (error.code === 'BLOCK_AS_IMPLICIT_KEY') return 'A value with a colon and a space in it needs quotes';
  if (error.code === 'DUPLICATE_KEY') return `Duplicate key "${wordAt(text, error.pos[0])}"`;
  return error.message.replace(/\.$/, '');
}

function wordAt(text: string, offset: number): string {
  return /^[^\s:]*/.exec(text.slice(offset))?.[0] ?? '';
}

/** Returns the offset at which the front matter exceeds the limits, if any. */
function tooLargeAt(text: string): number | undefined {
  if (text.length > MAX_LENGTH) return MAX_LENGTH;
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > MAX_BRACKETS) return index;
  }
  return undefined;
}
