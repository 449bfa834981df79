import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { serveMcp } from 'cascader-docs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Site } from '../../src/node/project/config/types.ts';
import { createAnswers } from '../../src/node/tools/mcp/answers.ts';
import { openBuiltFiles } from '../../src/node/tools/mcp/built-files.ts';
import type { ApiComponent } from '../../src/shared/api.ts';
import { afterFile } from '../helpers/after-file.ts';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { makeFolder, OUTSIDE } from '../helpers/folder.ts';
import { extractApi } from '../helpers/library-types/compiler.ts';
import { startClient } from '../helpers/mcp-client.ts';

/** Enough properties for a hundred questions. */
const PROPS = Array.from(
  { length: 48 },
  (_, index) => `  /** The ${index}th. */\n  part${index}?: 'a${index}' | number;\n`,
);

const SITE = {
  'package.json': '{"name": "my-library", "version": "1.0.0"}',
  'cascader-docs.config.ts': "export default { library: { entry: './src/index.tsx' } };",
  'src/index.tsx': `export interface PanelProps {\n${PROPS.join('')}}
/** Many parts. */
export default function Panel(props: PanelProps) { return <b>{props.part0}</b>; }
/** Loud or quiet. */
export const Button = ({ tone = 'quiet' }: { tone?: 'quiet' | 'loud' }) => <button type="button">{tone}</button>;
`,
  'demos/hello.tsx':
    'import { Button } from \'my-library\';\nexport default function Hello() { return <Button tone="loud" />; }\n',
  'docs/index.md': '# Home\n\n<code src="../demos/hello.tsx"></code>\n',
  // Alphabetical order would put the simplest demo last.
  ...demosOf('docs/usage.md', {
    all: '<Panel part0="a0" part1="a1" part2="a2" />',
    beside: '<><Button tone="quiet" /><Panel part0="a0" part1="a1" /></>',
    few: '<Panel part0="a0" part1="a1" />',
    outside: '<i>marzipan</i>',
    simple: '<Panel part0="a0" />',
  }),
  ...demosOf('docs/panel.md', { odd: '<Panel part0="a0" part1="a1" part2="a2" part3="a3" />' }),
  'docs/guide/start.md': '# Start\n\nA sentence about marzipan.\n',
  'docs/moved.md': '---\nredirectFrom: /former\n---\n\n# Moved\n',
};

let site: TestSite;

beforeAll(async () => {
  site = await createSite(SITE);
  // No page has a property table: the configuration names the library.
  expect((await site.build({ cache: false })).text).toBe('');
});

/** Returns a page with demos of these names, and the files of the demos. */
function demosOf(page: string, demos: Record<string, string>): Record<string, string> {
  const names = Object.keys(demos);
  const tags = names.map((name) => `<code src="../demos/${name}.tsx" title="Demo ${name}"></code>\n\n`);
  const imports = "import Panel, { Button } from 'my-library';\n";
  return {
    [page]: `# Page\n\n${page.includes('panel') ? '<API id="Panel"></API>\n\n' : ''}${tags.join('')}`,
    ...Object.fromEntries(
      names.map((name) => [`demos/${name}.tsx`, `${imports}export default () => ${demos[name]};\n`]),
    ),
  };
}

