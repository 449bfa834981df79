import fs from 'node:fs/promises';
import path from 'node:path';
import { type ContractChange, type ReportResult, report } from 'cascader-docs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { chromiumOptions } from '../helpers/browser-setup.ts';
import { createSite, listFiles, type TestSite } from '../helpers/build-site.ts';
import { makeFolder } from '../helpers/folder.ts';
import { createRepository, type TestRepository } from '../helpers/git.ts';

/** Several reports, each with a checkout, a build and a browser. */
const LONG = 600_000;

/** Each demo before the change, and after it. */
const DEMOS: Record<string, [before: string, after?: string]> = {
  parts: [
    `export default () => (
  <>
    <div>Links</div>
    <button type="button">Save</button>
    <p data-tone="soft">Text</p>
    <ul><li>One</li></ul>
  </>
);
`,
    `console.error('Spoken');
export default () => (
  <>
    <nav>Links</nav>
    <button type="button">Store</button>
    <p data-look="soft">Text<input type="text" /></p>
    <div><ul><li>One</li></ul></div>
  </>
);
`,
  ],
  steps: [
    "import { useState } from 'react';\nimport { Toggle } from 'library';\nexport default () => <Toggle isOpen={useState(false)} />;\n",
  ],
  same: [
    "import { useId } from 'react';\nexport default () => { const id = useId(); return <p><label htmlFor={id}>Field</label><input id={id} aria-describedby={id + '-a'} data-key={Math.random()} defaultValue={Date.now()} /></p>; };\n",
  ],
  clock: [
    'export default () => <p title={String(performance.now())}>Text</p>;\n',
    'export default () => <p title={String(performance.now())}>Text</p>; // 2\n',
  ],
};

const LIBRARY = `import './index.css';
export interface ToggleProps {
  isOpen: [boolean, (value: boolean) => void];
  /** Its label. */
  label?: string;
}
export function Toggle({ isOpen: [isOpen, setOpen] }: ToggleProps) {
  return (
    <div data-state={isOpen ? 'open' : 'closed'}>
      <button type="button" onClick={() => setOpen(true)}>Open</button>
      <button type="button">Help</button>
      {isOpen && <section aria-label="Details">Text</section>}
    </div>
  );
}
`;

let site: TestSite;
let result: ReportResult;
let git: TestRepository['git'];

beforeAll(async () => {
  vi.stubEnv('CHROME_PATH', (await chromiumOptions({ isWhole: false })).executablePath);
  site = await createSite({
    'package.json': '{"name": "library", "version": "1.0.0"}',
    'cascader-docs.config.ts': `export default {
      budgets: { firstView: { home: 1 }, imports: { Toggle: 0.1 } },
      locales: [{ id: 'en', name: 'English' }, { id: 'de', name: 'Deutsch' }],
    };\n`,
    '.gitignore': 'node_modules\ndist\n',
    'src/index.tsx': LIBRARY,
    ...Object.fromEntries(Object.entries(DEMOS).map(([name, [text]]) => [`demos/${name}.tsx`, text])),
    'src/index.css': ':root { --gone: 1px; --color: teal; }\nsection { color: var(--color); }\n',
    'demos/steps.steps.ts': `export const steps = [
      { name: 'Opens', async run({ user, find, expect, state }) {
        await user.click(find('button', 'Open'));
        await expect(find('region', 'Details')).toBeVisible();
        await state('open');
      } },
    ];\n`,
    'docs/index.de.md': '# Start\n',
    'docs/index.md': `# Home\n\n## Moved\n\n${Object.keys(DEMOS)
      .map((name) => `<code src="../demos/${name}.tsx"></code>\n`)
      .join('\n')}`,
  });
  ({ git } = createRepository(site.root));
  git('branch', '-M', 'main');
  await site.write({
    ...Object.fromEntries(
      Object.entries(DEMOS).flatMap(([name, [, after]]) => (after === undefined ? [] : [[`demos/${name}.tsx`, after]])),
    ),
    'src/index.css': ':root { --color: teal; --more: 1px; }\nsection { color: var(--color); margin: var(--more); }\n',
    'src/index.tsx': LIBRARY.replace("'open' : 'closed'", "'open' : undefined")
      .replace('>Help', ' tabIndex={-1}>Help')
      .replace(/ {2}\/\*\*.*\n.*label\?.*\n/, ''),
    'docs/index.md': (await fs.readFile(path.join(site.root, 'docs/index.md'), 'utf8')).replace('Moved', 'Elsewhere'),
  });
  result = await report({ ...OPTIONS(), out: makeFolder('report-whole') });
}, LONG);

const OPTIONS = () => ({ root: site.root, against: 'main', screenshots: true });

afterAll(() => void vi.unstubAllEnvs());

const lines = (changes: ContractChange[]) =>
  changes.map(({ section, change, text, where }) => {
    const places = where.map((place) => place.replace('docs-demo-', ''));
    return `${section}: ${change} ${text} in ${places.join(', ')}`.replace('  ', ' ');
  });

