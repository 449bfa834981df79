import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { run } from '../helpers/command.ts';

/** Runs `check` without a usable browser. */
const checkWithout = (root: string, args: string[] = [], CHROME_PATH = '/no/such/browser') =>
  run(['check', root, ...args], { env: { CHROME_PATH } });

const files = {
  'docs/index.md': '# Home\n\n<code src="../demos/a.tsx"></code>\n',
  'demos/a.tsx': 'export default () => <p>Text.</p>;\n',
};

describe('check without a browser', () => {
  it('reports the missing file before it builds anything', async () => {
    const { root } = await createSite({ ...files, 'docs/index.md': '[x](./gone.md)\n' });
    const { code, stdout, stderr } = await checkWithout(root);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('CD151: CHROME_PATH is /no/such/browser, but that file does not exist');
    expect(stderr).not.toContain('gone.md');
  });

  it('reports a file that is not a browser, and leaves nothing behind', async () => {
    const { root } = await createSite(files);
    const { code, stderr } = await checkWithout(root, [], process.execPath);
    expect(code).toBe(2);
    expect(stderr).toContain(`CD152: The browser ${process.execPath} did not start`);
    expect(await fs.readdir(path.join(root, 'node_modules/.cache/cascader-docs'))).not.toContainEqual(
      expect.stringContaining('exports-'),
    );
  });

  it('reports a browser that Playwright has not installed, with the command', async () => {
    const { root } = await createSite(files);
    const { code, stderr } = await run(['check', root, '--browser', 'webkit'], {
      env: { PLAYWRIGHT_BROWSERS_PATH: '/nowhere' },
    });
    expect(code).toBe(2);
    expect(stderr).toContain("CD151: Playwright's webkit is not installed");
    expect(stderr).toContain('npx playwright-core install webkit');
  });

  it('fails with the content errors, like build', async () => {
    const { root } = await createSite({ ...files, 'docs/more.md': '[x](./gone.md)\n' });
    const { code, stderr } = await checkWithout(root, [], process.execPath);
    expect(code).toBe(1);
    expect(stderr).toContain('docs/more.md:1:5 - error CD315');
  });

  it('suggests the nearest demo for an unknown one', async () => {
    const { root } = await createSite(files);
    const { code, stderr } = await checkWithout(root, ['--demo', 'docs-demo-b'], process.execPath);
    expect(code).toBe(2);
    expect(stderr).toContain('error CD153: No demo id contains docs-demo-b. Did you mean docs-demo-a?');
  });
});