describe('cascader-docs mcp', () => {
  it('answers a hundred questions as the compiler and the pages do', async () => {
    const client = startClient(['--root', site.root]);
    const { tools } = await client.ask('tools/list', {});
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      'list_components',
      'get_component',
      'get_demo',
      'search',
      'read_page',
      'changes',
      'check_snippet',
      'affected',
      'verify',
      'report',
    ]);
    const { components } = extractApi({
      projectRoot: site.root,
      entry: path.join(site.root, 'src/index.tsx'),
      packageName: 'my-library',
    });
    const listed = await client.json('list_components', {});
    expect(listed).toMatchObject({ package: 'my-library', version: '1.0.0' });
    expect(await client.instructions).toBe('Documentation of my-library 1.0.0.');
    expect(listed.components.map(({ id }: { id: string }) => id)).toEqual(components.map(({ id }) => id));
    const requested = components.flatMap(({ id, props }) => props.map((prop) => ({ id, prop })));
    expect(requested.length).toBeGreaterThan(96);
    for (const { id, prop } of requested) {
      const found: ApiComponent = await client.json('get_component', { id });
      expect(found.props.find(({ name }) => name === prop.name)).toMatchObject(prop);
    }

    const button = await client.json('get_component', { id: 'Button' });
    expect(button.import).toBe("import { Button } from 'my-library';");
    expect((await client.json('get_component', { id: 'Panel' })).import).toBe("import Panel from 'my-library';");
    const demo = await client.json('get_demo', { id: button.demos[0].id });
    expect(demo.files).toEqual([{ name: 'index.tsx', code: SITE['demos/hello.tsx'].trimEnd() }]);
    const { results } = await client.json('search', { query: 'marzipan' });
    expect(results[0]).toMatchObject({
      link: '/guide/start#start',
      title: 'Start',
      text: 'A sentence about marzipan.',
    });
    expect(await client.text('read_page', { path: results[0].link })).toMatch(
      /^<!-- my-library 1\.0\.0 -->\n\n# Start\n\nA sentence/,
    );

    const code = (tone: string): string =>
      `import { Button } from 'my-library';\n\nexport default () => <Button ${tone}="loud" />;\n`;
    expect(await client.text('check_snippet', { code: code('tone') })).toBe('The code has no errors.');
    expect(await client.json('check_snippet', { code: code('tune') })).toMatchObject([
      { line: 3, column: 30, text: '`<Button>` has no prop `tune`' },
    ]);

    const wrong = await client.ask('tools/call', { name: 'get_component', arguments: { id: 'Buton' } });
    expect(wrong).toMatchObject({
      isError: true,
      content: [{ text: 'There is no export `Buton`. Did you mean `Button`?' }],
    });
    for (const address of ['/../../package', '/100%', 'http://[']) {
      const answer = await client.ask('tools/call', { name: 'read_page', arguments: { path: address } });
      expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('There is no page') }] });
    }
    expect(await client.ask('tools/call', { name: 'changes', arguments: { from: '1.0' } })).toMatchObject({
      isError: true,
      content: [{ text: 'This documentation has no API history, so the changes of versions are not known.' }],
    });
    expect(await client.end()).toBe(0);
  });
});

