/** Task runners skip the build by the settings of the handbook. */
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { makeFolder, OUTSIDE } from '../helpers/folder.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const PAGE = path.join(ROOT, 'docs/_handbook/docs/guide/recipes.md');
const BUTTON = 'export const Button = () => <button type="button">Save</button>;\n';
let folder = '';

async function write(file: string, text: string): Promise<void> {
  const place = path.join(folder, file);
  await fs.mkdir(path.dirname(place), { recursive: true });
  await fs.writeFile(place, text);
}

/** The text of a file in the handbook. */
async function settings(file: string): Promise<Record<string, object>> {
  const [, text = ''] = (await fs.readFile(PAGE, 'utf8')).split(`\`\`\`json [${file}]\n`);
  return JSON.parse(text.slice(0, text.indexOf('```')));
}

beforeAll(async () => {
  folder = makeFolder('task-runners', OUTSIDE);
  const tools = { turbo: '2.11.11', nx: '24.0.6', react: '19.3.1', 'react-dom': '19.3.1' };
  const own = { name: 'kit', private: true, packageManager: 'npm@11.6.2', workspaces: ['packages/*', 'docs'] };
  await write('package.json', JSON.stringify({ ...own, devDependencies: tools }));
  await write('.gitignore', 'node_modules\ndist\n.nx\n.turbo\n');
  await write('packages/button/package.json', '{ "name": "@kit/button", "version": "1.0.0" }');
  await write('packages/button/src/index.tsx', BUTTON);
  const site = { name: 'docs', version: '1.0.0', private: true, dependencies: { '@kit/button': '*' } };
  await write('docs/package.json', JSON.stringify({ ...site, ...(await settings('docs/package.json')) }));
  await write('docs/cascader-docs.config.ts', "export default { library: [{ entry: '../packages/button' }] };\n");
  await write('docs/docs/index.md', '# Kit\n\n<code src="../demos/button.tsx"></code>\n');
  await write('docs/demos/button.tsx', "import { Button } from '@kit/button';\nexport default () => <Button />;\n");
  await write('turbo.json', JSON.stringify(await settings('turbo.json')));
  await write('nx.json', JSON.stringify({ analytics: false, ...(await settings('nx.json')) }));
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder });
  await fs.symlink(ROOT, path.join(folder, 'node_modules/cascader-docs'));
  await fs.symlink('../cascader-docs/bin/cascader-docs.js', path.join(folder, 'node_modules/.bin/cascader-docs'));
  await run('git', ['init', '-q'], { cwd: folder });
}, 600_000);

it.each([
  { name: 'Turborepo', command: ['turbo', 'run', 'docs', '--no-daemon'], skipped: '1 cached, 1 total' },
  { name: 'Nx', command: ['nx', 'run', 'docs:docs', '--no-tui'], skipped: 'output from the cache' },
])('$name skips the build until a source of a package changes', async ({ command, skipped }) => {
  const env = { ...process.env, NX_DAEMON: 'false', TURBO_TELEMETRY_DISABLED: '1', NX_NO_CLOUD: 'true' };
  const build = async (): Promise<boolean> => {
    const { stdout } = await run('npx', command, { cwd: folder, env });
    return stdout.includes(skipped);
  };
  await write('packages/button/src/index.tsx', BUTTON);
  await build();
  await fs.rm(path.join(folder, 'docs/dist'), { recursive: true });
  expect(await build()).toBe(true);
  await write('packages/button/src/index.tsx', BUTTON.replace('Save', 'Send'));
  expect(await build()).toBe(false);
  expect(await fs.readFile(path.join(folder, 'docs/dist/index.html'), 'utf8')).toContain('>Send</button>');
});
