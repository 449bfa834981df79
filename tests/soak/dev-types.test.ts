import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';

const tool = path.resolve(import.meta.dirname, '../../lib/index.js');
const FILES = {
  'src/index.tsx': '',
  'docs/index.md': '# Home\n\n<API id="Button" />\n',
};

it('has no stale table after 1,000 edits of the library, and leaks no memory', async () => {
  const site = await createSite(FILES);
  const script = `
    import fs from 'node:fs';
    import { createDevServer } from ${JSON.stringify(tool)};
    const edit = (i) => fs.writeFileSync('src/index.tsx', \`
      import * as React from 'react';
      export interface ButtonProps<Item = number, Many extends boolean = false> extends React.HTMLAttributes<HTMLElement> {
        /** Words \${i}. */
        tone?: 'quiet' | 'loud\${i}';
        value?: false extends Many ? Item : Item[];
        prop\${i % 7}?: string;
      }
      export function Button<Item = number, Many extends boolean = false>(props: ButtonProps<Item, Many>) { return <b>{String(props.many)}</b>; }
    \`);
    edit(0);
    const server = await createDevServer({ root: '.', port: 0, onError: (error) => console.error(error) });
    const ask = async () => (await fetch(server.urls[0])).text();
    const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));
    const shows = (html, i) => html.includes('Words ' + i + '.') && html.includes('loud' + i) && html.includes('>prop' + (i % 7) + '<');
    const until = async (i) => {
      for (let html = await ask(); !shows(html, i); html = await ask()) await sleep(10);
    };
    const turn = async (from, to) => {
      for (let i = from; i < to; i++) {
        edit(i);
        // Of five, one is waited for; the others come while types are read.
        if (i % 5 === 4) await until(i);
        else await sleep(10);
      }
      await until(to - 1);
    };
    const compiler = () => {
      const pids = fs.readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').split(/\\s+/).filter(Boolean);
      const tasks = fs.readdirSync('/proc/self/task').flatMap((task) => {
        try {
          return fs.readFileSync('/proc/self/task/' + task + '/children', 'utf8').split(/\\s+/).filter(Boolean);
        } catch {
          return [];
        }
      });
      return [...new Set([...pids, ...tasks])].flatMap((pid) => {
        const isCompiler = fs.readFileSync('/proc/' + pid + '/cmdline', 'utf8').includes('--api');
        const rss = /VmRSS:\\s+(\\d+)/.exec(fs.readFileSync('/proc/' + pid + '/status', 'utf8'));
        return isCompiler ? [Number(rss?.[1] ?? 0) * 1024] : [];
      });
    };
    const measure = async () => {
      for (let i = 0; i < 5; i++) {
        await sleep(50);
        gc();
      }
      const { heapUsed, rss } = process.memoryUsage();
      return { heap: heapUsed, rss, compilers: compiler(), files: fs.readdirSync('/proc/self/fd').length };
    };
    await turn(0, 200);
    const before = await measure();
    await turn(200, 1200);
    const after = await measure();
    console.log(JSON.stringify({ before, after }));
    await server.close();
  `;
  const args = ['--expose-gc', '--input-type=module', '--eval', script];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: site.root, timeout: 550_000 });
  expect(stderr).toBe('');
  const { before, after } = JSON.parse(stdout);
  expect(after.compilers).toHaveLength(1);
  expect((after.compilers[0] - before.compilers[0]) / 2 ** 20).toBeLessThan(60);
  expect(Math.abs(after.files - before.files)).toBeLessThanOrEqual(5);
  expect((after.heap - before.heap) / 2 ** 20).toBeLessThan(30);
  expect((after.rss - before.rss) / 2 ** 20).toBeLessThan(120);
}, 560_000);
