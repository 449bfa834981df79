import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PageData } from '../../src/shared/page-data.ts';
import { buildSite, type TestBuild } from '../helpers/build-site.ts';
import { STEPS_SITE } from '../helpers/steps-site.ts';

/** The player with its runner, compressed: everything that a press on "Play" loads except the steps themselves. */
const MOST_BYTES = 12 * 1024;

let built: TestBuild;
let page: string;

beforeAll(async () => {
  built = await buildSite(STEPS_SITE);
  expect(built.text).toBe('');
  page = await built.read('index.html');
});

/** Returns the text of HTML. What only assistive technology reads is in braces. */
function textOf(html: string): string {
  return html
    .replace(/<span class="visually-hidden"[^>]*>([^<]*)<\/span>/g, '{$1}')
    .replace(/<\/(?:tr|li|caption)>/g, '\n')
    .replace(/<\/t[hd]>/g, ' | ')
    .replace(/<[^>]+>/g, '')
    .replace(/ +/g, ' ')
    .replace(/ ?\n/g, '\n')
    .trim();
}

const dataOf = (html: string): PageData =>
  JSON.parse(/id="site:data">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as PageData;

describe('a page with steps', () => {
  it('lists their names', () => {
    const [, list = ''] = /<ol class="step-list">(.*?)<\/ol>/s.exec(page) ?? [];
    expect(textOf(list)).toBe(
      'Tab opens the list\nThe arrow key chooses Rome\nThe pointer shows a color Do this step yourself\nA click chooses Oslo',
    );
    expect(page).toMatch(/<summary>.*?Steps<\/span> <span[^>]*>\(4\)<\/span> · <span[^>]*>Keyboard<\/span><\/summary>/);
  });

  it('has a table of the keys of keyboard steps', async () => {
    const [table = '', ...more] = page.match(/<table class="keyboard-table">.*?<\/table>/gs) ?? [];
    expect(textOf(table)).toBe(
      'Keyboard\nKeys | What happens |\nTab | Tab opens the list |\n↓{Down arrow} ×2 | The arrow key chooses Rome |',
    );
    expect(more).toEqual([]);
    const { read, text } = await buildSite({
      'docs/index.md': '# Page\n\n<code src="../demos/one.tsx"></code>\n',
      'demos/one.tsx': `import type { Steps } from 'cascader-docs/steps';
export const steps: Steps = [
  { name: 'All keys', keyboard: true, async run({ user }) {
    await user.tab({ shift: true });
    await user.press('Control+a');
    await user.press(' ');
    await user.press('Escape');
  } },
];
export default () => <p>one</p>;
`,
    });
    expect(text).toBe('');
    expect(textOf(/<tbody>(.*?)<\/tbody>/s.exec(await read('index.html'))?.[1] ?? '')).toBe(
      'Shift + Tab Ctrl + A Space Esc | All keys |',
    );
  });

  it('links their style sheet, and its demos alone do not', async () => {
    expect(page).toMatch(/href="\/assets\/steps-\w+\.css"/);
    expect(await built.read('plain/index.html')).not.toMatch(/assets\/steps-\w+\.css/);
    expect(await built.read('~demos/docs-demo-picker/index.html')).not.toMatch(/assets\/steps-\w+\.css/);
  });

  it('loads at most 12 KB to play them', async () => {
    const { runner = '' } = dataOf(page).demos['docs-demo-picker']?.steps ?? {};
    const code = await built.read(runner.slice(1));
    // Nothing else is loaded.
    expect(code).not.toMatch(/\bimport\b\s*[({"']/);
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(MOST_BYTES);
  });
});

describe('a page without steps', () => {
  it.each(['plain', 'text'])('has the same bytes if other pages of the site have steps: %s', async (name) => {
    const without = await buildSite(
      Object.fromEntries(Object.entries(STEPS_SITE).filter(([file]) => !file.endsWith('.steps.ts'))),
    );
    const filesOf = async ({ read }: TestBuild): Promise<Record<string, string>> => {
      const html = (await read(`${name}/index.html`)).replace(/"buildId":"[^"]*"/, '');
      const urls = [...html.matchAll(/"\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file);
      const hashes = urls.map(async (url) => [url, hashOf(await read(url))]);
      return { html: hashOf(html), ...Object.fromEntries(await Promise.all(hashes)) };
    };
    const files = await filesOf(built);
    expect(files).toEqual(await filesOf(without));
    expect(Object.keys(files).length).toBeGreaterThan(5);
    // The pages with steps differ.
    expect(await without.read('index.html')).not.toContain('Tab opens the list');
  });
});

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
