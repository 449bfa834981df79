import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { run as runCommand } from '../helpers/command.ts';

const projectRoot = path.resolve(import.meta.dirname, '../..');
const LIBRARY = 'node_modules/@rc-component/cascader';
const PROP = 'changeOnSelect';
let site: TestSite;

/** Returns the matching lines of a file, as `file:line`. */
async function linesWith(file: string, words: RegExp): Promise<string[]> {
  const lines = (await fs.readFile(path.join(site.root, file), 'utf8')).split('\n');
  return lines.flatMap((line, index) => (words.test(line) ? [`${file}:${index + 1}`] : []));
}

const runIn = (...args: string[]) => runCommand(args, { cwd: site.root });

/** Creates this repository's site, with a copy of the documented library, and one more page that names its props. */
beforeAll(async () => {
  site = await createSite({
    'tsconfig.json':
      '{"compilerOptions": {"target": "es2023", "module": "esnext", "moduleResolution": "bundler", "lib": ["es2023", "dom"], "types": [], "jsx": "react-jsx", "strict": true, "noEmit": true, "skipLibCheck": true, "allowImportingTsExtensions": true, "paths": {"cascader-docs/steps": ["../../../src/runtime/steps/types.ts"]}}}',
  });
  for (const name of ['docs', 'demos', 'cascader-docs.config.ts', 'package.json', LIBRARY])
    await fs.cp(path.join(projectRoot, name), path.join(site.root, name), {
      recursive: true,
      filter: (file) => !file.includes('_handbook'),
    });
  await site.write({
    'docs/more.md': `# More\n\n## Cascader\n\n| Name | Description |\n| --- | --- |\n| options | The tree |\n| ${PROP} | Any level |\n\n\`\`\`tsx | check\nimport Cascader from '@rc-component/cascader';\n\nexport const element = <Cascader ${PROP} options={[]} />;\n\`\`\`\n`,
  });
});

it('the command line reports how much of the API demos show, and fails below a limit', async () => {
  const output = await runIn('api', '--format', 'json', '--min', '0');
  expect([output.code, output.stderr]).toEqual([0, '']);
  const { components, shown, total } = JSON.parse(output.stdout);
  const cascader = components.find(({ id }: { id: string }) => id === 'Cascader');
  expect(cascader.withoutDemo).toContain('placement');
  expect(cascader.withoutDemo).not.toContain('options');
  expect(shown).toBeLessThan(total);
  const few = await runIn('api', 'coverage', '--min-shown', '100');
  expect([few.code, few.stderr]).toEqual([1, expect.stringContaining('below the 100 % that --min-shown requires')]);
  const wrong = await runIn('api', '--min', 'many');
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/min/)]);
});

describe('a site whose library renames a prop', () => {
  it('fails to build, and every demo, row and code block with the old name is reported', async () => {
    const before = await site.build({ strict: true });
    // The copied pages have no git history, so other warnings are ignored.
    expect(before.diagnostics.filter(({ code }) => /^CD[38]/.test(code ?? ''))).toEqual([]);

    for (const name of ['Cascader', 'Panel']) {
      const types = path.join(site.root, LIBRARY, `es/${name}.d.ts`);
      await fs.writeFile(types, (await fs.readFile(types, 'utf8')).replaceAll(PROP, 'selectAnyLevel'));
    }
    const after = await site.build({ strict: true });
    const places = after.diagnostics
      .filter(({ text }) => text.includes(PROP))
      .map(({ location }) => `${location?.file}:${location?.line}`);
    const demos = (await fs.readdir(path.join(site.root, 'demos'))).filter((name) => name.endsWith('.tsx'));
    // In JSX, or in the list of properties of a playground.
    const words = /^\s*changeOnSelect\b|^ \* props: .*\bchangeOnSelect\b/;
    const uses = await Promise.all(demos.map((name) => linesWith(`demos/${name}`, words)));
    const rows = [
      ...(await linesWith('docs/index.md', /pick="[^"]*changeOnSelect/)),
      ...(await linesWith('docs/api.md', /^\| changeOnSelect \|/)),
      ...(await linesWith('docs/more.md', /^\| changeOnSelect \||<Cascader changeOnSelect/)),
    ];
    expect(after.exitCode).toBe(1);
    expect(uses.flat().length).toBeGreaterThan(2);
    expect(rows.length).toBe(4);
    expect(places.sort()).toEqual([...uses.flat(), ...rows].sort());
  });
});

describe('the command line', () => {
  it('checks demos and code blocks against the types', async () => {
    const { code, stdout, stderr } = await runIn('check', '--types');
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(/demos\/change-on-select\.tsx:\d+:\d+/);
    expect(stdout + stderr).toMatch(/docs\/more\.md:13:\d+/);
    expect(stdout + stderr).not.toMatch(/\n\s+at .*\.js:\d+/);
  });
});
