import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ChangesData } from '../../src/shared/api-changes/changes-data.ts';
import type { ApiFact, ApiHistory } from '../../src/shared/api-history.ts';
import { createSite, type TestBuild, type TestSite } from '../helpers/build-site.ts';
import { startDev, waitFor } from '../helpers/dev-site.ts';

const FACTS: ApiFact[] = [
  { name: 'Button#gone', version: '1.2.0', change: 'added', to: 'number' },
  {
    name: 'Button#loud',
    version: '2.0.0',
    change: 'deprecated',
    text: 'Use `tone`, see [this](./x.md) and <b>that</b>.',
  },
  { name: 'Button#old', version: '2.1.0', change: 'removed', from: '"red"' },
  { name: 'Button#tone', version: '1.2.0', change: 'added', to: '"quiet"' },
  { name: 'Button#tone', version: '2.0.0', change: 'narrowed', from: 'string', to: '"loud" | "quiet"' },
  { name: 'Panel', version: '2.1.0', change: 'added', to: 'x' },
  { name: 'Panel#open', version: '2.1.0', change: 'added', to: 'boolean', required: true },
];
const HISTORY: ApiHistory = {
  format: 1,
  package: 'kit',
  versions: ['1.0.0', '1.2.0', '1.3.0', '2.0.0', '2.1.0'].map((version) => ({ version })),
  names: ['Button', 'Button#loud', 'Button#old'],
  facts: FACTS,
};
const FILES = {
  'package.json': '{"name": "kit", "version": "2.1.0"}',
  'src/index.tsx': `export const Button = (props: { tone?: 'loud' | 'quiet'; loud?: boolean; fresh?: string }) => <b>{props.tone}</b>;
export const Panel = (props: { open: boolean }) => <b>{String(props.open)}</b>;
`,
  'docs/index.md': '# Home\n\n[changes](/~changes), [old](/~changes/1#v1.2)\n',
  'docs/button.md': '# Button\n\n<API id="Button" />\n',
};

const siteWith = (files: Record<string, string> = {}): Promise<TestSite> =>
  createSite({ ...FILES, 'docs/api-history.json': JSON.stringify(HISTORY), ...files });

/** The picker, which is hidden without a script. */
const PICKER = /<div class="api-tools"[\s\S]*?data-changes-result[^>]*><\/div>/;

