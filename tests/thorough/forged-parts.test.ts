import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { DiagnosticError, makePages, merge, plan } from 'cascader-docs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPackWriter, readPackIndex } from '../../src/node/store/pack.ts';
import { createFolder, createSite } from '../helpers/build-site.ts';
import { FULL_SITE, makeParts } from '../helpers/in-parts.ts';

/** Data of any shape. */
// biome-ignore lint/suspicious/noExplicitAny: the tests create data of any shape.
type Data = any;

/** The content of a shard output. */
interface Opened {
  /** Results by name. */
  entries: Map<string, { key: string; value?: Data; record?: Buffer }>;
  /** Contents of files by hash. */
  contents: Map<string, Buffer>;
}

/** Changes to a shard output. The hashes are recomputed afterwards. */
interface Forgery {
  change?: (part: Opened) => void;
  /** Changes the index of a pack. */
  indexes?: Record<string, (index: Data) => Data>;
  /** Changes files. */
  files?: (part: string) => Promise<unknown>;
  /** The printed message, without the folder of the shard output. */
  says: string | RegExp;
  /** Default `CD615`, a damaged shard output. */
  code?: 'CD612';
}

const sha = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64url');
const HOOK = '<script>evil()</script>';
const PAGE = 'docs/guide/first.md';
/** Changes a rendered text page. */
const onRendered =
  (change: (value: Data, part: Opened) => void): Forgery['change'] =>
  (part) =>
    change(part.entries.get(`render ${PAGE}`)?.value, part);
/** Changes the compiled result of a text page. */
const onCompiled =
  (change: (own: Data, value: Data) => void): Forgery['change'] =>
  ({ entries }) => {
    const { value } = entries.get(`compile ${PAGE}`) as { value: Data };
    change(value.parts[0], value);
  };
/** Adds a file to the page. */
const added = (output: string): Pick<Forgery, 'change' | 'says'> => ({
  change: onRendered(({ files }, { contents }) => {
    files.push([output, HOOK.length, sha(HOOK)]);
    contents.set(sha(HOOK), Buffer.from(HOOK));
  }),
  says: `${output} does not belong to the pages of this part`,
});
const replaced = async (part: string, name: string): Promise<void> => {
  await fs.rm(path.join(part, name));
  await fs.symlink('/dev/zero', path.join(part, name));
};
/** Adds a query to the page and to its theme. */
const asked = (question: string, name: string, shown: string): Record<string, Forgery> => {
  const says = `${PAGE} depends on ${shown}, which pages of this site cannot read`;
  const query = [question, name, sha('x')];
  return {
    [`a query of a page for ${shown}: ${question}`]: {
      change: onCompiled((_own, { compiling }) => compiling.push(query)),
      says,
    },
    [`a query of its theme for ${shown}: ${question}`]: {
      change: onRendered(({ key }) => key.rendering.push(query)),
      says,
    },
  };
};
/** A list of that length without items. */
const sparse = (length: number): unknown[] => Object.assign([], { length });
const WRONG = `entries.bin is not a valid part: ${PAGE} was not written by`;
const OTHER_PLAN = 'was built from a plan that differs';

