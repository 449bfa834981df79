import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { DiagnosticError, makePages, merge, plan } from 'cascader-docs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFolder, createSite } from '../helpers/build-site.ts';
import { FULL_SITE, makeParts } from '../helpers/in-parts.ts';

/** A line of a list in a shard output, as data. */
// biome-ignore lint/suspicious/noExplicitAny: the tests create lines of any shape.
type Line = any;

/** Changes to a shard output. The hashes are recomputed afterwards. */
interface Forgery {
  /** Changes the lines of a list. */
  lines?: Record<string, (lines: Line[]) => Line[]>;
  /** Changes the text of a list. */
  texts?: Record<string, (text: string) => string>;
  /** Changes the header. */
  header?: (header: Line) => Line;
  /** Changes files. */
  files?: (part: string) => Promise<unknown>;
  /** The printed message, without the folder of the shard output. */
  says: string | RegExp;
  /** Default `CD615`, a damaged shard output. */
  code?: 'CD612';
}

const sha = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64url');
const HOOK = '<script>evil()</script>';
/** Returns an additional file with its line in the list. */
const added = (output: string): Pick<Forgery, 'files' | 'lines'> => ({
  files: async (part) => {
    const file = path.join(part, 'files', output);
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, HOOK);
  },
  lines: { 'files.jsonl': (lines) => [...lines, [output, sha(HOOK), HOOK.length]] },
});
/** Changes the compiled parts of the first text page. */
const onTextPage = (change: (own: Line, page: Line) => void) => ({
  'pages.jsonl': (lines: Line[]) => {
    const page = lines.find(({ parts }) => parts !== undefined);
    change(page.parts[0], page);
    return lines;
  },
});
const wrong = (list: string, line = 1): string => `${list}:${line}:1 - The line was not written by`;