describe('ids and URLs that a tool returns', () => {
  it('work in every tool, with the most relevant demo first', async () => {
    const answers = createAnswers(openBuiltFiles(path.join(site.root, 'dist')), SITE_WITHOUT_TYPES);
    const nameOf = (id: string): string => id.replace(/^.*-demo-/, '');
    const { components } = (await answers.list()) as { components: { id: string }[] };
    for (const { id } of components) {
      const { demos, props } = (await answers.component(id)) as {
        demos: { id: string; url: string }[];
        props: { demos?: string[] }[];
      };
      for (const demo of [...demos.map((one) => one.id), ...props.flatMap((prop) => prop.demos ?? [])])
        expect(await answers.demo(demo)).toMatchObject({ id: demo, files: [{ code: expect.stringContaining('<') }] });
      for (const { url } of demos) expect(await answers.page(url)).toMatch(/^# /m);
      // Demos of the page with the property table are first, followed by demos that show little else.
      if (id === 'Panel')
        expect(demos.map((demo) => nameOf(demo.id))).toEqual(['odd', 'simple', 'few', 'all', 'beside']);
      if (id === 'Button') expect(demos.map((demo) => nameOf(demo.id))).toEqual(['hello', 'beside']);
    }
    const found = (await answers.search('demo')) as { results: { link: string }[] };
    const links = found.results.map(({ link }) => link);
    expect(links.length).toBeGreaterThan(4);
    for (const link of links) expect(await answers.page(link)).toMatch(/^# /m);
    const ids = links.flatMap((link) => /#(docs-.*-demo-.*)/.exec(link)?.[1] ?? []);
    expect(ids.map(nameOf)).toContain('outside');
    for (const id of ids) expect(await answers.demo(id)).toMatchObject({ id });
  });

  it('are reported as unavailable if the site was built without Markdown', async () => {
    const { root, build } = await createSite({
      'docs/index.md': '# Home\n',
      'docs/usage.md': '# Usage\n',
      'cascader-docs.config.ts': 'export default { llms: false };',
    });
    await build({ cache: false });
    const answers = createAnswers(openBuiltFiles(path.join(root, 'dist')), SITE_WITHOUT_TYPES);
    await expect(answers.page('/usage')).rejects.toThrow(
      'This site was built without pages as Markdown: `llms` in its configuration turns them off.',
    );
  });
});

describe('code of an assistant', () => {
  it('is checked as if it imported what it uses, and within limits', async () => {
    const client = startClient(['--root', site.root]);
    const check = (code: string) => client.text('check_snippet', { code });
    const note = "The code has no imports, so it was checked with `import { Button } from 'my-library';`.";
    expect(await check('<Button tone="loud" />')).toBe(`The code has no errors. ${note}`);
    expect(JSON.parse(await check('<Button\n  tune="loud" />'))).toEqual({
      note,
      errors: [expect.objectContaining({ line: 2, column: 3, text: '`<Button>` has no prop `tune`' })],
    });
    expect(await check('const Button = () => <b />;\n<Button tune="own" />')).not.toContain('import {');
    const refused = async (code: string): Promise<string> => {
      const answer = await client.ask('tools/call', { name: 'check_snippet', arguments: { code } });
      const { text } = answer.content[0];
      expect(text).not.toMatch(/\n\s+at |node:internal|\.js:\d/);
      expect(text).not.toContain(site.root);
      return text;
    };
    expect(await refused('{'.repeat(50_000))).toContain('More than 200 brackets are open at once');
    expect(await refused('x'.repeat(50_001))).toContain('longer than 50000 characters');
    await refused('!'.repeat(20_000));
    expect(await check('const a: number = 1;')).toBe('The code has no errors.');
    // The address of a moved page, and the short id of a demo.
    expect(await client.text('read_page', { path: '/former' })).toMatch(
      /^This page has moved to \/moved\.[\s\S]*# Moved/,
    );
    expect(await client.json('get_demo', { id: 'simple' })).toMatchObject({ id: 'docs-usage-demo-simple' });
    expect(await client.end()).toBe(0);
  });
});

describe('a missing requirement', () => {
  it('is reported with a fix', async () => {
    const folder = makeFolder('mcp', OUTSIDE);
    await expect(serveMcp({ root: folder })).rejects.toMatchObject({
      diagnostics: [{ code: 'CD821', notes: ['Install it: `npm install --save-dev @modelcontextprotocol/server`.'] }],
    });
    await expect(openBuiltFiles(folder).readJson('components.json')).rejects.toMatchObject({
      diagnostics: [{ code: 'CD820', text: `There is no components.json in ${folder}` }],
    });
  });
});

describe('a site on another host', () => {
  it('is untrusted: altered files, and redirects to other sites, are reported', async () => {
    const requested: string[] = [];
    const secret = await serve((url) => {
      requested.push(url);
      return [200, '{"components": [], "demos": []}'];
    });
    const host = await serve((url) => {
      if (url.startsWith('/away/')) return [302, secret + url];
      if (url === '/here/components.json') return [302, '/built/components.json'];
      if (url.startsWith('/round/')) return [302, url];
      if (url === '/built/components.json') return [200, '{"components": [], "demos": []}'];
      if (url === '/app/components.json') return [200, '<!doctype html>'];
      if (url === '/other/components.json') return [200, '{"components": 5}'];
      return [404, ''];
    });
    const list = (place: string) => createAnswers(openBuiltFiles(place), SITE_WITHOUT_TYPES).list();
    expect(await list(`${host}/built`)).toEqual({ package: undefined, components: [] });
    expect(await list(`${host}/here`)).toEqual({ package: undefined, components: [] });
    await expect(list(`${host}/none`)).rejects.toThrow(`There is no components.json in ${host}/none`);
    await expect(list(`${host}/away`)).rejects.toThrow(`redirects to another host, ${new URL(secret).host}`);
    expect(requested).toEqual([]);
    await expect(list(`${host}/round`)).rejects.toThrow('it redirects more than 20 times');
    await expect(list(`${host}/app`)).rejects.toThrow(`The components.json in ${host}/app was not written by a build`);
    await expect(list(`${host}/other`)).rejects.toThrow(
      `The components.json in ${host}/other was not written by a build`,
    );
    await expect(list('http://127.0.0.1:1')).rejects.toThrow(
      'components.json cannot be read from http://127.0.0.1:1: ',
    );
    // A URL from an assistant cannot leave the site either.
    const { read } = openBuiltFiles(`${host}/built`);
    for (const address of ['../secret.md', `${secret}/a.md`, '//127.0.0.1/a.md', 'file:///etc/hosts', 'a:b.md'])
      expect(await read(address)).toBeUndefined();
  });
});

/** Types are disabled, so no code is checked. */
const SITE_WITHOUT_TYPES = {
  root: OUTSIDE,
  packageJson: { dir: OUTSIDE },
  config: { base: '/', locales: [{ id: 'en' }], apiParser: false },
} as unknown as Site;

/** Serves the status, and the text or the redirect target, that a function returns for a URL. */
async function serve(answer: (url: string) => [status: number, text: string]): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const [status, text] = answer(url);
    response.writeHead(status, status === 302 ? { location: text } : {}).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
