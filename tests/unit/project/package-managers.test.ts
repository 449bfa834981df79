import { describe, expect, it } from 'vitest';
import { translateLine } from '../../../src/node/project/package-managers.ts';
import { COMMANDS } from '../../helpers/npm-commands.ts';
import { compile, contentOf, messagesOf } from '../markdown/project.ts';

describe('an npm command', () => {
  it.each(COMMANDS)('%s', (npm, pnpm, yarn, bun) => {
    expect(translateLine(npm)).toEqual({ npm, pnpm, yarn, bun });
  });

  it.each([
    'npm doctor',
    'npm i -w a b',
    'npm i --before=2020',
    'npx',
    'npm',
    'npm run',
    'npx -c "a b"',
    'npm toString',
  ])('%s has no equivalent', (npm) => {
    expect(translateLine(npm)).toEqual({ npm });
  });
});

describe('a fence of npm commands', () => {
  it.each(['md', 'mdx'] as const)('becomes a code group with a tab for each package manager (%s)', async (format) => {
    const page = await compile('```npm\nnpm install x\nnpm run dev\n```\n', format);
    const [group] = page.content as unknown as [{ props: unknown; children: string[] }];
    expect(group).toMatchObject({ component: 'CodeGroup', props: { titles: ['npm', 'pnpm', 'yarn', 'bun'] } });
    expect(group.children.map((html) => html.replace(/<[^>]+>/g, ''))).toEqual([
      'npmnpm install x\nnpm run dev',
      'pnpmpnpm add x\npnpm run dev',
      'yarnyarn add x\nyarn run dev',
      'bunbun add x\nbun run dev',
    ]);
    expect(page.texts.map(({ value }) => value).join(' ')).toContain('bun add x');
  });

  it('has no tab for a package manager without an equivalent command', async () => {
    const page = await compile('```npm\nnpm i -g serve && npm i\n```\n');
    expect(page.content).toMatchObject([{ props: { titles: ['npm', 'pnpm', 'bun'] } }]);
    expect(page.diagnostics).toEqual([]);
  });

  it('becomes one tab in a code group', async () => {
    const page = await compile(':::code-group\n```npm\nnpm i\n```\n\n```sh [other]\nx\n```\n:::\n');
    expect(page.content).toMatchObject([{ props: { titles: ['npm', 'other'] } }]);
  });

  it('stays a code block with a warning if only npm has the command', async () => {
    const page = await compile('- a\n\n  ```npm\n  npm i\n  npm doctor\n  ```\n');
    expect(contentOf(page)).toContain('class="language-bash"');
    expect(messagesOf(page.diagnostics)).toEqual([expect.stringContaining('`npm doctor` has no equivalent')]);
    expect(page.diagnostics[0]?.location).toMatchObject({ line: 5, column: 3, length: 10 });
  });
});
