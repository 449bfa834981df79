import { beforeAll, describe, expect, it } from 'vitest';
import type { PageData } from '../../src/shared/page-data.ts';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { type RunningDev, startDev, waitFor } from '../helpers/dev-site.ts';

const steps = (name: string): string =>
  `export const steps = [{ name: ${name}, async run({ user }) { await user.press('Enter'); } }];\n`;
let site: TestSite;
let dev: RunningDev;

beforeAll(async () => {
  site = await createSite({
    'docs/index.md': '# Home\n\n<code src="../demos/save.tsx"></code>\n',
    'demos/save.tsx': 'export default () => <button type="button">Save</button>;\n',
    'demos/save.steps.ts': steps("'Opens'"),
  });
  dev = await startDev(site.root);
});

const page = async (): Promise<string> => await (await fetch(`${dev.url}/`)).text();
const pageWith = (text: string): Promise<string> =>
  waitFor(async () => {
    const html = await page();
    return html.includes(text) && html;
  });

describe('steps in dev', () => {
  it('are listed in the page, which names their module and the runner', async () => {
    const html = await page();
    expect(html).toContain('Opens');
    const data = JSON.parse(/id="site:data">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as PageData;
    const { js = '', runner = '' } = data.demos['docs-demo-save']?.steps ?? {};
    expect(await (await fetch(dev.url + js)).text()).toContain('press("Enter")');
    expect((await fetch(dev.url + runner)).status).toBe(200);
  });

  it('follow their file, and report its errors until they are fixed', async () => {
    await site.write({ 'demos/save.steps.ts': steps("'Saves the text'") });
    await pageWith('Saves the text');
    await site.write({ 'demos/save.steps.ts': steps("''") });
    await pageWith('CD450');
    expect(dev.errors).toEqual([]);
    await site.write({ 'demos/save.steps.ts': steps("'Saves it again'") });
    await pageWith('Saves it again');
  });
});
