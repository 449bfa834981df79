import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { acceptNewest, type CheckOptions, type CheckResult, check, type Finding } from 'cascader-docs';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chromiumOptions } from '../helpers/browser-setup.ts';
import { createSite, listFiles, type TestSite } from '../helpers/build-site.ts';

// The number has more or fewer digits each time, so it must not take part in the layout.
const box = `import { useState } from 'react';
import './box.css';
export default function Demo() {
  const [isOpen, setOpen] = useState(false);
  const now = new Date();
  return (
    <div>
      <button type="button" onClick={() => setTimeout(() => setOpen(true), 50)}>Open</button>
      <p>{now.getFullYear()} {Math.random()} <span className="seconds" style={{ position: 'absolute' }}>{performance.now()}</span></p>
      {isOpen && <div className="box" role="note">Text</div>}
    </div>
  );
}
`;
const header = '/**\n * screenshots:\n *   mask: .seconds\n */\n';
const steps = `import type { Steps } from 'cascader-docs/steps';
export const steps: Steps = [
  { name: 'Opens', async run({ user, find, expect, state }) {
    await user.click(find('button'));
    await expect(find('note')).toBeVisible();
    await state('open');
  } },
];
`;
const plain = (text: string): string => `export default function Demo() {\n  return <p>${text}</p>;\n}\n`;

let site: TestSite;
let folder: string;
const run = (options: Partial<CheckOptions> = {}): Promise<CheckResult> =>
  check({ root: site.root, screenshots: true, against: folder, ...options });
const counts = ({ screenshots }: CheckResult) => {
  const { changed, added, removed, unchanged, unstable } = screenshots ?? {};
  return { changed, added, removed, unchanged, unstable };
};
const findingsOf = ({ demos }: CheckResult): Finding[] =>
  demos.flatMap(({ findings }) => findings.filter(({ place }) => place === 'screenshots'));

beforeAll(async () => {
  // Screenshots are only equal with the flags of a browser that `check` starts.
  vi.stubEnv('CHROME_PATH', (await chromiumOptions({ isWhole: false })).executablePath);
  site = await createSite({
    'cascader-docs.config.ts': 'export default { screenshots: { widths: [600, 300] } };\n',
    'docs/index.md':
      '# Home\n\n<code src="../demos/box.tsx" inline></code>\n\n<code src="../demos/plain.tsx" inline></code>\n\n<code src="../demos/none.tsx" inline></code>\n',
    'demos/box.tsx': header + box,
    'demos/box.css': '.box { width: 100px; height: 20px; background: #ddd; color: #111; outline: 3px solid #06c; }\n',
    'demos/box.steps.ts': steps,
    'demos/plain.tsx': plain('Plain'),
    'demos/none.tsx': `/**\n * screenshots: false\n */\n${plain('None')}`,
  });
  folder = path.join(site.root, 'screenshots');
});

afterAll(() => void vi.unstubAllEnvs());

