import { readdirSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { build, makePages, merge, plan } from 'cascader-docs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFolder, createSite, listFiles } from '../helpers/build-site.ts';
import { run as cli } from '../helpers/command.ts';
import { contentsOf, FULL_SITE, makeParts, mergeParts, readShards } from '../helpers/in-parts.ts';

const SHARDS = 3;

describe('a sharded build', () => {
  let root: string;
  let folder: string;
  let whole: Record<string, string>;
  let made: Awaited<ReturnType<typeof makeParts>>;
  const dist = () => path.join(folder, 'dist');

  beforeAll(async () => {
    const site = await createSite(FULL_SITE);
    const { text } = await site.build();
    expect(text).toBe('');
    root = site.root;
    whole = await contentsOf(path.join(root, 'dist'));
    folder = await createFolder('parts');
    made = await makeParts(root, folder, SHARDS);
  });

  it('gives the same bytes as a build in one go', async () => {
    // Two pages need inputs that no plan can contain, so `merge` renders them.
    expect(made.left).toBe(2);
    expect(Object.keys(whole).filter((file) => file.startsWith('~search/en/')).length).toBeGreaterThan(5);
    expect(await mergeParts(root, made.parts.toReversed(), dist())).toEqual(whole);
  });

  it('has a plan without machine-specific folders, and one edit changes one shard', async () => {
    const found = [root, path.basename(root), 'node_modules', process.cwd()].flatMap((name) =>
      made.shards.flatMap((text) => text.split(name).slice(1)),
    );
    expect(found).toEqual([]);
    const clone = path.join(folder, 'another/place/for/it');
    await fs.cp(root, clone, { recursive: true });
    await fs.writeFile(path.join(clone, 'docs/many/three.md'), '# Three\n\n[x](javascript:alert)\n');
    await plan({ root: clone, shards: SHARDS, out: path.join(clone, 'plan') });
    const shards = await readShards(clone, SHARDS);
    const changed = shards.flatMap((text, number) => (text === made.shards[number] ? [] : [number]));
    expect(changed).toHaveLength(1);
    expect(shards[changed[0] as number]).toContain('"docs/many/three.md"');
    // Errors of a page are reported where the page is rendered.
    const options = { root: clone, shard: path.join(clone, `plan/${changed[0]}`), out: path.join(clone, 'part') };
    await expect(makePages(options)).rejects.toMatchObject({
      diagnostics: [{ code: 'CD304', location: { file: 'docs/many/three.md', line: 3 } }],
    });
    // The earlier shard outputs belong to another site.
    await expect(merge({ root: clone, parts: made.parts, outDir: dist() })).rejects.toThrow(
      /parts\/\d was built from a plan that differs from the plan of this site/,
    );
  });

  it('rejects missing, duplicate, truncated or changed shard outputs, and leaves nothing behind when it fails', async () => {
    const [first = '', second = '', third = ''] = made.parts;
    const refused = (parts: string[]) => expect(merge({ root, parts, outDir: path.join(folder, 'none') })).rejects;
    await refused([first, third]).toMatchObject({
      exitCode: 2,
      diagnostics: [{ code: 'CD612', text: 'Of 3 parts, these are missing: 1' }],
    });
    await refused([first, second, first]).toThrow('are both parts of shard 0');
    await refused([first, second, path.join(root, 'docs')]).toThrow('docs is not a part of a site');

    const broken = path.join(folder, 'broken');
    const damage = async (find: (file: string) => boolean, change: (bytes: Buffer) => Buffer) => {
      await fs.rm(broken, { recursive: true, force: true });
      await fs.cp(second, broken, { recursive: true });
      const file = path.join(broken, (await listFiles(broken)).find(find) ?? '');
      await fs.writeFile(file, change(await fs.readFile(file)));
    };
    const flip = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte, at) => (at === 100 ? byte ^ 1 : byte)));
    for (const name of ['entries.bin', 'contents.bin']) {
      const ofPart = (file: string): boolean => file === name;
      await damage(ofPart, (bytes) => bytes.subarray(0, -40));
      await refused([first, broken, third]).toThrow(`${name} has changed since its part was created`);
      await damage(ofPart, flip);
      await refused([first, broken, third]).toThrow(`${name} has changed since its part was created`);
    }
    const end = new AbortController();
    const onStage = (stage: string) => stage === 'prerender' && end.abort();
    const outDir = path.join(folder, 'none');
    const ended = merge({ root, parts: made.parts, outDir, signal: end.signal, onStage });
    await expect(ended).rejects.toThrow('aborted');
    // Neither the output folder nor a temporary one was left.
    expect((await fs.readdir(folder)).filter((name) => name.includes('none'))).toEqual([]);
  });

  it('builds missing and changed pages itself with --make-missing', async () => {
    const [first = '', second = '', third = ''] = made.parts;
    const { made: ofShard } = await merge({ root, parts: [first, third], makeMissing: true, outDir: dist() });
    expect(await contentsOf(dist())).toEqual(whole);
    const clone = path.join(folder, 'edited');
    await fs.cp(root, clone, { recursive: true });
    await fs.appendFile(path.join(clone, 'docs/many/one.md'), '\nMore.\n');
    await fs.rm(path.join(clone, 'docs/guide/second.de.md'));
    await fs.writeFile(path.join(clone, 'docs/guide/new.md'), '# New\n\n[One](../many/one.md)\n');
    await fs.writeFile(path.join(clone, 'docs/button.md'), '# Button\n\nText.\n');
    await build({ root: clone, cache: false });
    const edited = await contentsOf(path.join(clone, 'dist'));
    const args = ['merge', first, second, third, '--root', clone, '--out', dist(), '--make-missing'];
    const { code, stderr } = await cli(args);
    expect([code, stderr]).toEqual([0, '']);
    expect(await contentsOf(dist())).toEqual(edited);
    // Pages that have not changed are taken from the parts.
    const { made: ofEdits } = await merge({ root: clone, parts: made.parts, makeMissing: true, outDir: dist() });
    const routes = ofEdits.map(({ route }) => route);
    expect(routes).toEqual(expect.arrayContaining(['/many/one', '/guide/new', '/button']));
    expect(routes).not.toContain('/many/three');
    expect(ofShard.map(({ route }) => route)).not.toEqual([]);
    // Two parts of one shard are a mistake of the caller.
    const doubled = merge({ root, parts: [first, first], makeMissing: true, outDir: dist() });
    await expect(doubled).rejects.toThrow('are both parts of shard 0');
  });

  it('rejects a plan of a machine with other public variables', async () => {
    const args = [
      'pages',
      path.join(folder, 'plan/0'),
      '--root',
      root,
      '--out',
      path.join(folder, 'x'),
      '--format',
      'json',
    ];
    const { code, stdout } = await cli(args, { env: { CASCADER_PUBLIC_API: 'https://a.test' } });
    expect({ exitCode: code, ...JSON.parse(stdout) }).toMatchObject({
      exitCode: 2,
      text: expect.stringContaining('or different packages, configuration or variables'),
    });
  });

  it('rejects sources that have changed since the plan was created', async () => {
    const file = path.join(root, 'docs/many/one.md');
    const text = await fs.readFile(file, 'utf8');
    const pagesOf = async (of: string): Promise<unknown> => {
      const shard = path.join(folder, `plan/${made.shards.findIndex((lines) => lines.includes(`"${of}"`))}`);
      const args = ['--root', root, '--out', path.join(folder, 'x'), '--format', 'json'];
      const { code, stdout } = await cli(['pages', shard, ...args]);
      return { exitCode: code, ...JSON.parse(stdout) };
    };
    const changed = (name: string) => ({ exitCode: 2, text: `${name} has changed since the plan was created` });
    await fs.writeFile(file, `${text}More.\n`);
    const result = await pagesOf('docs/many/one.md');
    await fs.writeFile(file, text);
    expect(result).toMatchObject(changed('docs/many/one.md'));
    // A page links to this file, which did not exist when the plan was created.
    const absent = /"([^"]+)":null/.exec(made.shards.join('\n'))?.[1] ?? '';
    await fs.mkdir(path.dirname(path.join(root, absent)), { recursive: true });
    await fs.writeFile(path.join(root, absent), 'x');
    const other = await pagesOf(absent);
    await fs.rm(path.join(root, absent));
    expect(other).toMatchObject(changed(absent));
    await expect(makePages({ root, shard: path.join(root, 'docs'), out: path.join(folder, 'x') })).rejects.toThrow(
      'docs is not a shard of a plan',
    );
  });
});

it('ends while it copies pages of shard outputs, when its signal aborts', async () => {
  const count = 400;
  const pages = Array.from({ length: count }, (_, number) => [`docs/page-${number}.md`, `# Page ${number}\n`]);
  const { root } = await createSite({ 'docs/index.md': '# Home\n', ...Object.fromEntries(pages) });
  const folder = await createFolder('aborted-merge');
  const { parts } = await makeParts(root, folder, 1);
  const into = path.join(folder, 'merged');
  await fs.mkdir(into);
  const controller = new AbortController();
  const merging = merge({ root, parts, outDir: path.join(into, 'dist'), signal: controller.signal }).catch(
    (error: unknown) => error,
  );
  const copied = (): number =>
    readdirSync(into, { recursive: true }).filter((name) => /page-\d+.index\.html$/.test(String(name))).length;
  let atAbort = 0;
  for (; atAbort === 0; atAbort = copied()) await nextTurn();
  controller.abort();
  expect(await merging).toMatchObject({ name: 'AbortError' });
  expect(atAbort).toBeLessThan(count);
  expect(await fs.readdir(into)).toEqual([]);
});
