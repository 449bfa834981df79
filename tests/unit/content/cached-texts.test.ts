import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../src/node/base/hash.ts';
import { createCachedTexts } from '../../../src/node/content/cached-texts.ts';
import {
  createTextReader,
  type PageText,
  type PageTextData,
  type ReadText,
} from '../../../src/node/content/page-text.ts';
import { createEntryLog } from '../../../src/node/store/entry-log.ts';
import { observed } from '../../../src/node/store/observe-reads.ts';
import { createVerification, type Verification } from '../../../src/node/store/verify.ts';
import { makeFolder, OUTSIDE } from '../../helpers/folder.ts';

const read = createTextReader((markdown) => markdown.replaceAll('`', ''));

interface RunOptions {
  verification?: Verification;
  by?: ReadText;
}

/** A project with a cache of texts. Each run returns which texts were parsed again. */
function project() {
  const root = makeFolder('cached-texts', OUTSIDE);
  const site = { projectRoot: root };
  const open = () => createEntryLog({ root, projectRoot: root, cacheDir: path.join(root, 'cache') });
  return {
    ...{ root, site, open },
    /** Returns the facts of a file whose content is known, and the reads that count as queries of the build. */
    recall(sourcePath: string, content: string, verification?: Verification) {
      const cached = { entries: open(), verification, lastInputs: () => ({ hash: hashOf(content), state: 'any' }) };
      const texts = createCachedTexts(site, read, cached);
      const { result, seen } = observed(() => texts.recall({ filePath: path.join(root, sourcePath), sourcePath }));
      const reads = seen.reads.filter(({ question, answer }) => question === 'content' && answer === hashOf(content));
      return { found: result, reads: reads.map((read) => path.relative(root, read.path)) };
    },
    async run(texts: Record<string, string>, { verification, by = read }: RunOptions = {}) {
      const parsed: string[] = [];
      const reader = (text: PageText): PageTextData => {
        parsed.push(text.sourcePath);
        return by(text);
      };
      const entries = open();
      const { readText: readCached } = createCachedTexts(site, reader, { entries, verification });
      const facts = Object.entries(texts).map(([sourcePath, source]) =>
        readCached({ source, hash: hashOf(source), sourcePath, format: sourcePath.endsWith('x') ? 'mdx' : 'md' }),
      );
      entries.save();
      return { parsed, facts };
    },
  };
}

const GUIDE = '---\ntitle: Guide\nnav:\n  title: Docs\n  order: 2\n---\n\nText.\n';
const PLAIN = '\n# The `plain` page\n\nText.\n';