const FORGERIES: Record<string, Forgery> = {
  'a document without a page': added('evil/index.html'),
  'the frame of edited demos': added('~sandbox.html'),
  'a git hook': added('.git/hooks/x'),
  'a path that leads outside': added('../out.html'),
  'an absolute path': added('/tmp/out.html'),
  'a page of another shard': added('index.html'),
  'another path for a page': {
    change: onRendered(({ files }) => {
      files[0][0] = 'evil/index.html';
    }),
    says: 'evil/index.html was found instead of guide/first/index.html, which the plan lists',
  },
  'a missing document': {
    change: onRendered(({ files }) => files.shift()),
    says: /\S+ was found instead of guide\/first\/index\.html, which the plan lists/,
  },
  'the last file left out': {
    change: onRendered(({ files }) => files.pop()),
    says: 'guide/first.md is missing',
  },
  'a duplicate file': {
    change: onRendered(({ files }) => files.unshift(files[0])),
    says: /guide\/first\/index\.html was found instead of \S+, which the plan lists/,
  },
  'an unknown page': {
    change: ({ entries }) => entries.set('render docs/evil.md', entries.get(`render ${PAGE}`) as Data),
    says: 'docs/evil.md is not a page of this site',
  },
  'a duplicate page': {
    indexes: {
      'entries.bin': (index) =>
        index.set(
          `render ${PAGE}`,
          [1, 2].flatMap(() => index.get(`render ${PAGE}`)),
        ),
    },
    says: 'entries.bin has changed since its part was created',
  },
  'a page that is both rendered and left out': {
    change: ({ entries }) => entries.set(`left ${PAGE}`, entries.get(`render ${PAGE}`) as Data),
    says: /docs\/guide\/first\.md is also in entries\.bin/,
  },
  'a home page, which only merge renders': {
    change: ({ entries }) => entries.set('render docs/index.md', entries.get(`render ${PAGE}`) as Data),
    says: 'docs/index.md is a page that only `cascader-docs merge` builds',
  },
  'a page with code, which only merge renders': {
    change: ({ entries }) => entries.set('left docs/guide/third.mdx', entries.get(`render ${PAGE}`) as Data),
    says: 'docs/guide/third.mdx is a page that only `cascader-docs merge` builds',
  },
  'a missing page': {
    change: ({ entries }) => entries.delete(`render ${PAGE}`),
    says: `No part contains ${PAGE}`,
    code: 'CD612',
  },
  'a page that is left out, with another text': {
    change: ({ entries }) => {
      entries.delete(`render ${PAGE}`);
      entries.set(`left ${PAGE}`, { key: 'other', value: {} });
    },
    says: OTHER_PLAN,
    code: 'CD612',
  },
  'a page without its compiled result': {
    change: ({ entries }) => entries.delete(`compile ${PAGE}`),
    says: `${PAGE} is not compiled`,
  },
  'a page of another text': {
    change: ({ entries }) => {
      for (const task of ['compile', 'render']) (entries.get(`${task} ${PAGE}`) as Data).key = 'other';
    },
    says: OTHER_PLAN,
    code: 'CD612',
  },
  'a page that is compiled from another text': {
    change: ({ entries }) => {
      (entries.get(`compile ${PAGE}`) as Data).key = 'other';
    },
    says: `${PAGE} is not compiled`,
  },
  'a page in another place': {
    change: onRendered(({ key }) => {
      key.inputs.place = '{}';
    }),
    says: OTHER_PLAN,
    code: 'CD612',
  },
  'a page of another site': {
    change: onRendered(({ key }) => {
      key.context.facts = sha('x');
    }),
    says: OTHER_PLAN,
    code: 'CD612',
  },
  'another answer to a query of a page': {
    change: onCompiled((_own, value) => value.compiling.push(['route', '/none', 'true'])),
    says: OTHER_PLAN,
    code: 'CD612',
  },
  'another answer to a query of its theme': {
    change: onRendered(({ key }) => key.rendering.push(['content', '\0here/none', sha('x')])),
    says: OTHER_PLAN,
    code: 'CD612',
  },
  ...asked('content', '/dev/zero', '/dev/zero'),
  ...asked('content', '/proc/self/environ', '/proc/self/environ'),
  ...asked('names', '/etc', '/etc'),
  ...asked('kind', '\0here/../secret', '../secret'),
  ...asked('real', '\0here-other/file', 'other/file'),
  ...asked('content', '\0here/.env', '.env'),
  'a query of a page that is rendered for another one': {
    change: onRendered(({ key }) => key.compiling.push(['content', '/dev/zero', sha('x')])),
    says: WRONG,
  },
  'an additional tab': {
    change: onCompiled((own, { parts }) => parts.push({ ...own, sourcePath: 'docs/index.md' })),
    says: 'does not have the tabs that the plan lists',
  },
  'a link that is attributed to another file': {
    change: onCompiled((own) => {
      const location = { file: '../../../../../../etc/passwd', line: 1, column: 1 };
      own.links.push({ routePath: '/none', hash: '', severity: 'warning', location });
    }),
    says: 'has a link of another file',
  },
  'a copied file that its text does not reference': {
    change: onCompiled((own) => own.assets.push({ filePath: '\0here/package.json', output: 'assets/package.json' })),
    says: 'contains no file that may be copied to assets/package.json',
  },
  'a copied file from outside of the project': {
    change: onCompiled((own) => own.assets.push({ filePath: '/etc/passwd', output: 'assets/passwd' })),
    says: 'contains no file that may be copied to assets/passwd',
  },
  'a copied file under another name': {
    change: onCompiled((own) => {
      expect(own.assets).toHaveLength(1);
      own.assets[0].output = 'x.html';
    }),
    says: 'contains no file that may be copied to x.html',
  },
  'a file with other content': {
    change: onRendered(({ files }, { contents }) => contents.set(files[0][2], Buffer.alloc(files[0][1]))),
    says: 'contents.bin has changed since its part was created',
  },
  'a file without content': {
    change: onRendered(({ files }) => {
      files[0][2] = sha('x');
    }),
    says: 'contents.bin has changed since its part was created',
  },
  'a file of another size': {
    change: onRendered(({ files }) => {
      files[0][1] = 1;
    }),
    says: 'contents.bin has changed since its part was created',
  },
  'a device instead of its files': {
    files: async (part) => await replaced(part, 'contents.bin'),
    says: 'contents.bin has changed since its part was created',
  },
  'no files': {
    files: async (part) => await fs.rm(path.join(part, 'contents.bin')),
    says: 'contents.bin has changed since its part was created',
  },
  'an index that is a list': { indexes: { 'entries.bin': () => [] }, says: 'entries.bin has changed since' },
  'an index that is null': { indexes: { 'contents.bin': () => null }, says: 'contents.bin has changed since' },
  'an index of other names': {
    indexes: { 'entries.bin': (index) => index.set('evil', index.get(`render ${PAGE}`)) },
    says: 'entries.bin has changed since',
  },
  'a result that exceeds any memory': {
    indexes: {
      'entries.bin': (index) => {
        index.get(`compile ${PAGE}`)[0][3] = 2 ** 50;
        return index;
      },
    },
    says: 'entries.bin has changed since',
  },
  'a result before its file': {
    indexes: {
      'entries.bin': (index) => {
        index.get(`compile ${PAGE}`)[0][2] = -100;
        return index;
      },
    },
    says: 'entries.bin has changed since',
  },
  'a number of shards that exceeds any memory': {
    change: ({ entries }) => {
      (entries.get('part ') as Data).value.of = 2 ** 40;
    },
    says: 'belongs to a plan with',
    code: 'CD612',
  },
  'no header': { change: ({ entries }) => entries.delete('part '), says: 'entries.bin has changed since' },
  'a header that is a list': {
    change: ({ entries }) => entries.set('part ', { key: '', value: [] }),
    says: 'entries.bin has changed since',
  },
  'a header that is a device': {
    files: async (part) => await replaced(part, 'entries.bin'),
    says: 'is not a part of a site: it contains no entries.bin',
    code: 'CD612',
  },
  ...Object.fromEntries(
    (
      [
        ['files: text', 'evil'],
        ['files: an empty one', [[]]],
        ['files: null', [null]],
        ['files: numbers', [[1, 2, 3]]],
        ['files: a negative size', [['index.html', -1, sha('x')]]],
      ] as const
    ).map(([name, files]): [string, Forgery] => [
      name,
      {
        change: onRendered((value) => {
          value.files = files;
        }),
        says: WRONG,
      },
    ]),
  ),
  'pages: text': {
    change: ({ entries }) =>
      entries.set(`compile ${PAGE}`, { ...(entries.get(`compile ${PAGE}`) as Data), value: 'x' }),
    says: WRONG,
  },
  'pages: null': {
    change: ({ entries }) =>
      entries.set(`compile ${PAGE}`, { ...(entries.get(`compile ${PAGE}`) as Data), value: null }),
    says: 'entries.bin has changed since',
  },
  'pages: a map': {
    change: ({ entries }) =>
      entries.set(`compile ${PAGE}`, { ...(entries.get(`compile ${PAGE}`) as Data), value: new Map() }),
    says: WRONG,
  },
  'pages: links that are a number': {
    change: onCompiled((own) => {
      own.links = 1;
    }),
    says: WRONG,
  },
  'pages: a line that is no number': {
    change: onCompiled((own) => {
      const location = { file: own.sourcePath, line: 'x', column: 1 };
      own.links = [{ routePath: '/', hash: '', severity: 'error', location }];
    }),
    says: WRONG,
  },
  'pages: a module of its own': {
    change: onCompiled((own) => {
      own.module = HOOK;
    }),
    says: WRONG,
  },
  'pages: links without an end': {
    change: onCompiled((own) => {
      own.links = sparse(4e9);
    }),
    says: WRONG,
  },
  'pages: anchors with gaps': {
    change: onCompiled((own) => {
      own.anchors = sparse(3);
    }),
    says: WRONG,
  },
  'pages: a list that contains itself': {
    change: onCompiled((own) => own.anchors.push(own.anchors)),
    says: WRONG,
  },
  'files: a list without an end': {
    change: onRendered((value) => {
      value.files = sparse(4e9);
    }),
    says: WRONG,
  },
  'an index with a list without an end': {
    indexes: { 'entries.bin': (index) => index.set(`render ${PAGE}`, sparse(4e9)) },
    says: 'entries.bin has changed since',
  },
  'pages: demos': {
    change: onCompiled((own) => {
      own.demos = [{}];
    }),
    says: WRONG,
  },
  'pages: an error that the pages command would have reported': {
    change: onCompiled((own) => {
      own.diagnostics = [{ severity: 'error', code: 'CD301', text: 'x' }];
    }),
    says: WRONG,
  },
  'pages: a query of an unknown kind': {
    change: onCompiled((_own, { compiling }) => compiling.push(['git', 'x', ''])),
    says: WRONG,
  },
  'pages: nested without an end': {
    change: ({ entries }) => {
      const [depth, start] = [100_000, serialize(0).subarray(0, 2)];
      const lists = [Buffer.from('A\u0001'.repeat(depth)), Buffer.from('_'), Buffer.from('$\0\u0001'.repeat(depth))];
      const { key } = entries.get(`compile ${PAGE}`) as { key: string };
      entries.set(`compile ${PAGE}`, { key, record: Buffer.concat([start, ...lists]) });
    },
    says: 'entries.bin has changed since',
  },
  ...Object.fromEntries(
    (
      [
        ['search: a number', { text: 1 }],
        ['search: no JSON', { text: '{' }],
        ['search: another shape', { text: '[1, "", 1, []]' }],
        ['search: a hash that is a list', { hash: [] }],
        ['search: more data', { terms: {} }],
      ] as const
    ).map(([name, search]): [string, Forgery] => [
      name,
      {
        change: onRendered((value) => Object.assign(value.search, search)),
        says: WRONG,
      },
    ]),
  ),
};

