import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { doctor } from 'cascader-docs';
import { beforeAll, describe, expect, it } from 'vitest';
import { COUNTS, dumiMonorepo, WARNINGS } from '../fixtures/dumi-monorepo.ts';
import { createSite, type TestBuild, type TestSite } from '../helpers/build-site.ts';

let site: TestSite;
let built: TestBuild;

beforeAll(async () => {
  site = await createSite(dumiMonorepo());
  built = await site.build();
});

describe('a dumi 2 repository of 10 packages and 350 demos', () => {
  it('builds without changes, and all of its warnings are dead links', () => {
    expect(COUNTS).toEqual({ packages: 10, components: 50, demos: 350 });
    const reported = (severity: string) =>
      built.diagnostics
        .filter((diagnostic) => diagnostic.severity === severity)
        .map(({ code, location }) => `${code} ${location?.file}`);
    expect(built.exitCode).toBe(0);
    expect(reported('warning').sort()).toEqual([...WARNINGS].sort());
    expect(reported('info')).toEqual(['CD117 undefined', 'CD118 .dumirc.ts']);
    for (const { code, location } of built.diagnostics)
      expect(code === 'CD117' || (location?.line ?? 0) > 0).toBe(true);
  });

  it('has all demos in the HTML, on their page and on their own pages', async () => {
    expect(built.result).toMatchObject({ pages: COUNTS.components + 2, demos: COUNTS.demos });
    const alone = built.files.filter((file) => /^~demos\/.*\/index\.html$/.test(file));
    expect(alone).toHaveLength(COUNTS.demos);
    const page = await built.read('editors/editor-item/index.html');
    for (const demo of ['basic', 'size', 'custom']) expect(page).toContain(`editor EditorItem ${demo}`);
  });

  it('adds no file of the site to the package that npm packs', async () => {
    const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json'], {
      cwd: site.root,
      shell: process.platform === 'win32',
    });
    const [{ files = [] } = {}] = JSON.parse(stdout) as { files?: { path: string }[] }[];
    expect(files.length).toBeGreaterThan(COUNTS.demos);
    expect(files.filter(({ path }) => path.startsWith('dist/'))).toEqual([]);
  });

  it('loses only one demo to a demo that cannot be bundled', async () => {
    await site.write({
      'packages/form/src/FormList/demos/basic.tsx': "import 'no-such-package';\nexport default () => null;\n",
    });
    const { score, remedy, isComplete } = await doctor({ root: site.root });
    expect(isComplete).toBe(true);
    expect(score.demos).toEqual({ working: COUNTS.demos - 1, of: COUNTS.demos });
    expect(score.pages).toEqual({ working: COUNTS.components + 1, of: COUNTS.components + 2 });
    expect(remedy).toBeUndefined();
  });
});