/** Returns the article of a page as text, with a line for each block, without the picker. */
const words = (html: string): string =>
  /<article[^>]*>([\s\S]*?)<\/article>/
    .exec(html)?.[1]
    ?.replace(PICKER, '')
    .replace(/<\/(?:h\d|li|p)>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replace(/[ \t]*\n\s*/g, '\n')
    .trim() ?? '';

describe('the page with the changes of the API', () => {
  let built: TestBuild;
  /** In two locales, with URLs for machines. */
  let published: TestBuild;

  beforeAll(async () => {
    built = await (await siteWith()).build({ cache: false });
    const config =
      "export default { sitemap: { hostname: 'https://example.com' }, locales: [{ id: 'en', name: 'English' }, { id: 'zh-CN', name: '中文' }] };\n";
    published = await (await siteWith({ 'cascader-docs.config.ts': config })).build({ cache: false });
  });

  it('lists the versions of a major without a script, and links to tables', async () => {
    expect(built.text).toBe('');
    const html = await built.read('~changes/index.html');
    expect(words(html)).toMatchInlineSnapshot(`
      "API changes
      kit
      Major versions: 2 · 1
      2.1: Changes 2 · Breaking 1 · added 1 · removed 1
      2.0: Changes 2 · Breaking 1
      Next release
      Button
      fresh added
      gone Breaking removed
      2.1
      added Panel
      Button
      old Breaking removed "red"
      2.0
      Button
      loud deprecated. Use tone, see this and <b>that</b>.
      tone Breaking Type string → "loud" | "quiet""
    `);
    expect(html).toContain('href="/button#api-button-tone"');
    expect(html).toContain('href="/button#api-button-removed-old"');
    expect(html).toContain('<span data-message="changes.breaking">');
    expect(html).toMatch(/<h2 id="v2\.1"/);
    expect(html).toMatch(/<h3 id="v2\.1-Button"/);
    expect(words(await built.read('~changes/1/index.html'))).toMatchInlineSnapshot(`
      "API changes 1.x
      kit
      Major versions: 2 · 1
      1.2: Changes 2 · added 2
      1.2
      Button
      gone added number
      tone added "quiet"
      No changes: 1.3
      First known version: 1.0"
    `);
    expect(await built.read('~changes.md')).toMatchInlineSnapshot(`
      "<!-- kit 2.1.0 -->

      # API changes

      \`kit\`

      Major versions: **2** · [1](/~changes/1)

      - [2.1](#v2.1): Changes 2 · Breaking 1 · added 1 · removed 1
      - [2.0](#v2.0): Changes 2 · Breaking 1

      ## Next release {#next}

      ### \`Button\` {#next-Button}

      - \`fresh\` added
      - \`gone\` **Breaking** removed

      ## 2.1 {#v2.1}

      - added \`Panel\`

      ### \`Button\` {#v2.1-Button}

      - \`old\` **Breaking** removed \`"red"\`

      ## 2.0 {#v2.0}

      ### \`Button\` {#v2.0-Button}

      - \`loud\` deprecated. Use \`tone\`, see this and \\<b>that\\</b>.
      - \`tone\` **Breaking** Type \`string\` → \`"loud" | "quiet"\`
      "
    `);
  });

  it('is found by search, in the lists for machines, and not in the navigation', async () => {
    const { read, text } = published;
    expect(text).toBe('');
    const index = await read('~search/en.json');
    for (const term of ['"removed"', '"migrate"', '"v2"', '"2.0"', '"v1"', '"/~changes/1"', 'gone', 'Breaking'])
      expect(index).toContain(term);
    expect(await read('sitemap.xml')).toContain('<loc>https://example.com/~changes/1</loc>');
    expect(await read('llms.txt')).toMatch(/\[API changes\]\(.*\/~changes\.md\).*\n.*\[API changes 1\.x\]/);
    expect(await read('button/index.html')).not.toContain('~changes');
    expect(await read('~changes/index.html')).not.toContain('aria-label="Sidebar"');
  });

  it('has a picker with the data of all versions, in a file of its own', async () => {
    const files = built.files.filter((file) => file.includes('api-changes'));
    expect(files.map((file) => file.replace(/-\w+\./, '-HASH.')).sort()).toEqual([
      'assets/api-changes-HASH.js',
      'assets/api-changes-HASH.json',
    ]);
    const html = await built.read('~changes/index.html');
    const [script, file] = ['.js', '.json'].map((end) => files.find((name) => name.endsWith(end)));
    expect(html).toContain(`data-enhance="/${script}" data-enhance-query="" data-changes="/${file}"`);
    const options = [...html.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)/g)].map(([, value, text]) => [value, text]);
    expect(options.slice(0, 4)).toEqual([
      ['', 'Each version'],
      ['next', 'Next release'],
      ['2.1.0', '2.1'],
      ['2.0.0', '2.0'],
    ]);
    expect(html).toMatch(/<select name="to"[^>]*>.*?<option value="2\.1\.0" selected="">/);
    const data: ChangesData = JSON.parse(await built.read(file ?? ''));
    expect(data.versions.map(({ shown }) => shown)).toEqual(['1.0', '1.2', '1.3', '2.0', '2.1']);
    expect(data.next).toEqual({ added: ['Button#fresh'], removed: ['Button#gone'] });
    expect(data.links['Button#tone']).toBe('/button#api-button-tone');
    expect(data.facts).toHaveLength(FACTS.length);
    expect(data.facts.find(({ text }) => text)?.text).toBe(
      'Use <code>tone</code>, see this and &#x3C;b>that&#x3C;/b>.',
    );
    expect(await built.read('~changes/1/index.html')).not.toContain('data-changes');
    expect(await built.read('button/index.html')).not.toContain('api-changes');
    expect(await built.read('~changes.md')).not.toContain('ApiChanges');
  });

  it('has no picker if there is only one version', async () => {
    const one = { ...HISTORY, versions: [{ version: '2.1.0' }], names: ['Button'], facts: [] };
    const files = {
      'src/index.tsx': 'export const Button = () => <b />;\n',
      'docs/index.md': '# Home\n\n<API id="Button" />\n',
      'docs/button.md': '# Button\n',
      'docs/api-history.json': JSON.stringify(one),
    };
    const built = await (await siteWith(files)).build({ cache: false });
    expect(built.files.filter((file) => file.includes('api-changes'))).toEqual([]);
    expect(await built.read('~changes/index.html')).not.toContain('data-changes');
  });

  it('is a fallback page in other locales', async () => {
    const html = await published.read('zh-CN/~changes/index.html');
    expect(words(html)).toContain('fresh added');
    expect(html).toContain('data-changes="/assets/');
  });

  it('has links that are checked', async () => {
    const { text } = await (
      await siteWith({ 'docs/more.md': '# More\n\n[x](/~changes/3), [y](/~changes#v9)\n' })
    ).build({
      cache: false,
    });
    expect(text).toMatch(/more\.md:3:5 - error CD320/);
    expect(text).toMatch(/more\.md:3:23 - error CD321/);
  });

  it('does not exist without a history, or if it is turned off', async () => {
    const files = { 'docs/index.md': '# Home\n' };
    const off = { 'cascader-docs.config.ts': 'export default { apiParser: { history: false } };\n' };
    const sites = [await createSite({ ...FILES, ...files }), await siteWith({ ...files, ...off })];
    const [one, other] = await Promise.all(sites.map((site) => site.build({ cache: false })));
    expect(one?.files.filter((file) => file.includes('~changes'))).toEqual([]);
    expect(other?.files).toEqual(one?.files);
    for (const file of one?.files ?? []) expect(await other?.read(file)).toBe(await one?.read(file));
  });

  it('follows the history file in the next build and in `dev`, also in a site without tables', async () => {
    const site = await createSite({
      ...FILES,
      'docs/index.md': '# Home\n',
      'docs/button.md': '# Button\n',
      'node_modules/any/package.json': '{"name": "any", "version": "1.0.0"}',
    });
    const history = (text: string): Promise<void> => site.write({ 'docs/api-history.json': text });
    expect((await site.build()).files).not.toContain('~changes/index.html');
    await history(JSON.stringify(HISTORY));
    expect(words(await (await site.build()).read('~changes/index.html'))).toContain('fresh added');
    await history(JSON.stringify(HISTORY).replace('Use `tone`', 'Use nothing'));
    expect(words(await (await site.build()).read('~changes/index.html'))).toContain('Use nothing');
    const dev = await startDev(site.root);
    const page = async (): Promise<string> => words(await (await fetch(`${dev.url}/~changes`)).text());
    await waitFor(async () => (await page()).includes('fresh added'));
    expect(await page()).toContain('Use nothing');
    await history(JSON.stringify(HISTORY));
    await waitFor(async () => (await page()).includes('Use tone'));
    const html = await (await fetch(`${dev.url}/~changes`)).text();
    const data = await fetch(dev.url + /data-changes="([^"]+)"/.exec(html)?.[1]);
    expect(((await data.json()) as ChangesData).next?.added).toEqual(['Button#fresh']);
    expect((await fetch(dev.url + /data-enhance="([^"]+)"/.exec(html)?.[1])).status).toBe(200);
    await fs.rm(path.join(site.root, 'docs/api-history.json'));
    await waitFor(async () => (await fetch(`${dev.url}/~changes`)).status === 404);
    expect(dev.errors).toEqual([]);
    expect((await site.build()).files).not.toContain('~changes/index.html');
  });
});