const searched = (entry: unknown[]): Forgery => ({
  change: onRendered(({ search }) => {
    search.text = JSON.stringify(entry);
  }),
  says: `${PAGE} has a search result that leads elsewhere`,
});

Object.assign(FORGERIES, {
  'search: a script instead of its address': searched(['First', 'javascript:evil()', -1, []]),
  'search: the address of another page': searched(['First', '/guide/second', -1, []]),
  'search: a section of another page': searched(['First', '/guide/first', -1, [['Part', 0, '\n/guide/second#part']]]),
  'search: a section whose address only begins like its page': searched([
    ...['First', '/guide/first', -1],
    [['Part', 0, '-other#part']],
  ]),
  'search: a section next to one of another page': searched([
    ...['First', '/guide/first', -1],
    [
      ['', '', ''],
      ['//evil.example', 1, 1],
    ],
  ]),
  'search: a tab that it does not have': searched(['First', '/guide/first', -1, [['Part', 0, '?tab=other#part']]]),
  'search: a demo of another page': searched([
    ...['First', '/guide/first', -1, []],
    [['Demo', '', '\njavascript:evil()', '', [], []]],
  ]),
} satisfies Record<string, Forgery>);

/** Reads a shard output. */
async function open(part: string): Promise<Opened> {
  const entries = await fs.readFile(path.join(part, 'entries.bin'));
  const contents = await fs.readFile(path.join(part, 'contents.bin'));
  const indexOf = (name: string): Map<string, Data> => readPackIndex(path.join(part, name)) as Map<string, Data>;
  // The length of the index and its hash follow the index.
  const last = contents.length - 47;
  const ends = [...[...indexOf('contents.bin').values()].slice(1), last - contents.readUInt32LE(last)];
  return {
    entries: new Map(
      Array.from(indexOf('entries.bin'), ([name, [[key, , offset, bytes]]]) => [
        name,
        { key, value: deserialize(entries.subarray(offset, offset + bytes)) },
      ]),
    ),
    contents: new Map(
      Array.from(indexOf('contents.bin'), ([hash, offset], at) => [hash, contents.subarray(offset, ends[at])]),
    ),
  };
}

