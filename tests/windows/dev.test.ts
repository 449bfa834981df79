import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { writeFiles } from '../helpers/build-site.ts';
import { waitFor } from '../helpers/dev-site.ts';
import { startOnWindows } from '../helpers/windows/wine.ts';

const folder = inject('windows');

/** Returns the HTML of a page once it contains a text. */
async function pageWith(text: string, address: string): Promise<string> {
  return await waitFor(async () => {
    const html = await fetch(address).then((answer) => answer.text());
    return html.includes(text) && html;
  });
}

it('dev shows edits, and reports errors', async () => {
  const root = path.join(folder, 'windows/edited');
  await writeFiles(root, {
    'package.json': '{ "name": "edited" }',
    'cascader-docs.config.ts': 'export default { apiParser: false };',
    'docs/index.md': '# First\n\n<code src="../demos/one.tsx"></code>\n',
    'demos/one.tsx': 'export default () => <p>before</p>;\n',
  });
  const { child, output } = startOnWindows(folder, root, ['dev', '--port', '0']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const address = await waitFor(async () => /http:\/\/\S+/.exec(await output())?.[0]);
  expect(await pageWith('before', address)).toContain('First');
  await fs.writeFile(path.join(root, 'docs/index.md'), '# Second\n\n<code src="../demos/one.tsx"></code>\n');
  await pageWith('Second', address);
  await fs.writeFile(path.join(root, 'demos/one.tsx'), 'export default () => <p>after</p>;\n');
  await pageWith('after', address);
  await fs.writeFile(path.join(root, 'docs/index.md'), '# Third\n\n<code src="../demos/One.tsx"></code>\n');
  await waitFor(async () => (await output()).includes('docs/index.md:3:12'));
  expect(await output()).toContain('`../demos/One.tsx` does not exist. Did you mean `../demos/one.tsx`?');
});