describe('notes of the author', () => {
  const NOTES = `## 2.1.0

### Button.tone

Rounds to **4** px, see [home](/).

### Button.old

Had no effect.

## next

### Button

Renders a \`<b>\`:

\`\`\`tsx
<Button tone="loud" />
\`\`\`
`;
  const siteWithNotes = (notes = NOTES, files: Record<string, string> = {}): Promise<TestSite> =>
    siteWith({ 'docs/_api-notes.md': notes, ...files });

  it('are on the page of changes, in its picker, in tables and in the published history', async () => {
    const config = "export default { base: '/kit/' };\n";
    const built = await (await siteWithNotes(NOTES, { 'cascader-docs.config.ts': config })).build({ cache: false });
    expect(built.text).toBe('');
    const html = await built.read('~changes/index.html');
    expect(words(html)).toContain('Next release\nButton\nRenders a <b>:');
    expect(words(html)).toContain('old Breaking removed "red"\nold Had no effect.\ntone Rounds to 4 px, see home.');
    expect(html).toContain('Rounds to <strong>4</strong> px, see <a href="/kit/">home</a>');
    const button = await built.read('button/index.html');
    expect(button).toContain('2.1: <div>Rounds to <strong>4</strong> px, see <a href="/kit/">home</a>.</div>');
    expect(button).toContain('Had no effect.');
    expect(button).toContain('<summary data-message="api.history">');
    const file = built.files.find((name) => /api-changes-\w+\.json$/.test(name)) ?? '';
    const data: ChangesData = JSON.parse(await built.read(file));
    expect(data.facts.filter(({ change }) => change === 'note').map(({ name, version }) => [version, name])).toEqual([
      ['next', 'Button'],
      ['2.1.0', 'Button#old'],
      ['2.1.0', 'Button#tone'],
    ]);
    const published: ApiHistory = JSON.parse(await built.read('api-history.json'));
    expect(published.facts.filter(({ change }) => change === 'note')).toHaveLength(2);
  });

  it('a heading without a version or a name of the library is a warning at the heading', async () => {
    const built = await (await siteWithNotes('## 2.1.0\n\n### Button.tones\n\nA.\n')).build({ cache: false });
    expect(built.text).toMatchInlineSnapshot(`
      "docs/_api-notes.md:3:1 - warning CD889: No version of the library has \`Button.tones\`. Did you mean \`Button.tone\`?

        3 │ ### Button.tones
          ╵ ^^^^^^^^^^^^^^^^

        → Correct the heading: \`### Button\` for an export, \`### Button.size\` for a row of its table."
    `);
  });

  it('follow their file in the next build and in `dev`', async () => {
    const site = await siteWith();
    expect(words(await (await site.build()).read('~changes/index.html'))).not.toContain('Had no effect');
    await site.write({ 'docs/_api-notes.md': NOTES });
    expect(words(await (await site.build()).read('~changes/index.html'))).toContain('Had no effect');
    await site.write({ 'docs/_api-notes.md': NOTES.replace('no effect', 'an effect') });
    expect(words(await (await site.build()).read('~changes/index.html'))).toContain('Had an effect');
    const dev = await startDev(site.root);
    const page = async (): Promise<string> => words(await (await fetch(`${dev.url}/~changes`)).text());
    await waitFor(async () => (await page()).includes('Had an effect'));
    await site.write({ 'docs/_api-notes.md': NOTES.replace('no effect', 'another effect') });
    await waitFor(async () => (await page()).includes('Had another effect'));
  });
});
