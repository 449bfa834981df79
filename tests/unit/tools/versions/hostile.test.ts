import { describe, expect, it } from 'vitest';
import { compareIds } from '../../../../src/node/project/versions/read-versions.ts';
import { readHtml } from '../../../../src/node/tools/versions/read-html.ts';
import { parseHeaders, parseRedirects } from '../../../../src/node/tools/versions/read-site.ts';
import { cpuTime } from '../../../helpers/cpu-time.ts';

const SIZE = 1_000_000;
/** The parser of HTML takes several times longer than everything that reads its result. */
const PAGE_SIZE = 200_000;
const fill = (text: string): string => text.repeat(Math.ceil(SIZE / text.length));

/** Everything that reads text of another site, by the kind of text. */
const READERS: Record<string, (text: string) => unknown> = {
  'a file `_headers`': (text) => parseHeaders(text, '/docs/'),
  'a file `_redirects`': (text) => parseRedirects(text, '/docs/'),
  'an id': (id) => compareIds(id, `${id}1`),
};

const PAGES: Record<string, (text: string) => unknown> = {
  'a heading': (text) => readHtml(Buffer.from(`<!doctype html><body><h1>${text.slice(0, PAGE_SIZE)}`)),
};

const ATTACKS: Record<string, string> = {
  spaces: fill(' '),
  'spaces in a value': `/a\n  a: b${fill(' ')}c`,
  'values with many spaces': fill('/a\n  a: b   c    d\n'),
  quotes: fill('"a'),
  stars: fill('*'),
  'stars and letters': fill('*a'),
  'stars and slashes': `/docs/${fill('*/')}b`,
  placeholders: `/docs/${fill(':a')}`,
  'placeholders and letters': `/docs/${fill(':a/a')}`,
  'stars and placeholders': fill('*:a'),
  slashes: `/${fill('a/')}`,
  colons: fill('none : '),
  digits: fill('1'),
  braces: fill('+({a}['),
  semicolons: fill('; '),
  commas: fill(', '),
  'marks of links': fill('<b href=#>#'),
  'headings in headings': fill('<h1><div>'),
};

/** Returns the shortest of three times, because the first one includes compiling. */
async function shortest(task: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && least >= LIMIT; round++) least = Math.min(least, await cpuTime(task));
  return least;
}

/** Processor time, in milliseconds. */
const LIMIT = 1000;

describe.each(Object.entries({ ...READERS, ...PAGES }))('%s of up to 1 MB', (_name, read) => {
  it.each(Object.entries(ATTACKS))('is read soon: %s', async (_, text) => {
    expect(await shortest(() => read(text))).toBeLessThan(LIMIT);
  });
});
