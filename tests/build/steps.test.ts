import { describe, expect, it } from 'vitest';
import type { PageData } from '../../src/shared/page-data.ts';
import { createSite, type TestBuild } from '../helpers/build-site.ts';

const demo = 'export default function Demo() {\n  return <button type="button">Save</button>;\n}\n';
const steps = (list: string): string =>
  `import type { Steps } from 'cascader-docs/steps';\n\nexport const steps: Steps = ${list};\n`;
const opens = "[{ name: 'Opens', async run({ user }) { await user.press('Enter'); } }]";
const page = '# Page\n\n<code src="../demos/save.tsx"></code>\n';

const dataOf = (html: string): PageData =>
  JSON.parse(/id="site:data">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as PageData;

async function buildPage(files: Record<string, string>): Promise<TestBuild> {
  const { build } = await createSite({ 'docs/index.md': page, 'demos/save.tsx': demo, ...files });
  return await build({ cache: false });
}

/** Returns the texts of all output files that contain a string. */
async function filesWith({ files, read }: TestBuild, text: string): Promise<string[]> {
  const found = await Promise.all(files.map(async (file) => ((await read(file)).includes(text) ? [file] : [])));
  return found.flat();
}

describe('steps of a demo', () => {
  it('are in a module of their own, which the page names, and neither in the bundle, code nor exports', async () => {
    const pressing = (key: string): string => opens.replace('Enter', key);
    const inFile = (code: string, key: string): string =>
      `import type { Steps } from 'cascader-docs/steps';\n${code}\nexport const steps: Steps = ${pressing(key)};\n`;
    const embed = (name: string): string => `<code src="../demos/${name}.tsx"></code>\n`;
    const built = await buildPage({
      'docs/index.md': `# Page\n\n${embed('beside')}\n${embed('own')}\n${embed('controls')}\n\`\`\`tsx | demo id="fence"\n${demo}\nexport const steps = ${pressing('End')};\n\`\`\`\n`,
      'demos/beside.tsx': demo,
      'demos/beside.steps.ts': steps(pressing('Enter')),
      'demos/own.tsx': inFile(demo, 'Tab'),
      'demos/controls.tsx': inFile(
        'export default function Demo({ wide = true }: { wide?: boolean }) {\n  return <button type="button">{wide}</button>;\n}\n',
        'Home',
      ),
      'cascader-docs.config.ts': "export default { demo: { setup: './setup.ts' } };\n",
      'setup.ts': 'globalThis.isSetUp = true;\n',
    });
    expect(built.text).toBe('');
    const { demos } = dataOf(await built.read('index.html'));
    const keys = ['Enter', 'Tab', 'Home', 'End'];
    expect(Object.keys(demos)).toHaveLength(keys.length);
    for (const [index, { steps: known }] of Object.values(demos).entries()) {
      const key = keys[index];
      expect(known?.list).toEqual([{ name: 'Opens' }]);
      expect(built.files).toContain(known?.runner.slice(1));
      expect(await filesWith(built, `press("${key}")`)).toEqual([known?.js.slice(1)]);
      // The Markdown of a page has its blocks as they are written.
      expect(await filesWith(built, `press('${key}')`)).toEqual(key === 'End' ? ['index.md', 'llms-full.txt'] : []);
    }
    expect(await filesWith(built, 'cascader-docs/steps')).toEqual([]);
  });

  it('are reported, together with those of other demos', async () => {
    const wrong = {
      object: ['{}', '3:29 - error CD450: The steps of a demo must be an array literal'],
      sum: [
        '[{ name: "a" + "b", run() {} }]',
        '3:38 - error CD450: The `name` of a step must be a non-empty string literal',
      ],
      twice: [
        "[{ name: 'a', run() {} }, { name: 'a', run() {} }]",
        '3:63 - error CD450: Two steps in this demo have the name `a`',
      ],
      idle: ["[{ name: 'a' } as never]", '3:30 - error CD450: The step `a` has no `run` function'],
    };
    const fence = `\`\`\`tsx | demo\n${demo}export const steps = [{ name: '', run() {} }];\n\`\`\`\n`;
    const names = [...Object.keys(wrong), 'none'];
    const { text, exitCode } = await buildPage({
      'docs/index.md': `# Page\n\n${fence}\n${names.map((name) => `<code src="../demos/${name}.tsx"></code>\n`).join('\n')}`,
      ...Object.fromEntries(names.map((name) => [`demos/${name}.tsx`, demo])),
      ...Object.fromEntries(
        Object.entries(wrong).map(([name, [list = '']]) => [`demos/${name}.steps.ts`, steps(list)]),
      ),
      'demos/none.steps.ts': 'export default [];\n',
    });
    expect(exitCode).toBe(1);
    for (const [name, [, message]] of Object.entries(wrong))
      expect(text).toContain(`demos/${name}.steps.ts:${message}`);
    expect(text).toContain('demos/none.steps.ts:1:1 - error CD450: This file exports no steps');
    expect(text).toContain('docs/index.md:7:31 - error CD450');
  });

  it('reports a file that cannot be bundled', async () => {
    const broken = await buildPage({
      'demos/save.steps.ts': `import x from './none';\n${steps("[{ name: 'a', run: x }]")}`,
    });
    expect(broken.text).toContain('demos/save.steps.ts:1:15 - error CD401');
    const syntax = await buildPage({ 'demos/save.steps.ts': 'export const steps = [;\n' });
    expect(syntax.text).toContain('demos/save.steps.ts:1:23 - error');
  });

  it('follow their file in the next build', async () => {
    const site = await createSite({ 'docs/index.md': page, 'demos/save.tsx': demo });
    const namesOf = async (built: TestBuild): Promise<string[] | undefined> =>
      dataOf(await built.read('index.html')).demos['docs-demo-save']?.steps?.list.map(({ name }) => name);
    expect(await namesOf(await site.build())).toBeUndefined();
    await site.write({ 'demos/save.steps.ts': steps(opens) });
    expect(await namesOf(await site.build())).toEqual(['Opens']);
    await site.write({ 'demos/save.steps.ts': steps(opens.replace('Opens', 'Saves')) });
    expect(await namesOf(await site.build())).toEqual(['Saves']);
  });

  it('are read again after an error is fixed', async () => {
    const site = await createSite({
      'docs/index.md': page,
      'demos/save.tsx': demo,
      'demos/save.steps.ts': steps("[{ name: '', run() {} }]"),
    });
    expect((await site.build()).text).toContain('CD450');
    await site.write({ 'demos/save.steps.ts': steps(opens) });
    expect((await site.build()).text).toBe('');
  });

  it('change no byte of other pages', async () => {
    const other = { 'docs/other.md': '# Other\n\n<code src="../demos/other.tsx"></code>\n', 'demos/other.tsx': demo };
    const [without, withSteps] = await Promise.all([
      buildPage(other),
      buildPage({ ...other, 'demos/save.steps.ts': steps(opens) }),
    ]);
    expect(await withSteps.read('other/index.html')).toBe(await without.read('other/index.html'));
  });
});