it('finds what each change does to those who use a demo, and nothing else', () => {
  expect(lines(result.contract)).toMatchInlineSnapshot(`
    [
      "console: added console-error: Spoken in parts",
      "accessibility: added axe/label div > p > input in parts",
      "roles: added button "Store" in parts",
      "roles: added navigation: Links in parts",
      "roles: added paragraph in parts",
      "roles: added paragraph > text: Text in parts",
      "roles: added paragraph > textbox in parts",
      "roles: removed button "Save" in parts",
      "roles: removed paragraph: Text in parts",
      "roles: removed text: Links in parts",
      "focus: added input "" in parts",
      "focus: removed button "Help" in steps, steps · open",
      "attributes: added p[data-look="soft"] in parts",
      "attributes: removed div[data-state="closed"] in steps",
      "attributes: removed p[data-tone="soft"] in parts",
      "elements: added div > button[tabindex="-1"][type="button"] in steps, steps · open",
      "elements: added div > ul in parts",
      "elements: added nav in parts",
      "elements: added p > input[type="text"] in parts",
      "elements: number div > button[type="button"] in steps, steps · open",
      "elements: removed ul in parts",
      "reads: added --more in steps · open",
      "defines: added --more in steps, steps · open",
      "defines: removed --gone in steps, steps · open",
    ]
  `);
});

it('reports apart what differs each time', () => {
  expect(new Set(result.unstable.flatMap(({ where }) => where))).toEqual(new Set(['docs-demo-clock']));
});

it(
  'compares the screenshots of the opened demos, also if shards are merged',
  async () => {
    const [one = '', two = '', merged = ''] = ['one', 'two', 'merged'].map((name) => makeFolder(`report-${name}`));
    const { screenshots = [], folder: whole } = result;
    const kinds = new Map(
      screenshots.map(({ demo, state, kind }) => [`${demo.replace('docs-demo-', '')} ${state}`, kind]),
    );
    expect(Object.fromEntries(kinds)).toMatchObject({
      ...{ 'parts ': 'changed', 'steps ': 'unchanged', 'steps open': 'changed' },
    });
    await report({ ...OPTIONS(), shard: { index: 1, count: 2 }, out: one });
    await report({ ...OPTIONS(), shard: { index: 2, count: 2 }, out: two });
    await report({ ...OPTIONS(), merge: [two, one], out: merged });
    const dataIn = async (folder: string) => {
      // What differs each time differs in each run, and so do its sizes.
      const {
        unstable: _,
        firstViews: __,
        pages: ___,
        ...data
      } = JSON.parse(await fs.readFile(path.join(folder, 'report.json'), 'utf8'));
      return data;
    };
    expect(await dataIn(merged)).toEqual(await dataIn(whole));
    expect(await listFiles(path.join(merged, 'review'))).toEqual(await listFiles(path.join(whole, 'review')));
  },
  LONG,
);

it('compares the API, anchors and pages, and writes a verdict', async () => {
  expect(result.api?.facts).toMatchObject([{ name: 'Toggle#label', change: 'removed', isBreaking: true }]);
  expect(result.pages.lost.map(({ text }) => text)).toEqual(['The anchor /#moved was published, but no longer exists']);
  expect(result.pages.changed.map(({ route }) => route)).toEqual(['/']);
  // It changes by less than 100 bytes.
  expect(result.imports).toEqual([]);
  expect(result.firstViews).toMatchObject([
    { type: 'demo', route: '/' },
    { type: 'text', route: '/de' },
  ]);
  expect(result.overBudget).toMatchObject([{ of: 'import', name: 'Toggle', budget: 100 }]);
  expect(result.outdated).toEqual([{ original: 'docs/index.md', translation: 'docs/index.de.md' }]);
  expect(result).toMatchObject({ needsAttention: true, notComparable: [] });
  const names = await fs.readdir(result.folder);
  expect(names.sort()).toEqual(['index.html', 'report.json', 'report.md', 'review']);
  expect((await fs.readFile(path.join(result.folder, 'report.md'), 'utf8')).split('\n')[0]).toMatch(
    /^\*\*✖ Needs attention: 1 breaking in the API, \d+ changes in demos, \d+ changed screenshots, 1 lost URL, 1 over budget\*\*$/,
  );
});

it('opens what the change can reach, and with all demos finds nothing in the same state', async () => {
  expect(result.demos).toEqual({ opened: 3, all: 4, added: [], removed: [] });
  git('checkout', '--quiet', '--', '.');
  const same = await report({ root: site.root, against: 'main', all: true });
  expect(same).toMatchObject({ needsAttention: false, contract: [], imports: [], pages: { changed: [], lost: [] } });
  expect(same.demos.opened).toBe(4);
  expect(new Set(same.unstable.flatMap(({ where }) => where))).toEqual(new Set(['docs-demo-clock']));
});