const FORGERIES: Record<string, Forgery> = {
  'a document without a page': {
    ...added('evil/index.html'),
    says: 'evil/index.html does not belong to the pages of this part',
  },
  'the frame of edited demos': {
    ...added('~sandbox.html'),
    says: '~sandbox.html does not belong to the pages of this part',
  },
  'a git hook': { ...added('.git/hooks/x'), says: '.git/hooks/x does not belong to the pages of this part' },
  'a path that leads outside': {
    ...added('../out.html'),
    says: '../out.html does not belong to the pages of this part',
  },
  'an absolute path': { ...added('/tmp/out.html'), says: '/tmp/out.html does not belong to the pages of this part' },
  'a page of another shard': {
    ...added('index.html'),
    says: 'index.html does not belong to the pages of this part',
  },
  'another path for a page': {
    lines: { 'files.jsonl': ([[, ...rest], ...lines]) => [['evil/index.html', ...rest], ...lines] },
    says: /files\.jsonl:1:1 - evil\/index\.html was found instead of \S+\/index\.html, which the plan lists/,
  },
  'a missing document': {
    lines: { 'files.jsonl': ([, ...lines]) => lines },
    says: /files\.jsonl:1:1 - \S+\.md was found instead of \S+\/index\.html, which the plan lists/,
  },
  'the last file missing': {
    lines: { 'files.jsonl': (lines) => lines.slice(0, -1) },
    says: /files\.jsonl:\d+:1 - \S+\.md is missing/,
  },
  'a duplicate file': {
    lines: { 'files.jsonl': ([first, ...lines]) => [first, first, ...lines] },
    says: /files\.jsonl:2:1 - \S+\/index\.html was found instead of \S+\.md, which the plan lists/,
  },
  'an unknown page': {
    lines: { 'pages.jsonl': (lines) => [...lines, { ...lines[0], sourcePath: 'docs/evil.md', search: undefined }] },
    says: 'docs/evil.md is not a page of this site',
  },
  'a duplicate page': {
    lines: { 'pages.jsonl': (lines) => [...lines, { ...lines[0], search: undefined }] },
    says: /pages\.jsonl:\d+:1 - \S+ is also in pages\.jsonl/,
  },
  'a home page, which only merge renders': {
    lines: {
      'pages.jsonl': (lines) => [
        ...lines,
        {
          sourcePath: 'docs/index.md',
          parts: [{ ...lines.find(({ parts }) => parts).parts[0], sourcePath: 'docs/index.md', links: [] }],
        },
      ],
      'files.jsonl': (lines) => [...lines, ['index.html', sha(HOOK), 23], ['index.md', sha(HOOK), 23]],
    },
    files: async (part) => {
      for (const name of ['index.html', 'index.md']) await fs.writeFile(path.join(part, 'files', name), HOOK);
    },
    says: 'docs/index.md belongs to another part',
  },
  'a page without its compiled result': {
    lines: onTextPage((_own, page) => delete page.parts),
    says: 'does not have the tabs of the plan',
  },
  'an additional tab': {
    lines: onTextPage((own, page) => page.parts.push({ ...own, sourcePath: 'docs/index.md' })),
    says: 'does not have the tabs of the plan',
  },
  'a link that is attributed to another file': {
    lines: onTextPage((own) => {
      const location = { file: '../../../../../../etc/passwd', line: 1, column: 1 };
      own.links.push({ routePath: '/none', hash: '', severity: 'warning', location });
    }),
    says: 'has a link of another file',
  },
  'a copied file that its text does not reference': {
    lines: onTextPage((own) => own.assets.push({ filePath: 'package.json', output: 'assets/package.json' })),
    says: 'contains no file that may be copied to assets/package.json',
  },
  'a copied file from outside of the project': {
    lines: onTextPage((own) => own.assets.push({ filePath: '/etc/passwd', output: 'assets/passwd' })),
    says: 'contains no file that may be copied to assets/passwd',
  },
  'a copied file under another name': {
    lines: {
      'pages.jsonl': (lines) => {
        for (const { parts = [] } of lines) for (const { assets } of parts) for (const a of assets) a.output = 'x.html';
        return lines;
      },
    },
    says: 'contains no file that may be copied to x.html',
  },
  'a file with other content': {
    lines: { 'files.jsonl': ([[output, , bytes], ...lines]) => [[output, sha('x'), bytes], ...lines] },
    says: 'index.html has changed since its part was created',
  },
  'a file of another size': {
    lines: { 'files.jsonl': ([[output, hash], ...lines]) => [[output, hash, 1], ...lines] },
    says: 'index.html has changed since its part was created',
  },
  'a device instead of a page': {
    files: async (part) => {
      const [output] = JSON.parse((await fs.readFile(path.join(part, 'files.jsonl'), 'utf8')).split('\n')[0] ?? '');
      await fs.rm(path.join(part, 'files', output));
      await fs.symlink('/dev/zero', path.join(part, 'files', output));
    },
    says: 'index.html has changed since its part was created',
  },
  'no hashes for its lists': { header: (header) => ({ ...header, lists: {} }), says: 'has changed since' },
  'a list of hashes that is null': { header: (header) => ({ ...header, lists: null }), says: 'part.json has changed' },
  'a number of shards that exceeds any memory': {
    header: (header) => ({ ...header, of: 2 ** 40 }),
    says: 'belongs to a plan with',
    code: 'CD612',
  },
  'a header that is a list': { header: () => [], says: 'part.json has changed' },
  'a header that is a device': {
    files: async (part) => {
      await fs.rm(path.join(part, 'part.json'));
      await fs.symlink('/dev/zero', path.join(part, 'part.json'));
    },
    says: 'is not a part of a site: it has no part.json',
    code: 'CD612',
  },
  'files: text': { texts: { 'files.jsonl': (text) => `evil\n${text}` }, says: wrong('files.jsonl') },
  'files: an empty line': { texts: { 'files.jsonl': (text) => `\n${text}` }, says: wrong('files.jsonl') },
  'files: null': { lines: { 'files.jsonl': (lines) => [null, ...lines] }, says: wrong('files.jsonl') },
  'files: numbers': { lines: { 'files.jsonl': (lines) => [[1, 2, 3], ...lines] }, says: wrong('files.jsonl') },
  'pages: text': {
    texts: { 'pages.jsonl': (text) => `${text}evil\n` },
    says: /pages\.jsonl:\d+:1 - The line/,
  },
  'pages: null': { lines: { 'pages.jsonl': (lines) => [null, ...lines] }, says: wrong('pages.jsonl') },
  'pages: a map of nothing': {
    lines: { 'pages.jsonl': (lines) => [{ '~map': 1 }, ...lines] },
    says: wrong('pages.jsonl'),
  },
  'pages: links that are a number': {
    lines: onTextPage((own) => {
      own.links = 1;
    }),
    says: 'The line was not written by',
  },
  'pages: a line that is no number': {
    lines: onTextPage((own) => {
      const location = { file: own.sourcePath, line: 'x', column: 1 };
      own.links = [{ routePath: '/', hash: '', severity: 'error', location }];
    }),
    says: 'The line was not written by',
  },
  'pages: a module of its own': {
    lines: onTextPage((own) => {
      own.module = HOOK;
    }),
    says: 'The line was not written by',
  },
  'pages: demos': {
    lines: onTextPage((own) => {
      own.demos = [{}];
    }),
    says: 'The line was not written by',
  },
  'pages: an error that the pages command would have told': {
    lines: onTextPage((own) => {
      own.diagnostics = [{ severity: 'error', code: 'CD301', text: 'x' }];
    }),
    says: 'The line was not written by',
  },
  'pages: nested without an end': {
    texts: { 'pages.jsonl': (text) => `${'['.repeat(100_000)}${']'.repeat(100_000)}\n${text}` },
    says: wrong('pages.jsonl'),
  },
  'search: another size': {
    lines: { 'pages.jsonl': (lines) => lines.map((line) => ({ ...line, search: [2 ** 50, 2] })) },
    says: 'search.jsonl has changed',
  },
  'search: a length that is none': {
    lines: { 'pages.jsonl': (lines) => lines.map((line) => ({ ...line, search: [-1, 2] })) },
    says: wrong('pages.jsonl'),
  },
  'search: no JSON': {
    texts: { 'search.jsonl': (text) => text.replace('[', '{') },
    says: wrong('search.jsonl'),
  },
  'search: another shape': {
    texts: { 'search.jsonl': (text) => text.replace(/"/g, '1') },
    says: /search\.jsonl:\d:1 - The line was not written by/,
  },
  'terms: text': { texts: { 'terms/en.jsonl': (text) => `evil\n${text}` }, says: wrong('terms/en.jsonl') },
  'terms: pages that there are not': {
    lines: { 'terms/en.jsonl': ([[term], ...lines]) => [[term, [999]], ...lines] },
    says: wrong('terms/en.jsonl'),
  },
  'terms: no numbers': {
    lines: { 'terms/en.jsonl': ([[term], ...lines]) => [[term, ['x', {}]], ...lines] },
    says: wrong('terms/en.jsonl'),
  },
  'terms: out of order': {
    lines: { 'terms/en.jsonl': ([first, second, ...lines]) => [second, first, ...lines] },
    says: wrong('terms/en.jsonl', 2),
  },
  'terms: an object': { lines: { 'terms/en.jsonl': (lines) => [{}, ...lines] }, says: wrong('terms/en.jsonl') },
};

describe('a forged shard output with recomputed hashes', () => {
  let root: string;
  let folder: string;
  let parts: string[];
  /** The shard output to forge: it has text pages and search terms. */
  let changed: string;

  beforeAll(async () => {
    root = (await createSite(FULL_SITE)).root;
    folder = await createFolder('forged');
    ({ parts } = await makeParts(root, folder, 2));
    const lists = await Promise.all(parts.map((part) => fs.readFile(path.join(part, 'pages.jsonl'), 'utf8')));
    changed = parts[lists.findIndex((text) => text.includes('docs/guide/first.md'))] as string;
  });

  /** Copies the shard output and changes the copy. */
  async function forge({ lines = {}, texts = {}, header = (same) => same, files }: Forgery): Promise<string> {
    const forged = path.join(folder, 'forged');
    await fs.rm(forged, { recursive: true, force: true });
    await fs.cp(changed, forged, { recursive: true });
    await files?.(forged);
    const change = async (name: string, make: (text: string) => string) => {
      const file = path.join(forged, name);
      await fs.writeFile(file, make(await fs.readFile(file, 'utf8')));
    };
    for (const [name, make] of Object.entries(lines))
      await change(name, (text) => {
        const data = text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
        return make(data)
          .map((line: Line) => `${JSON.stringify(line)}\n`)
          .join('');
      });
    for (const [name, make] of Object.entries(texts)) await change(name, make);
    const isHeader = await fs.stat(path.join(forged, 'part.json')).then((stats) => stats.isFile());
    if (!isHeader) return forged;
    const own = JSON.parse(await fs.readFile(path.join(forged, 'part.json'), 'utf8'));
    for (const name of Object.keys(own.lists)) own.lists[name] = sha(await fs.readFile(path.join(forged, name)));
    await fs.writeFile(path.join(forged, 'part.json'), JSON.stringify(header(own)));
    return forged;
  }

  it('is accepted while it contains what the plan assigns to it', async () => {
    const forged = await forge({ says: '' });
    const outDir = path.join(folder, 'same');
    await merge({ root, outDir, parts: parts.map((part) => (part === changed ? forged : part)) });
    expect(await fs.readdir(outDir)).toContain('index.html');
  });

  it.each(Object.entries(FORGERIES))('is refused with %s', async (_, forgery) => {
    const forged = await forge(forgery);
    const out = path.join(folder, 'none');
    const all = parts.map((part) => (part === changed ? forged : part));
    const error = await merge({ root, parts: all, outDir: out }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DiagnosticError);
    const { diagnostics, exitCode } = error as DiagnosticError;
    expect([exitCode, diagnostics.map(({ code }) => code)]).toEqual([2, [forgery.code ?? 'CD615']]);
    const [{ location, text } = { text: '' }] = diagnostics;
    const place = location ? `${location.file}:${location.line}:${location.column} - ` : '';
    const message = (place + text).replaceAll(`${forged}/`, '');
    if (typeof forgery.says === 'string') expect(message).toContain(forgery.says);
    else expect(message).toMatch(forgery.says);
    expect(location?.lineText).toBeUndefined();
    // Neither the output folder nor a temporary one was left.
    expect((await fs.readdir(folder)).filter((name) => name.includes('none'))).toEqual([]);
  });

  it('does not publish a file that is missing from its list', async () => {
    const forged = await forge({
      files: async (part) => await fs.writeFile(path.join(part, 'files/evil.html'), HOOK),
      says: '',
    });
    const outDir = path.join(folder, 'unlisted');
    await merge({ root, outDir, parts: parts.map((part) => (part === changed ? forged : part)) });
    expect(await fs.readdir(outDir)).not.toContain('evil.html');
  });
});

describe('a forged plan with recomputed hashes', () => {
  it.each([
    ['text in its first line', (text: string) => `evil\n${text}`, 'data.jsonl:1:1'],
    ['no site context', (text: string) => `{}\n${text}`, 'data.jsonl:1:1'],
    ['text between its pages', (text: string) => text.replace('\n', '\nevil\n'), 'data.jsonl:2:1'],
    ['a page without data', (text: string) => text.replace('\n', '\n{"page":{}}\n'), 'data.jsonl:2:1'],
  ])('is refused with %s', async (_, change, place) => {
    const { root } = await createSite({ 'docs/index.md': '# Home\n', 'docs/a.md': '# A\n' });
    const folder = await createFolder('forged-plan');
    await plan({ root, shards: 1, out: path.join(folder, 'plan') });
    const shard = path.join(folder, 'plan/0');
    const data = change(await fs.readFile(path.join(shard, 'data.jsonl'), 'utf8'));
    await fs.writeFile(path.join(shard, 'data.jsonl'), data);
    const header = JSON.parse(await fs.readFile(path.join(shard, 'shard.json'), 'utf8'));
    await fs.writeFile(path.join(shard, 'shard.json'), JSON.stringify({ ...header, data: sha(data) }));
    const error = await makePages({ root, shard, out: path.join(folder, 'part') }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DiagnosticError);
    const { diagnostics, exitCode } = error as DiagnosticError;
    const [{ location, text } = { text: '' }] = diagnostics;
    expect([exitCode, text]).toEqual([2, 'The line was not written by `cascader-docs plan`']);
    expect(`${location?.file}:${location?.line}:${location?.column}`).toBe(`${shard}/${place}`);
  });
});
