import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { waitFor } from '../helpers/dev-site.ts';

const tool = path.resolve(import.meta.dirname, '../../lib/index.js');
const FILES = {
  'docs/index.md': '# Home\n',
  'docs/page.md': '# Page\n\nText 0.\n\n<code src="../demos/demo.tsx"></code>\n',
  'docs/live.mdx': '# Live\n\nText 0.\n',
  'demos/demo.tsx': "import './demo.less';\nexport default () => <p>demo 0</p>;\n",
  'demos/demo.less': "@import './part.less';\n",
  'demos/part.less': '.a { order: 0; }\n',
  'theme.tsx': "import theme from 'cascader-docs/theme';\nexport default { ...theme };\n",
  'cascader-docs.config.ts': "export default { theme: './theme.tsx' };\n",
};

/** Runs a script in its own process. The script can use `server`, `site` (its URL), `write` and `ask`. */
async function run(root: string, script: string): Promise<string> {
  const code = `
    import fs from 'node:fs';
    import { createDevServer } from ${JSON.stringify(tool)};
    const server = await createDevServer({ root: '.', port: 0, onError: (error) => console.error(error) });
    const site = server.urls[0];
    const write = (file, text) => fs.writeFileSync(file, text);
    const ask = async (path) => (await fetch(site + path)).text();
    const until = async (look) => {
      while (!(await look())) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    ${script}
  `;
  const args = ['--expose-gc', '--input-type=module', '--eval', code];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root, timeout: 150_000 });
  expect(stderr).toBe('');
  return stdout;
}

describe('a day of work', () => {
  it('of 1,000 edits ends with the last edit, and leaks neither memory nor file descriptors', async () => {
    const site = await createSite(FILES);
    const output = await run(
      site.root,
      `
      const edits = [
        [6, 'docs/page.md', 'page', (i) => '# Page\\n\\nText ' + i + '.\\n\\n<code src="../demos/demo.tsx"></code>\\n', (i) => 'Text ' + i + '.'],
        [1, 'docs/live.mdx', 'live', (i) => '# Live\\n\\nText ' + i + '.\\n', (i) => 'Text ' + i + '.'],
        [1, 'docs/index.md', '', (i) => '---\\ntitle: Title ' + i + '\\n---\\n\\n# Home\\n', (i) => '<title>Title ' + i],
        [1, 'demos/demo.tsx', 'page', (i) => "import './demo.less';\\nexport default () => <p>demo " + i + '</p>;\\n', (i) => '<p>demo ' + i],
        [1, 'demos/part.less', 'page', (i) => '.a { order: ' + i + '; }\\n'],
      ].flatMap(([times, ...edit]) => Array.from({ length: times }, () => edit));
      const turn = async (from, to) => {
        for (let i = from; i < to; i++) {
          const [file, page, contentOf, wordsOf] = edits[i % edits.length];
          write(file, contentOf(i));
          // Of ten, one is waited for; the others come while pages are made.
          if (wordsOf && i % 10 < 9) void ask(page);
          if (i % 10 === 8) await until(async () => (await ask(page)).includes(wordsOf(i)));
          await new Promise((resolve) => setTimeout(resolve, 15));
        }
      };
      const measure = async () => {
        for (let i = 0; i < 5; i++) {
          await new Promise((resolve) => setTimeout(resolve, 50));
          gc();
        }
        return { heap: process.memoryUsage().heapUsed, rss: process.memoryUsage().rss, files: fs.readdirSync('/proc/self/fd').length };
      };
      for (const page of ['', 'page', 'live']) await ask(page);
      await turn(0, 300);
      const before = await measure();
      await turn(300, 1300);
      const after = await measure();
      await until(async () => (await ask('page')).includes('Text 1295.') && (await ask('page')).includes('<p>demo 1298'));
      const styles = /<link rel="stylesheet" href="\\/([^"]+demo[^"]+)"/.exec(await ask('page'))[1];
      console.log(JSON.stringify({ before, after, styles: await ask(styles) }));
      await server.close();
      `,
    );
    const { before, after, styles } = JSON.parse(output);
    expect(styles).toContain('order: 1299');
    expect(Math.abs(after.files - before.files)).toBeLessThanOrEqual(5);
    expect((after.heap - before.heap) / 2 ** 20).toBeLessThan(30);
    expect((after.rss - before.rss) / 2 ** 20).toBeLessThan(120);
  }, 180_000);
});

describe('a closed server', () => {
  it('leaves nothing that keeps the process alive, and no child process', async () => {
    const site = await createSite(FILES);
    const output = await run(
      site.root,
      `
      for (const page of ['', 'page', 'live', '~demos/page-demo-demo', 'llms-full.txt']) await ask(page);
      write('docs/page.md', '# Page\\n\\nText 1.\\n\\n<code src="../demos/demo.tsx"></code>\\n');
      await until(async () => (await ask('page')).includes('Text 1.'));
      write('cascader-docs.config.ts', 'export default { title: "Restarted" };');
      await until(async () => (await ask('page')).includes('Restarted'));
      console.log(fs.readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8'));
      // What is under way is given up.
      void ask('live').catch(() => undefined);
      write('demos/demo.tsx', 'export default () => <p>last</p>;');
      await server.close();
      `,
    );
    const children = output.split(/\s+/).filter(Boolean);
    expect(children.length).toBeGreaterThan(0);
    const isAlive = (pid: string): Promise<boolean> =>
      fs.readFile(`/proc/${pid}/cmdline`, 'utf8').then(
        (line) => /esbuild|demo-worker/.test(line),
        () => false,
      );
    await waitFor(async () => !(await Promise.all(children.map(isAlive))).includes(true));
  });
});
