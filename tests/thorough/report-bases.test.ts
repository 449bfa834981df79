import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ReportOptions, type ReportResult, report } from 'cascader-docs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStaticServer } from '../../src/node/dev/server/static-server.ts';
import { outputsIn } from '../../src/node/tools/check/screenshots/other-screenshots.ts';
import { chromiumOptions } from '../helpers/browser-setup.ts';
import { writeFiles } from '../helpers/build-site.ts';
import { run as cli, start } from '../helpers/command.ts';
import { makeFolder, OUTSIDE } from '../helpers/folder.ts';
import { createSiteRepository, type SiteRepository, stateOf } from '../helpers/site-repository.ts';

const FILES = {
  '.gitignore': 'node_modules\ndist\n',
  'package.json': '{"name": "library", "version": "1.0.0"}',
  'src/index.tsx': 'export const Button = ({ label }: { label: string }) => <button type="button">{label}</button>;\n',
  'demos/a.tsx': 'import { Button } from \'library\';\nexport default () => <Button label="Save" />;\n',
  'docs/index.md': '# Home\n\n<code src="../demos/a.tsx"></code>\n\n<API id="Button"></API>\n',
  'docs/old.md': '# Old\n\n## Part\n',
};
/** A demo that fails, and a property that is required. */
const EDIT = {
  'src/index.tsx': 'export const Button = (props: { label: string; tone: string }) => <b>{props.label}</b>;\n',
  'demos/a.tsx':
    'import { Button } from \'library\';\nconsole.error(\'Spoken\');\nexport default () => <Button label="Save" tone="a" />;\n',
};

beforeAll(async () => {
  vi.stubEnv('CHROME_PATH', (await chromiumOptions({ isWhole: false })).executablePath);
});
afterAll(() => void vi.unstubAllEnvs());

async function createProject(files: Record<string, string> = {}): Promise<SiteRepository> {
  return await createSiteRepository({ ...FILES, ...files });
}

const reportOf = async ({ top }: SiteRepository, options: Partial<ReportOptions> = {}): Promise<ReportResult> =>
  await report({ root: top, against: 'HEAD', ...options });
const markdownIn = async ({ folder }: ReportResult): Promise<string> =>
  await fs.readFile(path.join(folder, 'report.md'), 'utf8');

/** What is reported of a state that cannot be opened. */
const ALONE = {
  needsAttention: true,
  isCompared: false,
  verdict: expect.stringMatching(/^✖ Needs attention: not compared/),
  demos: { added: [], removed: [] },
  pages: { added: [], removed: [], changed: [], lost: [] },
  firstViews: [
    { type: 'demo', route: '/', after: expect.any(Number) },
    { type: 'text', route: '/old' },
  ],
};

describe('a commit that cannot be built', () => {
  it('costs only what needs its site: its packages cannot be installed', async () => {
    const scripts = { preinstall: 'node -e "process.exit(3)"' };
    const project = await createProject({
      'package.json': JSON.stringify({ name: 'library', version: '1.0.0', scripts }),
    });
    await project.write({ 'package.json': FILES['package.json'], ...EDIT });
    const result = await reportOf(project);
    expect(result).toMatchObject({ ...ALONE, isDirty: true, imports: [] });
    expect(result.api).toBeUndefined();
    expect(result.contract).toMatchObject([
      { section: 'console', change: 'added', text: 'console-error: Spoken', where: ['docs-demo-a'] },
    ]);
    expect(result.notComparable).toEqual([
      expect.stringMatching(
        /^Demos, pages and sizes: The packages of commit \w+ cannot be installed: npm install exited/,
      ),
    ]);
    expect(await markdownIn(result)).toMatch(/## Not compared\n\n- `Demos, pages and sizes: /);
  });

  it('costs only what needs its site: its configuration throws', async () => {
    const project = await createProject({ 'cascader-docs.config.ts': 'throw new Error("Broken");\n' });
    await project.write({ 'cascader-docs.config.ts': 'export default {};\n', ...EDIT });
    const result = await reportOf(project);
    expect(result).toMatchObject(ALONE);
    expect(result.api?.facts).toMatchObject([{ name: 'Button#tone', change: 'added', isBreaking: true }]);
    expect(result.notComparable).toEqual([
      expect.stringMatching(/^Costs of imports: /),
      expect.stringMatching(/^Demos, pages and sizes: The site of commit \w+ cannot be built/),
    ]);
  });
});

describe('without a commit', () => {
  it.each<[string, (project: SiteRepository) => Promise<string>, Partial<ReportOptions>, RegExp]>([
    [
      'an unknown ref',
      async ({ top }) => top,
      { against: 'mian' },
      /^Everything: mian is neither a folder nor a git ref/,
    ],
    [
      'no repository',
      async () => {
        const folder = makeFolder('plain', OUTSIDE);
        await writeFiles(folder, FILES);
        return folder;
      },
      {},
      /^Everything: .* is not in a git repository/,
    ],
    [
      'a shallow clone',
      async ({ top, commit }) => {
        await commit({ 'docs/old.md': '# New\n' });
        const clone = path.join(makeFolder('clone', OUTSIDE), 'clone');
        execFileSync('git', ['clone', '--quiet', '--depth=1', pathToFileURL(top).href, clone]);
        return clone;
      },
      { against: 'HEAD^1' },
      /^Everything: HEAD\^1 is neither a folder nor a git ref/,
    ],
  ])('the report says so: %s', async (_, folderOf, { against }, reason) => {
    const root = await folderOf(await createProject());
    const result = await report({ root, ...(against !== undefined && { against }) });
    expect(result).toMatchObject({ ...ALONE, demos: { ...ALONE.demos, opened: 0 } });
    expect(result.notComparable).toEqual([expect.stringMatching(reason)]);
  });

  it('the command fails after it wrote the report', async () => {
    const { top } = await createProject();
    const { code, stdout, stderr } = await cli(['report', '--against', 'mian'], { cwd: top });
    expect({ code, stdout }).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/^✖ Needs attention: not compared → /),
    });
    expect(stderr).toContain('mian is neither a folder nor a git ref');
  });
});

