import { describe, expect, it } from 'vitest';
import { translateLine } from '../../../../src/node/compile/lift/package-managers.ts';
import { compile, contentOf, messagesOf } from '../project.ts';

/** As the documents of each manager have it: npm, pnpm, yarn, bun. */
const COMMANDS: [string, string, string, string][] = [
  ['npm install', 'pnpm install', 'yarn install', 'bun install'],
  ['npm i', 'pnpm install', 'yarn install', 'bun install'],
  ['npm ci', 'pnpm install --frozen-lockfile', 'yarn install --immutable', 'bun install --frozen-lockfile'],
  ['npm install react', 'pnpm add react', 'yarn add react', 'bun add react'],
  ['npm i react react-dom', 'pnpm add react react-dom', 'yarn add react react-dom', 'bun add react react-dom'],
  ['npm add @scope/x@^1.2.0', 'pnpm add @scope/x@^1.2.0', 'yarn add @scope/x@^1.2.0', 'bun add @scope/x@^1.2.0'],
  ['npm install -D vitest', 'pnpm add -D vitest', 'yarn add -D vitest', 'bun add -d vitest'],
  ['npm install vitest --save-dev', 'pnpm add -D vitest', 'yarn add -D vitest', 'bun add -d vitest'],
  ['npm install --save react', 'pnpm add react', 'yarn add react', 'bun add react'],
  ['npm install -E less', 'pnpm add -E less', 'yarn add -E less', 'bun add -E less'],
  ['npm i -D --save-exact less', 'pnpm add -D -E less', 'yarn add -D -E less', 'bun add -d -E less'],
  ['npm install --save-optional sass', 'pnpm add -O sass', 'yarn add -O sass', 'bun add --optional sass'],
  ['npm install --save-peer react', 'pnpm add --save-peer react', 'yarn add -P react', 'bun add --peer react'],
  ['npm install -g serve', 'pnpm add -g serve', 'yarn global add serve', 'bun add -g serve'],
  ['npm uninstall react', 'pnpm remove react', 'yarn remove react', 'bun remove react'],
  ['npm rm -D less', 'pnpm remove less', 'yarn remove less', 'bun remove less'],
  ['npm uninstall --global serve', 'pnpm remove -g serve', 'yarn global remove serve', 'bun remove -g serve'],
  ['npm update', 'pnpm update', "yarn up '*'", 'bun update'],
  ['npm update react', 'pnpm update react', 'yarn up react', 'bun update react'],
  ['npm run build', 'pnpm run build', 'yarn run build', 'bun run build'],
  ['npm run build -- --watch', 'pnpm run build --watch', 'yarn run build --watch', 'bun run build --watch'],
  ['npm test', 'pnpm test', 'yarn test', 'bun run test'],
  ['npm start', 'pnpm start', 'yarn start', 'bun run start'],
  ['npx tsc --init', 'pnpm dlx tsc --init', 'yarn dlx tsc --init', 'bunx tsc --init'],
  ['npx -y serve dist', 'pnpm dlx serve dist', 'yarn dlx serve dist', 'bunx serve dist'],
  [
    'npx -p typescript tsc',
    'pnpm --package=typescript dlx tsc',
    'yarn dlx -p typescript tsc',
    'bunx -p typescript tsc',
  ],
  ['npx --no-install tsc', 'pnpm exec tsc', 'yarn exec tsc', 'bunx --no-install tsc'],
  ['npm exec tsc -- --init', 'pnpm exec tsc --init', 'yarn exec tsc --init', 'bunx tsc --init'],
  ['npm create vite@latest', 'pnpm create vite@latest', 'yarn create vite@latest', 'bun create vite@latest'],
  [
    'npm init vite@latest app -- --template react',
    'pnpm create vite@latest app --template react',
    'yarn create vite@latest app --template react',
    'bun create vite@latest app --template react',
  ],
  ['npm init -y', 'pnpm init', 'yarn init -y', 'bun init -y'],
  ['npm link', 'pnpm link', 'yarn link', 'bun link'],
  ['npm why react', 'pnpm why react', 'yarn why react', 'bun why react'],
  ['npm publish --access public', ...(['pnpm', 'yarn npm', 'bun'].map((x) => `${x} publish --access public`) as never)],
  ['npm audit', 'pnpm audit', 'yarn npm audit', 'bun audit'],
  [
    'cd app && CI=1 npm i && npm run dev # there',
    'cd app && CI=1 pnpm install && pnpm run dev # there',
    'cd app && CI=1 yarn install && yarn run dev # there',
    'cd app && CI=1 bun install && bun run dev # there',
  ],
  ['$ sudo npm i -g "a b"', '$ sudo pnpm add -g "a b"', '$ sudo yarn global add "a b"', '$ sudo bun add -g "a b"'],
  ['# npm install', '# npm install', '# npm install', '# npm install'],
  ['git clone x', 'git clone x', 'git clone x', 'git clone x'],
];

describe('a command of npm', () => {
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
  ])('%s has no counterpart', (npm) => {
    expect(translateLine(npm)).toBeUndefined();
  });
});

describe('a fence in npm', () => {
  it.each(['md', 'mdx'] as const)('is a group of code for each manager (%s)', async (format) => {
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

  it('in a group of code is a tab of that', async () => {
    const page = await compile(':::code-group\n```npm\nnpm i\n```\n\n```sh [other]\nx\n```\n:::\n');
    expect(page.content).toMatchObject([{ props: { titles: ['npm', 'other'] } }]);
  });

  it('with a command that only npm has stays code, and its author is told', async () => {
    const page = await compile('- a\n\n  ```npm\n  npm i\n  npm doctor\n  ```\n');
    expect(contentOf(page)).toContain('class="language-bash"');
    expect(messagesOf(page.diagnostics)).toEqual([expect.stringContaining('`npm doctor` has no counterpart')]);
    expect(page.diagnostics[0]?.location).toMatchObject({ line: 5, column: 3, length: 10 });
  });
});