describe('check --screenshots', () => {
  it('lists every state as added at first, and accepts all', async () => {
    const first = await run({ against: folder });
    expect(findingsOf(first)).toEqual([]);
    // Two demos, one of them with a named state; two widths and two colors.
    expect(counts(first)).toEqual({ changed: 0, added: 12, removed: 0, unchanged: 0, unstable: 0 });
    expect(await acceptNewest({ root: site.root })).toEqual({ count: 12, folder });
    const files = await listFiles(folder);
    expect(files.filter((file) => file.endsWith('.png'))).toHaveLength(12);
    expect(files.some((file) => file.includes('none'))).toBe(false);
  });

  it('finds nothing in screenshots that are taken again', async () => {
    const again = await run();
    expect(findingsOf(again)).toEqual([]);
    expect(counts(again)).toEqual({ changed: 0, added: 0, removed: 0, unchanged: 12, unstable: 0 });
  });

  it('finds one pixel of color in the state that has it, and accepts single screenshots', async () => {
    await site.write({
      'demos/box.css':
        '.box { width: 100px; height: 20px; background: #dcdddd; color: #111; outline: 3px solid #06c; }\n',
    });
    const changed = await run();
    expect(counts(changed)).toMatchObject({ changed: 4, unchanged: 8 });
    expect(findingsOf(changed)).toMatchObject([{ rule: 'screenshot', message: '4 screenshots have changed' }]);
    expect(findingsOf(changed)[0]?.details).toMatch(/^state `open`, \w+, \d+ px: \d+ pixels/);
    const html = await fs.readFile(changed.screenshots?.review ?? '', 'utf8');
    const [, json = '[]'] = /<script[^>]*id="review-data"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
    const [entry] = JSON.parse(json) as { demo: string; state: string; width: number; color: string; digest: string }[];
    const { demo, state, width, color, digest } = entry as NonNullable<typeof entry>;
    await site.write({ 'accepted.json': JSON.stringify([{ demo, state, width, color, digest }]) });
    const accepted = await acceptNewest({ root: site.root, list: path.join(site.root, 'accepted.json') });
    expect(accepted.count).toBe(1);
    expect(counts(await run())).toMatchObject({ changed: 3, unchanged: 9 });
  });

  it('compares only the demos that are checked, and accepts only their screenshots', async () => {
    const some = await run({ demos: ['demo-box'] });
    expect(counts(some)).toEqual({ changed: 3, added: 0, removed: 0, unchanged: 5, unstable: 0 });
    await acceptNewest({ root: site.root });
    expect((await listFiles(folder)).filter((file) => file.endsWith('.png'))).toHaveLength(12);
    expect(counts(await run())).toMatchObject({ changed: 0, removed: 0, unchanged: 12 });
  });

  it('fails for screenshots of another environment, and names the difference', async () => {
    const file = path.join(folder, 'set.json');
    const text = await fs.readFile(file, 'utf8');
    await fs.writeFile(file, text.replace(/"browser":"[^"]*"/, '"browser":"1.0"'));
    const other = run();
    await expect(other).rejects.toMatchObject({
      exitCode: 2,
      diagnostics: [
        { code: 'CD176', severity: 'error', text: expect.stringMatching(/the browser is \S+ instead of 1\.0/) },
      ],
    });
    await fs.writeFile(file, text);
  });

  it('are refused in Firefox', async () => {
    const refused = run({ browser: 'firefox' });
    await expect(refused).rejects.toMatchObject({ exitCode: 2, diagnostics: [{ code: 'CD177' }] });
  });

  it('reports screenshots that differ each time, with both', async () => {
    await site.write({
      'demos/plain.tsx': `import { useEffect, useState } from 'react';
export default function Demo() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCount(performance.now()), 5);
    return () => clearInterval(timer);
  }, []);
  return <p>{count}</p>;
}
`,
    });
    const unstable = await run({ demos: ['demo-plain'] });
    const finding = findingsOf(unstable).find(({ rule }) => rule === 'unstable-screenshot');
    expect(finding?.message).toMatch(/^Two screenshots of the initial state differ/);
    const [, first = ''] = /The screenshots are (\S+-1\.png)/.exec(finding?.details ?? '') ?? [];
    expect((await fs.readFile(first)).subarray(1, 4).toString()).toBe('PNG');
    await site.write({ 'demos/plain.tsx': plain('Plain') });
  });

  it('compares with a commit, and goes on if its site cannot be built', async () => {
    const git = (...args: string[]): string => execFileSync('git', args, { cwd: site.root, encoding: 'utf8' });
    await site.write({ '.gitignore': 'node_modules\ndist\nscreenshots\n' });
    git('init', '-q', '-b', 'main');
    git('config', 'user.email', 'a@example.org');
    git('config', 'user.name', 'A');
    git('add', '.');
    git('commit', '-qm', 'one');
    await site.write({ 'demos/plain.tsx': plain('Changed') });
    const compared = await run({ against: 'main' });
    expect(counts(compared)).toEqual({ changed: 4, added: 0, removed: 0, unchanged: 8, unstable: 0 });
    await site.write({ 'docs/index.md': '# Home\n\n[broken](./none.md)\n' });
    git('add', '.');
    git('commit', '-qm', 'broken');
    await site.write({ 'docs/index.md': '# Home\n\n<code src="../demos/plain.tsx"></code>\n' });
    const failed = await run({ against: 'HEAD' });
    expect(failed.screenshots).toBeUndefined();
    expect(failed.others).toMatchObject([{ subject: 'screenshots', findings: [{ rule: 'no-screenshot' }] }]);
    expect(failed.others[0]?.findings[0]?.message).toContain('docs/index.md');
    expect(failed.demos).toHaveLength(1);
  });
});

describe('hostile names', () => {
  const MARKUP = '</script><img src=x onerror="window.isHacked = true">';
  const STATES = ['../../../../out', 'con', 'CON.', MARKUP, 'x'.repeat(500)];
  const hostileSteps = `import type { Steps } from 'cascader-docs/steps';
export const steps: Steps = [
  { name: 'Shows', async run({ state }) {
    for (const name of ${JSON.stringify(STATES)}) await state(name);
  } },
];
`;
  let hostile: TestSite;
  const code = (file: string): string => `<code src="../demos/${file}.tsx" inline></code>\n\n`;

  beforeAll(async () => {
    const files = ['con', `${'long-'.repeat(40)}name`, '__proto__'];
    hostile = await createSite({
      'cascader-docs.config.ts': `export default {
  title: ${JSON.stringify(MARKUP)},
  screenshots: { widths: [300] },
  locales: [{ id: 'en', name: 'English' }, { id: 'de', name: ${JSON.stringify(MARKUP)} }],
};
`,
      'docs/index.md': `# Home\n\n${files.map((file) => code(file)).join('')}`,
      'docs/index.de.md': `# Deutsch\n\n${code('con')}`,
      ...Object.fromEntries(
        files.map((file) => [`demos/${file}.tsx`, `/**\n * title: ${JSON.stringify(MARKUP)}\n */\n${plain('Text')}`]),
      ),
      'demos/con.steps.ts': hostileSteps,
    });
  });

  it('stay in the folder of screenshots, and are text in the review', async () => {
    const baseline = path.join(hostile.root, 'screenshots');
    const outside = async (): Promise<string[]> =>
      (await fs.readdir(path.dirname(hostile.root)))
        .concat(await fs.readdir(hostile.root))
        .filter((name) => /out|passwd/.test(name));
    const before = await outside();
    const options = { root: hostile.root, screenshots: true, against: baseline } as const;
    const { screenshots, demos } = await check(options);
    expect(screenshots?.added).toBe(2 * (3 + STATES.length));
    await acceptNewest({ root: hostile.root });
    const files = (await listFiles(baseline)).filter((file) => file !== 'set.json');
    expect(files.filter((file) => !/^screenshots\/[a-z0-9~_-]{1,200}\.png$/.test(file))).toEqual([]);
    expect(files.filter((file) => /^screenshots\/(?:con|aux|nul)\./.test(file))).toEqual([]);
    expect(await outside()).toEqual(before);
    expect(demos.flatMap(({ findings }) => findings).filter(({ rule }) => rule === 'no-screenshot')).toEqual([]);

    const browser = await chromium.launch(await chromiumOptions({ isWhole: false }));
    const page = await browser.newPage();
    await page.goto(`file://${screenshots?.review}`);
    await page.getByText('onerror').first().waitFor();
    expect(await page.evaluate(() => 'isHacked' in window)).toBe(false);
    expect(await page.locator('img[onerror]').count()).toBe(0);
    await browser.close();
  });
});
