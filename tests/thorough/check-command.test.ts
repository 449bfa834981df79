import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { findBrowser, thisMachine } from '../../src/node/tools/check/lab.ts';
import { createFolder, createSite, listFiles, type TestSite } from '../helpers/build-site.ts';
import { run } from '../helpers/command.ts';
import { DEMO_KINDS } from '../helpers/own-demos.ts';

const root = path.resolve(import.meta.dirname, '../..');
const installed = ((): boolean => {
  try {
    return Boolean(findBrowser(thisMachine(), ''));
  } catch {
    // On a machine without a browser, the tests use one from a package, which the command does not find.
    return false;
  }
})();

/** Runs `check`. `onStart` receives the process. */
const runCheck = (root: string, args: string[] = [], onStart: (child: ChildProcess) => void = () => {}) =>
  run(['check', root, ...args], { onStart: ({ child }) => onStart(child) });

/** Returns the command lines of running processes that contain `text`. */
async function processesAbout(text: string): Promise<string[]> {
  const ids = (await fs.readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // A process may end while the list is read.
  const lines = await Promise.all(ids.map((id) => fs.readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(text));
}

/** Returns a configuration that accepts findings. */
const configOf = (entry: object): Record<string, string> => ({
  'cascader-docs.config.ts': `export default {\n  accept: [${JSON.stringify(entry)}],\n};\n`,
});
const cache = (root: string): string => path.join(root, 'node_modules/.cache/cascader-docs');

/** Waits until demos are being checked. */
const waitForExports = (root: string): Promise<void> =>
  vi.waitFor(
    async () => expect((await listFiles(cache(root))).join()).toMatch(/exports-\w+\/docs-[\w-]*demo-\w+\/index/),
    { timeout: 30_000, interval: 20 },
  );
let site: TestSite;

beforeAll(async () => {
  site = await createSite({
    'docs/index.md': '# Home\n\n<code src="../demos/good.tsx"></code>\n\n<code src="../demos/bad.tsx"></code>\n',
    'demos/good.tsx': 'export default () => <p>Text.</p>;\n',
    'demos/bad.tsx': 'export default () => <p><input type="text" /></p>;\n',
  });
});

describe.skipIf(!installed)('the command check', () => {
  it('plays the steps of the demos of this site, which log nothing', async () => {
    const demos = DEMO_KINDS.flatMap((slug) => ['--demo', `docs-demo-${slug}-`]);
    const out = path.join(await createFolder('check'), 'report');
    const { code, stdout, stderr } = await runCheck(root, ['--only', 'steps,console', '--out', out, ...demos]);
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/✔ docs-demo-simple-demo-simple {2}page, alone, \d+ steps/);
  });

  it('prints a line for each demo with its findings, and fails', async () => {
    const { code, stdout, stderr } = await runCheck(site.root);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout.replace(/→ .*/, '→ …')).toMatchInlineSnapshot(`
      "✔ docs-demo-good  page, alone, export
      ✖ docs-demo-bad  1 finding  page, alone, export
          axe/label Form elements must have labels
            alone · p > input

      ✖ 1 finding in 2 demos → …
      "
    `);
  });

  it('prints JSON from which an entry of `accept` can be created, and then passes', async () => {
    const first = await runCheck(site.root, ['--format', 'json', '--demo', 'bad']);
    const [demo, { summary }] = first.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(summary).toMatchObject({ demos: 1, findings: 1, accepted: 0 });
    const [{ rule, target }] = demo.findings;
    const entry = { demo: demo.demo, code: rule, target, reason: 'Fixed in the next version.' };
    await site.write(configOf(entry));
    const { code, stdout } = await runCheck(site.root, ['--demo', 'bad']);
    expect(code).toBe(0);
    expect(stdout).toContain('✔ docs-demo-bad  1 accepted  page, alone, export');
  });

  it('fails for an entry of `accept` that matches nothing, and writes the report to the given folder', async () => {
    await site.write(configOf({ demo: 'docs-demo-good', code: 'axe/label', target: 'input', reason: 'Once.' }));
    const out = path.join(site.root, 'report');
    const { code, stdout } = await runCheck(site.root, ['--demo', 'good', '--out', out]);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /✖ configuration\n +unused-acceptance .* matches no finding.*\n.*cascader-docs\.config\.ts:2:12/,
    );
    expect((await fs.readdir(out)).sort()).toEqual(['index.html', 'screenshots']);
    await fs.rm(path.join(site.root, 'cascader-docs.config.ts'));
  });

  it('fails if no demo has steps to run, and counts those without', async () => {
    const withSteps = await createSite({
      'docs/index.md': '# Home\n\n<code src="../demos/good.tsx"></code>\n\n<code src="../demos/still.tsx"></code>\n',
      'demos/good.tsx': 'export default () => <button type="button">Go</button>;\n',
      'demos/good.steps.ts': `export const steps = [
        { name: 'Shows a button', run: ({ find, expect }) => expect(find('button', 'Go')).toBeVisible() },
      ];\n`,
      'demos/still.tsx': 'export default () => <p>Text.</p>;\n',
    });
    const some = await runCheck(withSteps.root, ['--only', 'steps']);
    expect(some).toMatchObject({ code: 0, stderr: '' });
    expect(some.stdout.replace(/→ .*/, '→ …')).toMatchInlineSnapshot(`
      "✔ docs-demo-good  1 step
      – docs-demo-still  not run: it has nothing to check

      ✔ no findings in 1 demo, only steps, 1 not run → …
      "
    `);
    const none = await runCheck(withSteps.root, ['--only', 'steps', '--demo', 'still']);
    expect(none).toMatchObject({ code: 1, stderr: '' });
    expect(none.stdout.replace(/→ .*/, '→ …')).toMatchInlineSnapshot(`
      "– docs-demo-still  not run: it has nothing to check
      ✖ all demos
          not-run No demo was run: none has steps
            steps

      ✖ 1 finding in 0 demos, only steps, 1 not run → …
      "
    `);
  });

  it('runs only the chosen checks, and says which', async () => {
    const faulty = await createSite({
      'docs/index.md': '# Home\n\n<code src="../demos/bad.tsx"></code>\n',
      'demos/bad.tsx': `export default () => {
        console.error('Spoken');
        return <p><input type="text" /></p>;
      };\n`,
      'demos/bad.steps.ts': `export const steps = [
        { name: 'Has no button', run: ({ find, expect }) => expect(find('button')).toBeVisible() },
      ];\n`,
    });
    const rulesOf = async (...args: string[]): Promise<unknown> => {
      const { stdout } = await runCheck(faulty.root, ['--format', 'json', ...args]);
      const [demo, ...rest] = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const rules = demo.findings.map(({ rule }: { rule: string }) => rule);
      return { ran: demo.ran, rules: [...new Set(rules)].sort(), only: rest.at(-1).summary.only };
    };
    expect(await rulesOf('--only', 'axe')).toEqual({
      ...{ ran: ['page', 'alone', 'steps'], rules: ['axe/label', 'step'], only: ['axe'] },
    });
    expect(await rulesOf('--only', 'steps,exports')).toEqual({
      ...{ ran: ['export', 'steps'], rules: ['console-error', 'step'], only: ['steps', 'exports'] },
    });
    expect(await rulesOf('--only', 'console')).toEqual({
      ...{ ran: ['page', 'alone', 'steps'], rules: ['console-error', 'step'], only: ['console'] },
    });
    const { stdout } = await runCheck(faulty.root, ['--only', 'steps', '--only', 'exports']);
    expect(stdout).toMatch(/2 findings in 1 demo, only steps, exports →/);
    const unknown = await runCheck(faulty.root, ['--only', 'looks']);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('Expected steps, axe, console, exports or screenshots');
  });

  it('merges shards to the bytes of an undivided report, and names one that did not finish', async () => {
    const faulty = 'export default () => <p><input type="text" /></p>;\n';
    const divided = await createSite({
      'docs/index.md': '# Home\n\n<code src="../demos/one.tsx"></code>\n\n<code src="../demos/two.tsx"></code>\n',
      'docs/guide.md': '# Guide\n\n<code src="../demos/three.tsx"></code>\n',
      ...{ 'demos/one.tsx': faulty, 'demos/two.tsx': faulty.replace('text', 'email'), 'demos/three.tsx': faulty },
    });
    const out = (name: string): string => path.join(divided.root, name);
    const runTo = (name: string, ...args: string[]) => runCheck(divided.root, ['--out', out(name), ...args]);
    const filesOf = async (name: string): Promise<string[]> => {
      const names = (await listFiles(out(name))).sort();
      return await Promise.all(names.map(async (file) => `${file}: ${await fs.readFile(path.join(out(name), file))}`));
    };
    expect(await runTo('whole', '--reporter', 'junit')).toMatchObject({ code: 1 });
    for (const index of [1, 2])
      expect(await runTo(`part-${index}`, '--shard', `${index}/2`)).toMatchObject({ code: 1 });
    const merge = ['--reporter', 'junit', '--merge', out('part-1'), out('part-2')];
    const { code, stdout } = await runTo('merged', ...merge);
    expect({ code, files: await filesOf('merged') }).toEqual({ code: 1, files: await filesOf('whole') });
    expect(stdout).toContain('all 3 demos');

    const isRefused = async (): Promise<void> => {
      const { code, stderr } = await runTo('merged', ...merge);
      expect(code).toBe(2);
      expect(stderr).toMatch(/The shard in .*part-2 did not finish/);
    };
    const second = ['--out', out('part-2'), '--shard', '2/2'];
    await runCheck(divided.root, second, async (child) => {
      await waitForExports(divided.root);
      child.kill('SIGKILL');
    });
    await isRefused();
    expect(await runCheck(divided.root, second)).toMatchObject({ code: 1 });
    await divided.write({ 'demos/three.tsx': 'export default (' });
    expect(await runCheck(divided.root, second)).toMatchObject({ code: 1 });
    await isRefused();
  });

  it.runIf(process.platform === 'linux')('leaves neither files nor processes when it is interrupted', async () => {
    const before = await processesAbout('playwright_chromiumdev_profile');
    const { code, stderr } = await runCheck(site.root, [], async (child) => {
      await waitForExports(site.root);
      child.kill('SIGINT');
    });
    expect({ code, stderr }).toEqual({ code: 130, stderr: '' });
    expect(await processesAbout('playwright_chromiumdev_profile')).toHaveLength(before.length);
    const left = (await fs.readdir(cache(site.root))).filter((name) => !name.endsWith('.bin'));
    // A check that ended before has noted its times.
    expect(left.filter((name) => name !== 'check-times.json')).toEqual(['check']);
  });
});
