import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { ask, findDifferences } from '../helpers/dev-answers.ts';
import { type RunningDev, startDev, waitFor } from '../helpers/dev-site.ts';
import { createRepository } from '../helpers/git.ts';

/** The files of a page, each with a given word in it. */
const PARTS: Record<string, (word: string) => string> = {
  'docs/page.md': (word) =>
    `# Page\n\n${word}\n\n<code src="../demos/demo.tsx"></code>\n\n<embed src="./_part.md"></embed>\n`,
  'docs/_part.md': (word) => `Part ${word}\n`,
  'demos/demo.tsx': (word) =>
    `import './demo.less';\nimport { text } from './text';\nexport default () => <p title="${word}">{text}</p>;\n`,
  'demos/text.ts': (word) => `export const text = '${word}';\n`,
};
const LESS = (word: string): string => `@name: ${word};\n.a { content: '@{name}'; }\n`;
const OTHERS = {
  'docs/index.md': '# Home\n',
  'demos/demo.less': "@import './part.less';\n",
  'demos/part.less': LESS('first'),
};

const createPage = (): Promise<TestSite> =>
  createSite({
    ...OTHERS,
    ...Object.fromEntries(Object.entries(PARTS).map(([file, contentOf]) => [file, contentOf('first')])),
  });

async function styles(dev: RunningDev): Promise<string> {
  const { text } = await ask(dev, '/page');
  const hrefs = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => String(href));
  return (await Promise.all(hrefs.map((href) => ask(dev, href)))).map((answer) => answer.text).join('\n');
}

describe('a change while a page is being rendered', () => {
  it('is not lost, 50 times', async () => {
    const site = await createPage();
    const dev = await startDev(site.root);
    await ask(dev, '/page');
    for (let turn = 0; turn < 50; turn++) {
      const [file, contentOf] = Object.entries(PARTS)[turn % 4] as [string, (word: string) => string];
      const [before, after] = [`before-${turn}`, `after-${turn}`];
      await site.write({ [file]: contentOf(before) });
      await delay(turn % 17);
      const pending = ask(dev, '/page');
      await delay(turn % 7);
      await site.write({ [file]: contentOf(after), 'demos/part.less': LESS(after) });
      await pending;
      await waitFor(async () => (await ask(dev, '/page')).text.includes(after));
      await waitFor(async () => (await styles(dev)).includes(after));
    }
    expect(await findDifferences(await site.build(), dev)).toEqual([]);
    expect(dev.errors).toEqual([]);
  });

  it.each([0, 10, 40, 120, 300])('is not lost during the first request of the page, after %i ms', async (time) => {
    const site = await createPage();
    const dev = await startDev(site.root);
    const pending = ask(dev, '/page');
    await delay(time);
    await site.write({
      ...Object.fromEntries(Object.entries(PARTS).map(([file, contentOf]) => [file, contentOf(`second`)])),
      'demos/part.less': LESS('second'),
    });
    await pending;
    await waitFor(async () => !/\bfirst\b/.test((await ask(dev, '/page')).text));
    expect((await ask(dev, '/page')).text).toContain('<p title="second">second</p>');
    await waitFor(async () => (await styles(dev)).includes('second'));
  });

  it('of the configuration results in the page of the new site', async () => {
    const site = await createPage();
    const dev = await startDev(site.root);
    for (let turn = 0; turn < 5; turn++) {
      const title = `Title ${turn}`;
      const pending = Promise.all(['/page', '/', '/nowhere', '/llms-full.txt'].map((address) => ask(dev, address)));
      await site.write({ 'cascader-docs.config.ts': `export default { title: '${title}' };\n` });
      for (const { status } of await pending) expect([200, 404]).toContain(status);
      await waitFor(async () => (await ask(dev, '/page')).text.includes(title));
    }
    expect(dev.diagnostics).toEqual([]);
    expect(dev.errors).toEqual([]);
  });
});

describe('a demo', () => {
  it('that is edited and reverted gets a new script name each time, also after a restart', async () => {
    const site = await createPage();
    const dev = await startDev(site.root);
    const nameOf = async (): Promise<string> => /"js":"([^"]+)"/.exec((await ask(dev, '/page')).text)?.[1] ?? '';
    const names = [await nameOf()];
    const follow = async (change: Record<string, string>): Promise<void> => {
      await site.write(change);
      names.push(await waitFor(async () => !names.includes(await nameOf()) && (await nameOf())));
      expect((await ask(dev, String(names.at(-1)))).status).toBe(200);
    };
    const [first, second] = [PARTS['demos/text.ts']?.('first'), PARTS['demos/text.ts']?.('second')];
    await follow({ 'demos/text.ts': String(second) });
    await follow({ 'demos/text.ts': String(first) });
    await site.write({ 'cascader-docs.config.ts': "export default { title: 'Restarted' };\n" });
    await waitFor(async () => (await ask(dev, '/page')).text.includes('Restarted'));
    expect(await nameOf()).toBe(names.at(-1));
    await follow({ 'demos/text.ts': String(second) });
    await follow({ 'demos/text.ts': String(first) });
    expect(new Set(names).size).toBe(5);
    // Open tabs may still request earlier scripts.
    expect((await ask(dev, String(names.at(-2)))).status).toBe(200);
  });

  it('that ends its process, while or after it is rendered, does not affect other demos', async () => {
    const demo = (label: string, code = ''): string => `${code}\nexport default () => <p>${label}</p>;\n`;
    const late =
      "const { port1, port2 } = new MessageChannel();\nport1.onmessage = () => process.kill(process.pid, 'SIGKILL');\nport2.postMessage(1);\n";
    const site = await createSite({
      'docs/index.md': '# Home\n\n<code src="../demos/one.tsx"></code>\n\n<code src="../demos/two.tsx"></code>\n',
      'demos/one.tsx': demo('one'),
      'demos/two.tsx': demo('two'),
    });
    const dev = await startDev(site.root);
    await ask(dev, '/');
    for (const code of ['process.exit(0);', "process.kill(process.pid, 'SIGKILL');", late]) {
      await site.write({ 'demos/one.tsx': demo('killer', code) });
      await waitFor(async () => (await ask(dev, '/')).text.includes('killer'));
      await site.write({ 'demos/two.tsx': demo(`two ${code.length}`), 'demos/one.tsx': demo('one again') });
      await waitFor(async () => (await ask(dev, '/')).text.includes(`<p>two ${code.length}</p>`));
      await waitFor(async () => (await ask(dev, '/')).text.includes('<p>one again</p>'));
    }
    expect(dev.errors).toEqual([]);
  });
});

describe('a checkout', () => {
  it('that changes 500 pages is one update', async () => {
    const files = (word: string): Record<string, string> =>
      Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`docs/many/page-${i}.md`, `# Page ${i}\n\n${word}\n`]));
    const site = await createSite({ 'docs/index.md': '# Home\n', ...files('one') });
    const { git } = createRepository(site.root);
    git('checkout', '--quiet', '-b', 'other');
    await site.write(files('two'));
    git('commit', '--quiet', '-a', '-m', 'two');
    const dev = await startDev(site.root);
    expect((await ask(dev, '/many/page-7')).text).toContain('<p>two</p>');
    git('checkout', '--quiet', '-');
    await waitFor(async () => (await ask(dev, '/many/page-7')).text.includes('<p>one</p>'));
    await waitFor(() => dev.updates.length > 0);
    expect(dev.updates.map(({ files: changed }) => changed.length)).toEqual([500]);
    expect((await ask(dev, '/many/page-499')).text).toContain('<p>one</p>');
  });
});
