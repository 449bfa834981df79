/** The search entries and terms of shard outputs. */
import fs from 'node:fs';
import path from 'node:path';
import { type PackedTerm, unpackTerm } from '../../../shared/search/index-file.ts';
import type { SearchParts } from '../../search/create-search-index.ts';
import type { FoundTerm } from '../../search/term-scanner.ts';
import { PART } from './part-files.ts';
import { readLine, readLines } from './part-lines.ts';
import { SEARCH_ENTRY } from './part-schema.ts';
import { damaged, readOfPart } from './shard-failure.ts';
import type { Part, ShardLine } from './types.ts';

/** Location of a page's search entry in its file. */
interface Entry {
  part: Part;
  line: ShardLine;
  /** Offset in bytes. */
  start: number;
  bytes: number;
  characters: number;
}

/** Finds the search entries of pages. They are read and checked on demand. */
export function readPartSearch(parts: Part[]): SearchParts {
  const entries = new Map(parts.flatMap(entriesOf));
  return {
    textOf({ sourcePath }) {
      const entry = entries.get(sourcePath);
      return entry && { length: entry.characters, read: () => readEntry(entry) };
    },
    *terms(locale, pages) {
      for (const part of parts) {
        const numbers = pages.flatMap(({ sourcePath }, number) =>
          entries.get(sourcePath)?.part === part ? [number] : [],
        );
        yield termsOf(path.join(part.folder, PART.terms(locale)), numbers);
      }
    },
  };
}

/** Returns the entries of a shard output, by the source paths of their pages. Throws unless they fill their file exactly. */
function entriesOf(part: Part): [string, Entry][] {
  const file = path.join(part.folder, PART.search);
  const found: [string, Entry][] = [];
  let start = 0;
  for (const { sourcePath, search } of part.pages) {
    if (!search) continue;
    const [bytes, characters] = search;
    found.push([sourcePath, { part, line: { file, number: found.length + 1 }, start, bytes, characters }]);
    start += bytes + 1;
  }
  if (readOfPart(file, () => fs.statSync(file)).size !== start) throw damaged(file);
  return found;
}

function readEntry({ line, start, bytes, characters }: Entry): string {
  const buffer = Buffer.allocUnsafe(bytes);
  const descriptor = fs.openSync(line.file, 'r');
  try {
    fs.readSync(descriptor, buffer, 0, bytes, start);
  } finally {
    fs.closeSync(descriptor);
  }
  return readLine(line, () => {
    const text = buffer.toString();
    SEARCH_ENTRY.parse(JSON.parse(text));
    if (text.length !== characters) throw new Error('another length');
    return text;
  });
}

/**
 * Reads the terms of a shard output, ascending, with the numbers that its pages have in the whole site.
 *
 * @param numbers number in the site by number in the shard output
 */
function* termsOf(file: string, numbers: number[]): Generator<FoundTerm> {
  let before = '';
  const toWhole = (list: number[]): number[] =>
    list.map((number, index) => {
      const found = numbers[number];
      if (found === undefined || (index > 0 && number <= (list[index - 1] as number))) throw new Error('no such page');
      return found;
    });
  yield* readLines(file, (line): FoundTerm => {
    const packed = JSON.parse(line) as PackedTerm;
    const [term] = packed;
    if (typeof term !== 'string' || term <= before) throw new Error('out of order');
    before = term;
    const { titles, headings, texts } = unpackTerm(packed);
    return { term, postings: { titles: toWhole(titles), headings: toWhole(headings), texts: toWhole(texts) } };
  });
}
