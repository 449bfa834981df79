import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../../src/node/base/hash.ts';
import { writeTree } from '../../../src/node/output/write-tree.ts';
import { type Contents, createContents } from '../../../src/node/store/contents.ts';
import { createOutputStates } from '../../../src/node/store/output-states.ts';
import { growOld } from '../../helpers/grow-old.ts';
import { createFolder } from '../output/folders.ts';

const PAGE = `<!doctype html>\n<title>Page</title>\n${'<p>text</p>\n'.repeat(20)}`;
const TWIN = '# Page\n';
const FILES = { 'guide/index.html': PAGE, 'guide.md': TWIN };

let root: string;
const at = (file: string): string => path.join(root, file);
const create = (most?: number): Contents => createContents({ projectRoot: root, outDir: at('dist'), most });
const packs = (): string[] => fs.readdirSync(at('node_modules/.cache/cascader-docs')).sort();
const write = (files: Record<string, string>): void => {
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(at(file)), { recursive: true });
    fs.writeFileSync(at(file), text);
  }
};
const below = (folder: string, files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]));
const hashesOf = (files: Record<string, string>): [string, string][] =>
  Object.entries(files).map(([file, text]) => [file, hashOf(text)]);
const read = (folder: string, files: Record<string, string> = FILES): (string | undefined)[] =>
  Object.keys(files).map((file) =>
    fs.existsSync(at(`${folder}/${file}`)) ? fs.readFileSync(at(`${folder}/${file}`), 'utf8') : undefined,
  );
/** Simulates a build that writes these files. */
const build = (files: Record<string, string>, { name = 'made', most }: { name?: string; most?: number } = {}): void => {
  write(below(name, files));
  const hashes = create(most).keep(Object.keys(files), at(name));
  expect([...hashes]).toEqual(hashesOf(files));
  fs.rmSync(at(name), { recursive: true });
};
const inodeOf = (file: string): number => fs.statSync(at(file)).ino;

beforeEach(async () => {
  root = await createFolder({ 'node_modules/.keep': '', '.dist.new/.keep': '' });
});

