import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { ask, findDifferences } from '../helpers/dev-answers.ts';
import { type RunningDev, startDev, waitFor } from '../helpers/dev-site.ts';
import { createRepository } from '../helpers/git.ts';

const FIRST = '# Page\n\nFirst words.\n';
const DATE = '"lastUpdated":"';

async function isDated(dev: RunningDev): Promise<boolean> {
  return (await ask(dev, '/page')).text.includes(DATE);
}

describe('the date of a page', () => {
  it('disappears with an edit, and is back when the edit is undone or committed, as in a build', async () => {
    const site = await createSite({
      'docs/index.md': '# Home\n',
      'docs/page.md': FIRST,
      'cascader-docs.config.ts': "export default { sitemap: { hostname: 'https://docs.test' } };\n",
    });
    const { git } = createRepository(site.root);
    const dev = await startDev(site.root);
    const isSame = async (): Promise<void> =>
      expect(await findDifferences(await site.build({ cache: false }), dev)).toEqual([]);
    expect(await isDated(dev)).toBe(true);

    await site.write({ 'docs/page.md': '# Page\n\nOther words.\n' });
    await waitFor(async () => (await ask(dev, '/page')).text.includes('Other words'));
    expect(await isDated(dev)).toBe(false);
    await isSame();

    await site.write({ 'docs/page.md': FIRST });
    await waitFor(() => isDated(dev));

    await site.write({ 'docs/page.md': '---\ntitle: Titled\n---\n\n# Page\n', 'docs/new.md': '# New\n' });
    await waitFor(async () => (await ask(dev, '/page')).text.includes('Titled'));
    expect(await isDated(dev)).toBe(false);
    git('add', '--all');
    git('commit', '--quiet', '-m', 'second');
    await waitFor(() => isDated(dev));
    await waitFor(async () => (await ask(dev, '/new')).text.includes(DATE));
    await isSame();
    // A commit is not an edit.
    expect(dev.updates.every(({ files }) => files.every((file) => file.startsWith('docs/')))).toBe(true);
    expect(dev.errors).toEqual([]);
  });

  it('is sent to open pages', async () => {
    const site = await createSite({ 'docs/index.md': '# Home\n', 'docs/page.md': FIRST });
    const { git } = createRepository(site.root);
    await site.write({ 'docs/page.md': '# Page\n\nOther words.\n' });
    const dev = await startDev(site.root);
    const { text } = await ask(dev, '/page');
    expect(text).not.toContain(DATE);
    const [, token = ''] = /data-token="([^"]+)"/.exec(text) ?? [];
    const stream = await fetch(`${dev.url}/~dev/events?token=${encodeURIComponent(token)}`);
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let news = '';
    const reading = (async () => {
      while (!news.includes('event: update')) news += (await reader?.read())?.value ?? '';
    })();
    git('commit', '--quiet', '-a', '-m', 'second');
    await reading;
    expect(await isDated(dev)).toBe(true);
    await reader?.cancel();
  });
});