describe('facts about texts', () => {
  it('are read once for each text, and restored from the cache', async () => {
    const { run } = project();
    const first = await run({ 'a.md': GUIDE, 'b.md': PLAIN });
    const second = await run({ 'a.md': GUIDE, 'b.md': PLAIN });
    expect(first.parsed).toEqual(['a.md', 'b.md']);
    expect(second.parsed).toEqual([]);
    expect(second.facts).toEqual(first.facts);
    expect(second.facts[0]).toMatchObject({ frontmatter: { title: 'Guide' }, bodyOffset: GUIDE.indexOf('\nText') });
    expect(second.facts[1]?.heading).toBe('The plain page');
  });

  it('are read again for a changed text and for a text of another page, but not for a text that was reverted', async () => {
    const { run } = project();
    await run({ 'a.md': GUIDE, 'b.md': PLAIN });
    expect((await run({ 'a.md': GUIDE.replace('order: 2', 'order: 3'), 'b.md': PLAIN })).parsed).toEqual(['a.md']);
    expect((await run({ 'c.md': GUIDE, 'b.md': PLAIN })).parsed).toEqual(['c.md']);
    expect((await run({ 'a.md': GUIDE, 'b.md': PLAIN })).parsed).toEqual([]);
  });

  it('are read again, and reported again, if the text has errors', async () => {
    const { run } = project();
    const texts = { 'wrong.md': '---\ntitle: [\n---\n', 'b.md': PLAIN };
    await run(texts);
    const { parsed, facts } = await run(texts);
    expect(parsed).toEqual(['wrong.md']);
    expect(facts[0]?.diagnostics).toMatchObject([{ code: 'CD210', location: { file: 'wrong.md' } }]);
  });

  it('are read again for a large page, so that each build warns about it', async () => {
    const { run } = project();
    const texts = { 'large.md': 'Text.\n'.repeat(400_000) };
    await run(texts);
    const { parsed, facts } = await run(texts);
    expect(parsed).toEqual(['large.md']);
    expect(facts[0]?.diagnostics).toMatchObject([{ code: 'CD229', location: { file: 'large.md', line: 1 } }]);
  });

  it('are known without the file, if its hash is known', async () => {
    const { run, recall } = project();
    const wrong = '---\ntitle: [\n---\n';
    const { facts } = await run({ 'a.md': GUIDE, 'wrong.md': wrong, 'windows.md': PLAIN });
    expect(recall('a.md', GUIDE)).toEqual({ found: { hash: hashOf(GUIDE), data: facts[0] }, reads: ['a.md'] });
    expect(recall('a.md', PLAIN)).toEqual({ found: undefined, reads: [] });
    expect(recall('b.md', GUIDE)).toEqual({ found: undefined, reads: [] });
    // Text with errors is parsed each time, and the hash of this file is not that of its text.
    expect(recall('wrong.md', wrong)).toEqual({ found: undefined, reads: [] });
    expect(recall('windows.md', PLAIN.replaceAll('\n', '\r\n'))).toEqual({ found: undefined, reads: [] });
    expect(recall('a.md', GUIDE, createVerification())).toEqual({ found: undefined, reads: [] });
  });

  it('can be changed by their page without changing the cache', async () => {
    const { run } = project();
    const texts = { 'a.md': GUIDE };
    const first = await run(texts);
    Object.assign(first.facts[0]?.frontmatter ?? {}, { atomId: 'Button' });
    const second = await run(texts);
    Object.assign(second.facts[0]?.frontmatter ?? {}, { atomId: 'Button' });
    expect((await run(texts)).facts[0]?.frontmatter).not.toHaveProperty('atomId');
  });

  it('are cached as read, even if the caller changes them later', async () => {
    const { run, site, open } = project();
    const texts = { 'a.md': '---\ntitle: A\nauthors: [Ann, Bob]\n---\n' };
    const entries = open();
    const { readText: kept } = createCachedTexts(site, read, { entries });
    const [source = ''] = Object.values(texts);
    const { frontmatter } = kept({ source, hash: hashOf(source), sourcePath: 'a.md', format: 'md' });
    (frontmatter as unknown as { authors: string[] }).authors.shift();
    entries.save();
    const { facts } = await run(texts);
    expect(facts[0]?.frontmatter).toMatchObject({ authors: ['Ann', 'Bob'] });
  });

  it('are read again if the cache is damaged', async () => {
    const { run, root } = project();
    await run({ 'a.md': GUIDE });
    const [name = ''] = fs.readdirSync(path.join(root, 'cache'));
    const file = path.join(root, 'cache', name);
    const bytes = fs.readFileSync(file);
    bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1;
    fs.writeFileSync(file, bytes);
    expect((await run({ 'a.md': GUIDE })).parsed).toEqual(['a.md']);
  });

  it('are compared with the cache on request', async () => {
    const { run } = project();
    await run({ 'a.md': GUIDE, 'b.md': PLAIN });
    const same = createVerification();
    expect((await run({ 'a.md': GUIDE, 'b.md': PLAIN }, { verification: same })).parsed).toEqual(['a.md', 'b.md']);
    expect(same.differences.size).toBe(0);
    expect(same.compared.results).toBe(2);

    const other = createVerification();
    const by = createTextReader((markdown) => markdown.toUpperCase());
    const { facts } = await run({ 'a.md': GUIDE, 'b.md': PLAIN }, { verification: other, by });
    expect([...other.differences.values()]).toMatchObject([{ code: 'CD613', text: expect.stringContaining('b.md') }]);
    expect(facts[1]?.heading).toBe('THE `PLAIN` PAGE');
  });
});
