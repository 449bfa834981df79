import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeStories } from '../../../../src/node/markdown/stories/describe-stories.ts';
import type { UserConfig } from '../../../../src/node/project/config/types.ts';
import { createSite } from '../../content/temporary-site.ts';

async function described(files: Record<string, string>, config: UserConfig = {}) {
  const site = await createSite(files, config);
  return describeStories(path.join(site.root, 'src/B.stories.tsx'), site);
}

describe('the component of a file of stories', () => {
  const stories = "import { B } from './B';\nexport default { component: B };\n";
  const componentOf = async (index: string, file = stories): Promise<string | undefined> =>
    (await described({ 'src/index.ts': index, 'src/B.stories.tsx': file, 'src/B.tsx': 'export function B() {}\n' }))
      .component;

  it.each([
    ['a declaration', 'export const B = 1;', 'B'],
    ['an async function', 'export async function B() {}', 'B'],
    ['a list', 'const C = 1;\nexport { C as B };', 'B'],
    ['a file', "export * from './B.js';", 'B'],
    ['a namespace', "export * as B from './B';", 'B'],
    ['not a comment', '// export const B = 1;\nexport const A = 1;', undefined],
    ['not another name', 'export { B as A };\nconst B = 1;', undefined],
    ['not a type', 'export type { B };\ntype B = 1;', undefined],
    ['not a syntax error', 'export const B = {;', undefined],
  ])('is exported by the library: %s', async (_, index, name) => {
    expect(await componentOf(index)).toBe(name);
  });

  it('is not a module', async () => {
    const file = "import * as B from './B';\nexport default { component: B };\n";
    expect(await componentOf("export * from './B';", file)).toBeUndefined();
  });

  it('may be exported by any library', async () => {
    const files = { 'src/B.stories.tsx': stories, 'a/index.ts': 'export {};\n', 'b/index.ts': 'export const B = 1;\n' };
    const library = [{ entry: './a/index.ts' }, { entry: './b/index.ts' }];
    expect((await described(files, { library })).component).toBe('B');
  });
});

it('leaves out stories that their tags hide', async () => {
  const tagged = (name: string, ...tags: string[]) => `export const ${name} = { tags: ${JSON.stringify(tags)} };\n`;
  const { stories } = await described({
    'src/B.stories.tsx': `export default { component: 'b' };\n${tagged('One', '!dev')}${tagged('Two', '!autodocs')}${tagged('Three', '!dev', 'dev')}${tagged('Four', '!test')}`,
  });
  expect(stories.map(({ exportName }) => exportName)).toEqual(['Two', 'Three', 'Four']);
});

it('has the lines of stories with another name', async () => {
  const { stories } = await described({
    'src/B.stories.tsx': "export default { component: 'b' };\n\nconst Own = {};\nexport { Own as Other };\n",
  });
  expect(stories).toEqual([{ exportName: 'Other', name: 'Other', line: 3, ignored: [], isFramed: false }]);
});