describe('a file of the last output', () => {
  beforeEach(() => write(below('dist', FILES)));

  it('is linked into the new output', () => {
    expect(create().place(hashesOf(FILES), at('.dist.new'))).toBe(true);
    expect(read('.dist.new')).toEqual([PAGE, TWIN]);
    expect(inodeOf('.dist.new/guide.md')).toBe(inodeOf('dist/guide.md'));
    expect(packsOrNone()).toEqual([]);
  });

  it('is copied if the new output is elsewhere, or if the file has another link', () => {
    for (const folder of ['dist/.work/new', 'other/new']) {
      expect(create().place(hashesOf(FILES), at(folder))).toBe(true);
      expect(read(folder)).toEqual([PAGE, TWIN]);
      expect(inodeOf(`${folder}/guide.md`)).not.toBe(inodeOf('dist/guide.md'));
    }
    fs.linkSync(at('dist/guide.md'), at('kept.md'));
    expect(create().place(hashesOf(FILES), at('.dist.new'))).toBe(true);
    expect(inodeOf('.dist.new/guide.md')).not.toBe(inodeOf('dist/guide.md'));
  });

  it.skipIf(process.platform === 'win32')('gets the mode of a new file', () => {
    fs.chmodSync(at('dist/guide.md'), 0o600);
    expect(create().place(hashesOf(FILES), at('.dist.new'))).toBe(true);
    fs.writeFileSync(at('fresh'), '');
    expect(fs.statSync(at('.dist.new/guide.md')).mode).toBe(fs.statSync(at('fresh')).mode);
  });

  it.each<[what: string, change: () => void]>([
    ['was edited', () => fs.writeFileSync(at('dist/guide.md'), '# page\n')],
    ['was truncated', () => fs.truncateSync(at('dist/guide.md'), 3)],
    ['was removed', () => fs.rmSync(at('dist/guide.md'))],
    [
      'is a link now',
      () => {
        fs.renameSync(at('dist/guide.md'), at('dist/other.md'));
        fs.symlinkSync('other.md', at('dist/guide.md'));
      },
    ],
    [
      'is behind a link now',
      () => {
        fs.renameSync(at('dist/guide'), at('elsewhere'));
        fs.symlinkSync('../elsewhere', at('dist/guide'));
      },
    ],
  ])('is not restored when it %s, and neither are the others', (_what, change) => {
    change();
    expect(create().place(hashesOf(FILES), at('.dist.new'))).toBe(false);
    expect(read('.dist.new')).toEqual([undefined, undefined]);
    // With a pack, all files are restored.
    build(FILES);
    expect(create().place(hashesOf(FILES), at('.dist.new'))).toBe(true);
    expect(read('.dist.new')).toEqual([PAGE, TWIN]);
  });

  describe('whose state was recorded', () => {
    /** Simulates a build that reuses the last output unchanged, and records the states of its files. */
    const note = async (meanwhile = () => {}): Promise<void> => {
      const contents = create();
      expect(contents.place(hashesOf(FILES), at('.dist.new'))).toBe(true);
      contents.keep(Object.keys(FILES), at('.dist.new'));
      fs.rmSync(at('dist'), { recursive: true });
      fs.renameSync(at('.dist.new'), at('dist'));
      meanwhile();
      await growOld();
      contents.note();
    };
    /** Whether another build knows the hash of the file without reading it. */
    const isKnown = (): boolean => {
      const stats = fs.lstatSync(at('dist/guide.md'), { bigint: true });
      return createOutputStates({ projectRoot: root, outDir: at('dist') }).hashOf('guide.md', stats) === hashOf(TWIN);
    };

    it('is restored without being read', async () => {
      await note();
      expect(isKnown()).toBe(true);
      expect(create().place(hashesOf(FILES), at('.dist.next'))).toBe(true);
      expect(inodeOf('.dist.next/guide.md')).toBe(inodeOf('dist/guide.md'));
    });

    it.each<[what: string, change: () => void]>([
      ['has other content of the same size', () => fs.writeFileSync(at('dist/guide.md'), '# page\n')],
      [
        'has other content and the old time',
        () => {
          const { atime, mtime } = fs.statSync(at('dist/guide.md'));
          fs.writeFileSync(at('dist/guide.md'), '# page\n');
          fs.utimesSync(at('dist/guide.md'), atime, mtime);
        },
      ],
      [
        'was replaced by another file',
        () => {
          fs.rmSync(at('dist/guide.md'));
          fs.writeFileSync(at('dist/guide.md'), '# page\n');
        },
      ],
    ])('is read again when it %s', async (_what, change) => {
      await note();
      change();
      expect(isKnown()).toBe(false);
      fs.rmSync(at('node_modules/.cache'), { recursive: true });
      expect(create().place(hashesOf(FILES), at('.dist.next'))).toBe(false);
    });

    it('is read again if it changed before its state was recorded, or has just changed', async () => {
      await note(() => fs.writeFileSync(at('dist/guide.md'), '# page\n'));
      expect(isKnown()).toBe(false);
      const contents = create();
      contents.keep(Object.keys(FILES), at('dist'));
      fs.writeFileSync(at('dist/guide.md'), TWIN);
      contents.note();
      expect(isKnown()).toBe(false);
    });
  });

  it('does not change when the new output replaces its link', async () => {
    expect(create().place(hashesOf(FILES), at('.dist.new'))).toBe(true);
    const parts = ['# Oth', 'er\n'];
    await writeTree({
      folder: at('.dist.new'),
      files: new Map<string, string | (() => typeof parts)>([
        ['guide.md', '# Other\n'],
        ['guide/index.html', () => parts],
      ]),
      shownAs: 'dist',
    });
    expect(read('.dist.new')).toEqual(['# Other\n', '# Other\n']);
    expect(read('dist')).toEqual([PAGE, TWIN]);
  });
});

it('does not cache a site that is larger than half of the cache, and writes nothing', () => {
  write(below('made', FILES));
  const before = fs.statSync(at('node_modules')).mtimeMs;
  expect([...create(PAGE.length).keep(Object.keys(FILES), at('made'))]).toEqual(hashesOf(FILES));
  expect(packsOrNone()).toEqual([]);
  expect(fs.statSync(at('node_modules')).mtimeMs).toBe(before);
});

