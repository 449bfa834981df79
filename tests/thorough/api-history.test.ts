import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApiFact, ApiHistory } from '../../src/shared/api-history.ts';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { startDev, waitFor } from '../helpers/dev-site.ts';

const PACKAGE = '{"name": "kit", "version": "2.0.0", "repository": "github:me/kit"}';
const LIBRARY = `import { forwardRef, type HTMLAttributes } from 'react';
export interface SearchOptions { limit?: number; filter?: (text: string) => boolean }
export interface ButtonProps extends HTMLAttributes<HTMLElement> {
  /** How loud. */
  tone?: 'quiet' | 'loud' | 'shrill';
  label: string;
  /** @deprecated Use \`tone\`. */
  loud?: boolean;
  search?: SearchOptions;
  /** @since 1.4.0 */
  icon?: string;
  brandNew?: boolean;
}
export interface ButtonRef { focus(): void; blur(): void }
export const Button = forwardRef<ButtonRef, ButtonProps>(({ tone = 'quiet', label }, _ref) => <button type="button" data-tone={tone}>{label}</button>);
export const Panel = (props: { open?: boolean }) => <b>{String(props.open)}</b>;
/** Counts. */
export function count(from: number): number { return from; }
`;

const HISTORY: ApiHistory = {
  format: 1,
  package: 'kit',
  versions: ['1.0.0', '1.2.0', '1.4.0', '1.4.1', '1.7.0', '2.0.0'].map((version) => ({ version })),
  names: [
    ...['Button', 'Button#label', 'Button#loud', 'Button#old', 'Button#ref.focus', 'Button#search', 'Button#tone'],
    ...['ButtonProps', 'ButtonRef', 'ButtonRef#focus', 'SearchOptions', 'SearchOptions#limit'],
  ],
  facts: [
    { name: 'Button#gone', version: '1.4.0', change: 'added', to: 'number' },
    { name: 'Button#icon', version: '1.4.0', change: 'added', to: 'string' },
    { name: 'Button#label', version: '1.7.0', change: 'required' },
    { name: 'Button#loud', version: '2.0.0', change: 'deprecated', text: 'Use `tone`.' },
    { name: 'Button#old', version: '1.4.0', change: 'deprecated', text: 'Use *tone*.' },
    { name: 'Button#old', version: '2.0.0', change: 'removed', from: '"red"' },
    { name: 'Button#ref.blur', version: '1.4.1', change: 'added', to: '() => void', read: true },
    {
      name: 'Button#search',
      version: '2.0.0',
      change: 'widened',
      from: 'SearchOptions',
      to: 'SearchOptions',
      members: { added: ['filter'] },
    },
    { name: 'Button#tone', version: '1.2.0', change: 'added', to: '"quiet"' },
    { name: 'Button#tone', version: '1.7.0', change: 'widened', from: '"quiet"', to: '"loud" | "quiet"' },
    { name: 'Button#tone', version: '2.0.0', change: 'default', from: '"loud"', to: '"quiet"' },
    { name: 'ButtonRef#blur', version: '1.4.1', change: 'added', to: '() => void' },
    { name: 'Panel', version: '1.7.0', change: 'added', to: 'x' },
    { name: 'Panel#open', version: '1.7.0', change: 'added', to: 'boolean' },
    { name: 'SearchOptions#filter', version: '2.0.0', change: 'added', to: '(text: string) => boolean' },
    { name: 'count', version: '1.2.0', change: 'added', to: '(from: number) => number' },
  ],
};
// `tone` is new in this history, not in the first version.
HISTORY.names = HISTORY.names.filter((name) => name !== 'Button#tone');

const FILES = {
  'package.json': PACKAGE,
  'src/index.tsx': LIBRARY,
  'docs/index.md': '# Home\n\n[old](./button.md#api-button-removed-old)\n\n<API id="Button" pick="tone, icon" />\n',
  'docs/button.md': '# Button\n\n<API id="Button" />\n\n## Panel\n\n<API id="Panel" />\n\n<API id="ButtonProps" />\n',
  'docs/count.md': '# Count\n\n<API id="count" />\n',
};