it('names submodules that the other side lacks, and includes changes that are not committed', async () => {
  const inner = await createSiteRepository({ 'a.txt': 'a' });
  const project = await createProject();
  project.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.top, 'inner');
  project.git('commit', '--quiet', '-m', 'inner');
  await project.write(EDIT);
  const before = stateOf(project);
  const result = await reportOf(project);
  expect(stateOf(project)).toEqual(before);
  expect(result).toMatchObject({ isCompared: true, isDirty: true });
  expect(result.notComparable).toEqual([expect.stringMatching(/Submodules of .*: inner/)]);
  expect(result.contract.map(({ text }) => text)).toContain('console-error: Spoken');
});

describe('a built site', () => {
  let project: SiteRepository;
  let folder = '';
  beforeAll(async () => {
    project = await createProject({
      'cascader-docs.config.ts': "export default { base: '/kit/', sitemap: { hostname: 'https://example.org' } };\n",
    });
    folder = makeFolder('published', OUTSIDE);
    await cli(['build', '--out', folder], { cwd: project.top });
    await project.write(EDIT);
    await fs.rm(path.join(project.top, 'docs/old.md'));
  });

  /** What differs from the built site. */
  const DIFFERENT = {
    isCompared: true,
    contract: expect.arrayContaining([expect.objectContaining({ text: 'console-error: Spoken' })]),
    demos: { opened: 1, all: 1, added: [], removed: [] },
    pages: { added: [], removed: ['/old'], lost: [{ code: 'CD227' }] },
    api: { facts: [{ name: 'Button#tone', change: 'added', isBreaking: true }] },
    notComparable: ['Costs of imports and translations: a built site does not contain its source'],
  };

  it('in a folder is compared by what it contains', async () => {
    expect(await reportOf(project, { against: folder })).toMatchObject(DIFFERENT);
  });

  it.each([
    '.cascader-docs',
    undefined,
  ])('at an address is compared by what it contains (list of files: %s)', async (list) => {
    const outputs = new Map(await outputsIn(folder));
    if (list === undefined) outputs.delete('.cascader-docs');
    const { url, close } = await createStaticServer({
      ...{ files: outputs, base: '/kit/', port: 0, host: '127.0.0.1', strictPort: true },
    });
    const result = await reportOf(project, { against: url }).finally(close);
    expect(result).toMatchObject(DIFFERENT);
  });
});

describe('killed', () => {
  let temporary = '';
  beforeEach(() => {
    temporary = makeFolder('temporary', OUTSIDE);
  });

  it.each<[string, (project: SiteRepository) => Promise<boolean>]>([
    ['while it starts', async () => true],
    [
      'in the checkout',
      async () => (await fs.readdir(temporary)).some((name) => name.startsWith('cascader-docs-checkout')),
    ],
    [
      'while it opens demos',
      async ({ top }) => {
        const names = await fs.readdir(path.join(top, 'node_modules/.cache/cascader-docs')).catch(() => []);
        return names.some((name) => name.startsWith('exports-'));
      },
    ],
  ])('%s, it leaves the repository, its index and its working trees as they were', async (_, isReached) => {
    const project = await createProject();
    await project.write(EDIT);
    const before = stateOf(project);
    const { child, ended } = start(['report', '--against', 'HEAD'], { cwd: project.top, env: { TMPDIR: temporary } });
    await expect.poll(() => isReached(project), { timeout: 120_000, interval: 20 }).toBe(true);
    child.kill('SIGKILL');
    await ended;
    expect(stateOf(project)).toEqual(before);
  });
});