describe('a file that is rendered again', () => {
  beforeEach(() => write(below('dist', FILES)));

  it('is linked from the last output if the content is known to be equal', () => {
    const contents = create();
    expect(contents.placeSame('guide/index.html', PAGE, at('.dist.new'))).toBe(true);
    expect(contents.placeSame('guide.md', Buffer.from(TWIN), at('.dist.new'))).toBe(true);
    expect(inodeOf('.dist.new/guide/index.html')).toBe(inodeOf('dist/guide/index.html'));
    expect([...contents.keep(Object.keys(FILES), at('.dist.new'))]).toEqual(hashesOf(FILES));
    expect(read('.dist.new')).toEqual([PAGE, TWIN]);
  });

  it('is read again if it was replaced after linking', () => {
    const contents = create();
    expect(contents.placeSame('guide.md', TWIN, at('.dist.new'))).toBe(true);
    fs.rmSync(at('.dist.new/guide.md'));
    write({ '.dist.new/guide.md': '# Other\n' });
    expect(contents.keep(['guide.md'], at('.dist.new')).get('guide.md')).toBe(hashOf('# Other\n'));
  });

  it.each<[what: string, change: () => void]>([
    ['has another size', () => fs.writeFileSync(at('dist/guide.md'), '# Pages\n')],
    ['has other bytes', () => fs.writeFileSync(at('dist/guide.md'), '# page\n')],
    ['was removed', () => fs.rmSync(at('dist/guide.md'))],
    ['has another link', () => fs.linkSync(at('dist/guide.md'), at('kept.md'))],
    [
      'is a symbolic link',
      () => {
        fs.renameSync(at('dist/guide.md'), at('dist/other.md'));
        fs.symlinkSync('other.md', at('dist/guide.md'));
      },
    ],
  ])('is written if the file of the last output %s', (_what, change) => {
    fs.rmSync(at('.dist.new'), { recursive: true });
    change();
    expect(create().placeSame('guide.md', TWIN, at('.dist.new'))).toBe(false);
    expect(read('.dist.new', { 'guide.md': TWIN })).toEqual([undefined]);
  });

  it('is written if the new output is elsewhere', () => {
    for (const folder of ['dist/.work/new', 'other/new'])
      expect(create().placeSame('guide.md', TWIN, at(folder))).toBe(false);
  });

  it('is linked from the last output while a site is written', async () => {
    const contents = create();
    const place = (file: string, content: Uint8Array | string): boolean =>
      contents.placeSame(file, content, at('.dist.new'));
    const files = new Map<string, string | (() => string[])>([
      ['guide.md', TWIN],
      ['guide/index.html', '<p>other</p>'],
      ['parts.txt', () => ['a', 'b']],
    ]);
    const bytes = await writeTree({ folder: at('.dist.new'), files, shownAs: 'dist', place });
    expect(bytes).toBe(TWIN.length + '<p>other</p>'.length + 2);
    expect(inodeOf('.dist.new/guide.md')).toBe(inodeOf('dist/guide.md'));
    expect(read('.dist.new')).toEqual(['<p>other</p>', TWIN]);
    expect(read('dist')).toEqual([PAGE, TWIN]);
  });
});