const textOf = (history: Partial<ApiHistory> = {}): string => JSON.stringify({ ...HISTORY, ...history }, null, 1);

/** Creates a site whose library has a history. */
const siteWith = (history: string = textOf(), files: Record<string, string> = {}): Promise<TestSite> =>
  createSite({ ...FILES, 'docs/api-history.json': history, ...files });

let built: ReturnType<TestSite['build']> | undefined;

/** Builds the site that most tests read, once. */
function builtSite(): ReturnType<TestSite['build']> {
  built ??= siteWith().then((site) => site.build({ cache: false }));
  return built;
}

/** Returns the HTML of a row, without tags if `asText`. */
function rowOf(html: string, anchor: string): string {
  const start = html.indexOf(`<tr id="${anchor}"`);
  if (start === -1) throw new Error(`There is no ${anchor}`);
  let depth = 0;
  for (const { 0: tag, index } of html.slice(start).matchAll(/<\/?tr\b/g)) {
    depth += tag === '<tr' ? 1 : -1;
    if (depth === 0) return html.slice(start, start + index);
  }
  return '';
}

const words = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+([,:])/g, '$1')
    .replace(/\s+/g, ' ');

describe('a table of a library with a history', () => {
  it('shows the versions of each row without a script', async () => {
    const built = await builtSite();
    expect(built.text).toBe('');
    const html = await built.read('button/index.html');
    const row = (name: string): string => words(rowOf(html, `api-button-${name}`));
    expect(row('tone')).toMatch(/^ tone .*since 1\.2 changed in 2\.0 How loud\./);
    expect(row('tone')).toContain('History 2.0: default was "loud" in 1.7, not in 1.4.1: type was "quiet"');
    expect(row('label')).toContain('changed in 1.7');
    expect(row('label')).toContain('in 1.7, not in 1.4.1: became required');
    expect(row('label')).not.toContain('since');
    expect(row('loud')).toContain('Deprecated since 2.0 Use tone .');
    expect(row('icon')).toContain('since 1.4.0');
    expect(row('brandNew')).toContain('Next release');
    expect(row('ref-blur')).toContain('since 1.4.1');
    expect(row('ref-focus')).not.toContain('since');
    expect(row('search')).toContain('2.0: new members filter');
    expect(row('search-filter')).toContain('since 2.0');
    expect(row('search-limit')).not.toContain('since');
  });

  it('lists removed rows in a closed group at its end', async () => {
    const built = await builtSite();
    const html = await built.read('button/index.html');
    const group = /<details class="api-group"><summary><span data-message="api\.removed">[\s\S]*?<\/details>/.exec(
      html,
    );
    expect(words(group?.[0] ?? '')).toMatch(/^ Removed 2 /);
    expect(words(rowOf(html, 'api-button-removed-old'))).toMatch(
      / old removed in 2\.0 Deprecated since 1\.4\.0 Use tone . "red" - $/,
    );
    expect(words(rowOf(html, 'api-button-removed-gone'))).toMatch(/ gone removed in the next release number - $/);
  });

  it('shows the version of an export once, and that of its members only if they are younger', async () => {
    const built = await builtSite();
    const html = await built.read('button/index.html');
    const panel = html.slice(html.indexOf('id="api-panel"'));
    expect(words(panel)).toMatch(/since 1\.7 History in 1\.7, not in 1\.4\.1: added/);
    expect(rowOf(html, 'api-panel-open')).not.toContain('badge');
    expect(words(await built.read('count/index.html'))).toContain('since 1.2');
  });

  it('shows the history of a component in the table of its props type', async () => {
    const html = await (await builtSite()).read('button/index.html');
    expect(words(rowOf(html, 'api-buttonprops-tone'))).toContain('since 1.2');
    expect(html).toContain('id="api-buttonprops-removed-old"');
    expect(html).not.toContain('id="api-buttonprops-title" ');
  });

  it('has short tables with badges only', async () => {
    const html = await (await builtSite()).read('index.html');
    const table = words(html.slice(html.indexOf('class="api"')));
    expect(table).toContain('since 1.2 changed in 2.0');
    expect(table).not.toContain('default was');
  });

  it('offers a filter by version above a long table', async () => {
    const props = Array.from({ length: 16 }, (_, index) => `p${index}?: string`).join('; ');
    const facts: ApiFact[] = [
      { name: 'Long#p1', version: '1.2.0', change: 'added', to: 'string' },
      { name: 'Long#p2', version: '2.0.0', change: 'added', to: 'string' },
    ];
    const names = ['Long', ...Array.from({ length: 15 }, (_, index) => `Long#p${index}`)];
    const built = await (
      await siteWith(textOf({ names: names.filter((name) => !/#p[12]$/.test(name)), facts }), {
        'src/index.tsx': `export const Long = (props: { ${props} }) => <b>{props.p0}</b>;\n`,
        'docs/index.md': '# Home\n\n<API id="Long" />\n',
        'docs/button.md': '# Button\n',
        'docs/count.md': '# Count\n',
      })
    ).build({ cache: false });
    expect(built.text).toBe('');
    const html = await built.read('index.html');
    expect(/<select[^>]*>.*?<\/select>/.exec(html)?.[0].replace(/ data-message="[^"]*"/g, '')).toBe(
      '<select autoComplete="off"><option value="">Any version</option><option value="0">1.2</option><option value="1">2.0</option><option value="2">Next release</option></select>',
    );
    expect([...html.matchAll(/<tr id="api-long-(\w+)"[^>]* data-since="(\d)"/g)].map(([, ...found]) => found)).toEqual([
      ['p1', '0'],
      ['p2', '1'],
      ['p15', '2'],
    ]);
  });

  it('is in the Markdown twin, in the search index and in components.json', async () => {
    const built = await builtSite();
    expect(await built.read('button.md')).toContain('| tone | How loud. Since 1.2. Changed in 2.0. |');
    const index = built.files.find((file) => /^~search\/.*\.json$/.test(file)) ?? '';
    expect(await built.read(index)).toContain('How loud. · 1.2 ·');
    expect(await built.read(index)).toContain('"#api-button-removed-gone","Removed · number"');
    const file = JSON.parse(await built.read('components.json'));
    z.fromJSONSchema(JSON.parse(await built.read('components.schema.json'))).parse(file);
    const button = file.components.find(({ id }: { id: string }) => id === 'Button');
    const prop = (name: string) => button.props.find((one: { name: string }) => one.name === name);
    expect(prop('tone').since).toBe('1.2.0');
    expect(prop('icon').since).toBe('1.4.0');
    expect(prop('brandNew').since).toBe('next');
    expect(prop('loud').deprecatedSince).toBe('2.0.0');
    expect(button.removed).toEqual([
      { name: 'gone', version: 'next', type: 'number' },
      { name: 'old', version: '2.0.0', type: '"red"' },
    ]);
  });
});

describe('a page without a history', () => {
  it('has the same bytes as with `history: false`, and no trace of a history', async () => {
    const [without, off] = await Promise.all([
      createSite({ ...FILES, 'docs/index.md': '# Home\n' }),
      siteWith(textOf(), {
        'docs/index.md': '# Home\n',
        'cascader-docs.config.ts': 'export default { apiParser: { history: false } };\n',
      }),
    ]);
    const [one, other] = [await without.build({ cache: false }), await off.build({ cache: false })];
    expect(one.text + other.text).toBe('');
    for (const page of ['button/index.html', 'count/index.html', 'button.md', 'components.json']) {
      const text = await one.read(page);
      expect(await other.read(page)).toBe(text);
      expect(text).not.toMatch(/api-history|api-past|data-since|api\.since|<select|removed/i);
    }
    expect(await one.read('button/index.html')).toContain('<span class="badge badge-info">1.4.0+</span>');
  });
});

describe('a history that cannot be used', () => {
  it('is reported with its location', async () => {
    const { text, exitCode } = await (await siteWith('{\n "format": 1,,\n}')).build({ cache: false });
    expect(text).toMatch(/docs\/api-history\.json:2:14 - error CD846: docs\/api-history\.json is not valid JSON: /);
    expect(exitCode).toBe(1);
  });

  it('is reported if the configured file does not exist', async () => {
    const config = "export default {\n  apiParser: { history: 'docs/none.json' },\n};\n";
    const { text, exitCode } = await (await siteWith(undefined, { 'cascader-docs.config.ts': config })).build({
      cache: false,
    });
    expect(text).toContain('cascader-docs.config.ts:2:16 - error CD847: The API history docs/none.json does not exist');
    expect(exitCode).toBe(1);
  });

  it('has its contradictory facts ignored, with a warning for each', async () => {
    const facts: ApiFact[] = [
      ...HISTORY.facts,
      { name: 'Button#tone', version: '2.0.0', change: 'added', to: 'string' },
      { name: 'Button#tone', version: '1.9.0', change: 'required' },
    ];
    const built = await (await siteWith(textOf({ facts }))).build({ cache: false });
    expect(built.text).toMatch(
      /api-history\.json:\d+:3 - warning CD848: `Button#tone` is added in 2\.0\.0, but 1\.7\.0 has it, so this entry in `facts` is ignored/,
    );
    expect(built.text).toContain('`Button#tone` has a change in 1.9.0, which `versions` does not list');
    expect(words(rowOf(await built.read('button/index.html'), 'api-button-tone'))).toContain('since 1.2');
  });

  it('is not shown if it belongs to another package', async () => {
    const built = await (await siteWith(textOf({ package: 'other' }), { 'docs/index.md': '# Home\n' })).build({
      cache: false,
    });
    expect(built.text).toContain(
      'docs/api-history.json:1:1 - warning CD848: The API history belongs to the package other, but the site documents kit',
    );
    expect(await built.read('count/index.html')).not.toContain('api.since');
  });
});

it('prefers the version of a tag', async () => {
  const library = LIBRARY.replace('@since 1.4.0', '@since 1.7.0');
  const { text, read } = await (await siteWith(undefined, { 'src/index.tsx': library })).build({ cache: false });
  expect(text).toBe('');
  expect(words(rowOf(await read('button/index.html'), 'api-button-icon'))).toContain('since 1.7');
});

it('is read again by the next build, and by `dev`, when the file is added, changed or removed', async () => {
  const site = await createSite({
    ...FILES,
    'docs/index.md': '# Home\n',
    'node_modules/any/package.json': '{"name": "any", "version": "1.0.0"}',
  });
  const shown = async (): Promise<string> => words(await (await site.build()).read('count/index.html'));
  expect(await shown()).not.toContain('since');
  await site.write({ 'docs/api-history.json': textOf() });
  expect(await shown()).toContain('since 1.2');
  const later = textOf().replace('"name": "count",\n   "version": "1.2.0"', '"name": "count",\n   "version": "1.7.0"');
  await site.write({ 'docs/api-history.json': later });
  expect(await shown()).toContain('since 1.7');
  const dev = await startDev(site.root);
  const page = async (): Promise<string> => words(await (await fetch(`${dev.url}/count`)).text());
  await waitFor(async () => (await page()).includes('since 1.7'));
  await site.write({ 'docs/api-history.json': textOf() });
  await waitFor(async () => (await page()).includes('since 1.2'));
  await fs.rm(path.join(site.root, 'docs/api-history.json'));
  await waitFor(async () => !(await page()).includes('since 1.2'));
  expect(await shown()).not.toContain('since');
  expect(dev.errors).toEqual([]);
});