/** Writes a shard output with valid hashes. */
async function save(
  part: string,
  { entries, contents }: Opened,
  indexes: NonNullable<Forgery['indexes']> = {},
): Promise<void> {
  const write = async (name: string, fill: (add: (record: Buffer) => number) => Map<string, Data>): Promise<void> => {
    const file = await fs.open(path.join(part, name), 'w');
    const writer = createPackWriter(file.fd);
    const index = fill(writer.add);
    writer.end((indexes[name] ?? ((same) => same))(index));
    await file.close();
  };
  await write('entries.bin', (add) => {
    const records = Array.from(entries, ([name, { key, value, record = serialize(value) }]) => {
      return [name, [[key, sha(record), add(record), record.length]]] as const;
    });
    return new Map(records);
  });
  await write('contents.bin', (add) => new Map(Array.from(contents, ([hash, bytes]) => [hash, add(bytes)])));
}

describe('a forged shard output with recomputed hashes', () => {
  let root: string;
  let folder: string;
  let parts: string[];
  /** The shard output to forge: it has the text page. */
  let changed: string;

  beforeAll(async () => {
    root = (await createSite(FULL_SITE)).root;
    folder = await createFolder('forged');
    ({ parts } = await makeParts(root, folder, 2));
    const opened = await Promise.all(parts.map(open));
    changed = parts[opened.findIndex(({ entries }) => entries.has(`render ${PAGE}`))] as string;
  });

  /** Copies the shard output and changes the copy. */
  async function forge({ change, indexes, files }: Omit<Forgery, 'says'>): Promise<string> {
    const forged = path.join(folder, 'forged');
    await fs.rm(forged, { recursive: true, force: true });
    await fs.cp(changed, forged, { recursive: true });
    const opened = await open(forged);
    change?.(opened);
    await save(forged, opened, indexes);
    await files?.(forged);
    return forged;
  }
  const mergeWith = async (forged: string, outDir: string) =>
    await merge({ root, outDir, parts: parts.map((part) => (part === changed ? forged : part)) });

  it('is accepted while it contains what the plan assigns to it', async () => {
    const outDir = path.join(folder, 'same');
    const { made } = await mergeWith(await forge({}), outDir);
    expect(await fs.readdir(outDir)).toContain('index.html');
    expect(made.map(({ route }) => route)).not.toContain('/guide/first');
  });

  it.each(Object.entries(FORGERIES))('is refused with %s', async (_, forgery) => {
    const forged = await forge(forgery);
    const error = await mergeWith(forged, path.join(folder, 'none')).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DiagnosticError);
    const { diagnostics, exitCode } = error as DiagnosticError;
    expect([exitCode, diagnostics.map(({ code }) => code)]).toEqual([2, [forgery.code ?? 'CD615']]);
    const [{ location, text } = { text: '' }] = diagnostics;
    const message = text.replaceAll(`${forged}/`, '');
    if (typeof forgery.says === 'string') expect(message).toContain(forgery.says);
    else expect(message).toMatch(forgery.says);
    expect(location).toBeUndefined();
    // Neither the output folder nor a temporary one was left.
    expect((await fs.readdir(folder)).filter((name) => name.includes('none'))).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('waits for no pipe that has the name of a file of the site', async () => {
    const pipe = path.join(root, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const forged = await forge({
      change: onRendered(({ key }) => key.rendering.push(['content', '\0here/pipe', sha('x')])),
    });
    const error = await mergeWith(forged, path.join(folder, 'piped')).catch((thrown: unknown) => thrown);
    await fs.rm(pipe);
    expect((error as DiagnosticError).diagnostics.map(({ code }) => code)).toEqual(['CD612']);
  });

  it('does not publish a content that no page has', async () => {
    const forged = await forge({ change: ({ contents }) => contents.set(sha(HOOK), Buffer.from(HOOK)) });
    const outDir = path.join(folder, 'unlisted');
    await mergeWith(forged, outDir);
    for (const file of await fs.readdir(outDir, { recursive: true, withFileTypes: true }))
      if (file.isFile()) expect(await fs.readFile(path.join(file.parentPath, file.name), 'utf8')).not.toContain(HOOK);
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
