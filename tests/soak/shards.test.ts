import fs from 'node:fs/promises';
import path from 'node:path';
import { makePages, merge, plan } from 'cascader-docs';
import { expect, it } from 'vitest';
import { createFolder, createSite } from '../helpers/build-site.ts';
import { contentsOf, FULL_SITE } from '../helpers/in-parts.ts';
import { createRandom } from '../helpers/random.ts';

const SHARDS = 4;
const EDITS = Number(process.env.EDITS ?? 50);

const generated = Object.fromEntries(
  Array.from({ length: 16 }, (_, number) => [
    `docs/more/page-${number}.md`,
    `# Page ${number}\n\nText [next](./page-${(number + 1) % 16}.md#part) and [first](../guide/first.md).\n\n## Part\n`,
  ]),
);

type Edit = (root: string, random: (below: number) => number, number: number) => Promise<void>;
const inFile =
  (file: string, change: (text: string, number: number) => string): Edit =>
  async (root, _random, number) => {
    const filePath = path.join(root, file);
    await fs.writeFile(filePath, change(await fs.readFile(filePath, 'utf8'), number));
  };
const inPage =
  (change: (text: string, number: number) => string): Edit =>
  async (root, random, number) => {
    const pages = (await fs.readdir(path.join(root, 'docs/more'))).sort();
    await inFile(`docs/more/${pages[random(pages.length)]}`, change)(root, random, number);
  };

/** Edits of authors. Targets of links may be missing, which is only a warning here. */
const EDITS_OF_AUTHORS: Edit[] = [
  inPage((text, number) => `${text}\nWord ${number}.\n`),
  inPage((text, number) => text.replace(/^# .*$/m, `# Title ${number}`)),
  inPage((text) => text.replace('## Part', '## Other part')),
  inPage((text, number) => `${text}\n[new](./new-${number % 7}.md) [route](/more/new-${number % 5})\n`),
  inPage((text, number) => `${text}\n![p](../guide/${number % 2 ? 'picture' : 'none'}.svg)\n`),
  async (root, _random, number) =>
    await fs.writeFile(path.join(root, `docs/more/new-${number % 7}.md`), `# New ${number}\n`),
  async (root, random) => {
    const pages = (await fs.readdir(path.join(root, 'docs/more'))).sort();
    if (pages.length > 4) await fs.rm(path.join(root, 'docs/more', pages[random(pages.length)] as string));
  },
  async (root, _random, number) =>
    await fs.writeFile(path.join(root, `docs/more/page-${number % 9}.de.md`), `# Seite ${number}\n`),
  async (root, _random, number) =>
    await fs.writeFile(path.join(root, `docs/guide/first.$tab-${number % 3}.md`), `# Tab ${number}\n`),
  inFile('docs/guide/picture.svg', (text, number) => text.replace(/width="\d+"/, `width="${number + 1}"`)),
  inFile('docs/public/file.pdf', (text, number) => `${text}${number}`),
  inFile('docs/guide/third.mdx', (text, number) => `${text}\nMore ${number}.\n`),
  inFile('docs/button.md', (text, number) => `${text}\nMore ${number}.\n`),
  inFile('demos/a.tsx', (text, number) => text.replace(/label="[^"]*"/, `label="${number}"`)),
  inFile('src/index.tsx', (text, number) => text.replace(/What it says.*\./, `What it says ${number}.`)),
  inFile('cascader-docs.config.ts', (text, number) =>
    text.replace(/( {2}title: '[^']*',\n)?};$/, `  title: 'Lib ${number}',\n};`),
  ),
];

it(`cached shard outputs, as engines cache them, give the result of a build over ${EDITS} edits`, {
  timeout: 3_600_000,
}, async () => {
  const config = (FULL_SITE['cascader-docs.config.ts'] ?? '').replace('default {', "default {\n    deadLinks: 'warn',");
  const { root, build } = await createSite({ ...FULL_SITE, ...generated, 'cascader-docs.config.ts': config });
  const folder = await createFolder('random-parts');
  const random = createRandom(7);
  /** Shard outputs by their inputs. */
  const kept = new Map<string, string>();
  let made = 0;
  for (let number = 0; number < EDITS; number++) {
    const edit = random(EDITS_OF_AUTHORS.length);
    if (number > 0) await EDITS_OF_AUTHORS[edit]?.(root, random, number);
    await plan({ root, shards: SHARDS, out: path.join(folder, 'plan') });
    const parts: string[] = [];
    for (let shard = 0; shard < SHARDS; shard++) {
      const own = path.join(folder, `plan/${shard}`);
      const key = await fs.readFile(path.join(own, 'shard.json'), 'utf8');
      const part = kept.get(key) ?? path.join(folder, `parts/${kept.size}`);
      if (!kept.has(key)) {
        await makePages({ root, shard: own, out: part });
        made++;
      }
      kept.set(key, part);
      parts.push(part);
    }
    const outDir = path.join(folder, 'dist');
    await merge({ root, parts, outDir });
    const whole = await build();
    expect({ number, edit, exitCode: whole.exitCode }).toEqual({ number, edit, exitCode: 0 });
    expect({ number, edit, files: await contentsOf(outDir) }).toEqual({
      number,
      edit,
      files: await contentsOf(path.join(root, 'dist')),
    });
  }
  expect(made).toBeLessThan(EDITS * SHARDS);
});