describe('cached contents', () => {
  it('are restored without an output', () => {
    build(FILES);
    expect(packs()).toHaveLength(1);
    expect(create().place(hashesOf(FILES), at('.dist.new'))).toBe(true);
    expect(read('.dist.new')).toEqual([PAGE, TWIN]);
  });

  it('are restored under other names, and not cached twice', () => {
    build(FILES);
    const before = packs();
    build({ 'moved.html': PAGE, 'same.html': PAGE });
    expect(packs()).toEqual(before);
    expect(create().place([['new.html', hashOf(PAGE)]], at('.dist.new'))).toBe(true);
    expect(read('.dist.new', { 'new.html': '' })).toEqual([PAGE]);
  });

  it('are those of the current files, not of the restored ones', () => {
    build(FILES);
    const contents = create();
    expect(contents.place(hashesOf(FILES), at('.dist.new'))).toBe(true);
    fs.rmSync(at('.dist.new/guide.md'));
    write({ '.dist.new/guide.md': '# Age!\n' });
    const hashes = contents.keep(Object.keys(FILES), at('.dist.new'));
    expect([...hashes]).toEqual(hashesOf({ ...FILES, 'guide.md': '# Age!\n' }));
  });

  it('are not restored if a bit has changed, and are cached again', () => {
    const text = 'x'.repeat(50);
    build({ 'a.txt': text, 'b.txt': 'y' });
    const [name = ''] = packs();
    const file = at(`node_modules/.cache/cascader-docs/${name}`);
    const bytes = fs.readFileSync(file);
    const { length } = bytes;
    const place = (file: string, content: string): boolean => {
      fs.rmSync(at('.dist.new'), { recursive: true, force: true });
      const isThere = create().place([[file, hashOf(content)]], at('.dist.new'));
      expect(read('.dist.new', { [file]: '' })).toEqual([isThere ? content : undefined]);
      return isThere;
    };
    for (let index = 0; index < length; index += 5) {
      fs.writeFileSync(file, bytes.with(index, (bytes[index] as number) ^ (1 << (index % 8))));
      // Only the damaged part is lost.
      expect([place('a.txt', text), place('b.txt', 'y')], `byte ${index}`).toEqual(
        index < 50 ? [false, true] : index < 51 ? [true, false] : [false, false],
      );
    }
    for (const cut of [0, 1, 49, 51, length - 48, length - 1]) {
      fs.writeFileSync(file, bytes.subarray(0, cut));
      expect([place('a.txt', text), place('b.txt', 'y')]).toEqual([false, false]);
    }
    fs.writeFileSync(file, bytes.with(0, 0));
    // If two packs contain the same file, the newer one is read.
    fs.utimesSync(file, 1, 1);
    const contents = create();
    expect(contents.place([['a.txt', hashOf(text)]], at('.dist.new'))).toBe(false);
    write({ 'made/a.txt': text });
    contents.keep(['a.txt'], at('made'));
    expect(place('a.txt', text)).toBe(true);
  });

  it('include those of two builds that ran at the same time', () => {
    const [first, second] = [create(), create()];
    expect([first.place([['a', hashOf('a')]], at('x')), second.place([['b', hashOf('b')]], at('x'))]).toEqual([
      false,
      false,
    ]);
    write({ 'first/a': 'a', 'first/both': 'both', 'second/b': 'b', 'second/both': 'both' });
    first.keep(['a', 'both'], at('first'));
    second.keep(['b', 'both'], at('second'));
    expect(create().place(hashesOf({ a: 'a', b: 'b', both: 'both' }), at('.dist.new'))).toBe(true);
  });

  it('are missing while another build merges or removes packs', () => {
    build(FILES);
    const contents = create();
    expect(contents.place([['none', hashOf('none')]], at('.dist.new'))).toBe(false);
    for (const name of packs()) fs.rmSync(at(`node_modules/.cache/cascader-docs/${name}`));
    expect(contents.place(hashesOf(FILES), at('.dist.new'))).toBe(false);
    expect(read('.dist.new')).toEqual([undefined, undefined]);
  });

  it('stay in few packs, including those of other branches', () => {
    const branch = { 'branch.html': 'of a branch' };
    build({ ...FILES, ...branch });
    for (let edit = 0; edit < 20; edit++) build({ ...FILES, 'edited.html': `edit ${edit}` });
    expect(packs().length).toBeLessThanOrEqual(8);
    expect(create().place(hashesOf({ ...FILES, ...branch, 'edited.html': 'edit 19' }), at('.dist.new'))).toBe(true);
  });

  it('are evicted when they are unused or too large', () => {
    const text = (edit: number): string => `${edit}`.repeat(1e6);
    for (let edit = 0; edit < 6; edit++) build({ 'large.html': text(edit) });
    const bytes = (): number =>
      packs().reduce((sum, name) => sum + fs.statSync(at(`node_modules/.cache/cascader-docs/${name}`)).size, 0);
    expect(bytes()).toBeLessThan(5e6);
    expect(create().place(hashesOf({ 'large.html': text(5) }), at('.dist.new'))).toBe(true);
    build({ 'other.html': 'other' }, { most: 1e6 });
    expect(bytes()).toBeLessThan(1e6);
    build({ 'large.html': text(7), 'next.html': text(8) }, { most: 1e6 });
    expect(create().place([['large.html', hashOf(text(7))]], at('.dist.new'))).toBe(false);
  });

  it('are not written without a folder for the cache', () => {
    fs.rmSync(at('node_modules'), { recursive: true });
    build(FILES);
    expect(fs.existsSync(at('node_modules'))).toBe(false);
    expect(create().place(hashesOf(FILES), at('.dist.new'))).toBe(false);
  });
});

it('removes temporary files of a killed build from the cache when they are old', () => {
  const folder = 'node_modules/.cache/cascader-docs';
  const [old, young] = [1, 2].map((digit) => `${folder}/contents-a.bin.0000000${digit}-0000-0000-0000-000000000000`);
  write({ [old as string]: 'half', [young as string]: 'half' });
  fs.utimesSync(at(old as string), 1, 1);
  build(FILES);
  expect([fs.existsSync(at(old as string)), fs.existsSync(at(young as string))]).toEqual([false, true]);
});

function packsOrNone(): string[] {
  return fs.existsSync(at('node_modules/.cache')) ? packs() : [];
}
