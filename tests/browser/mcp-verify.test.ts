import { beforeAll, expect, it } from 'vitest';
import { startAssistant, TASKS } from '../helpers/assistant-tasks.ts';
import { chromiumOptions } from '../helpers/browser-setup.ts';

let assistant: Awaited<ReturnType<typeof startAssistant>>;

beforeAll(async () => {
  assistant = await startAssistant({ CHROME_PATH: (await chromiumOptions({ isWhole: false })).executablePath });
});

const FEW = TASKS.filter(({ name }) => /^(?:a data attribute|a syntax error)/.test(name));

it.each(FEW)('an assistant gets the verdict on $name', async (task) => {
  await assistant.work(task);
});

it('an answer is divided, and says what cannot be answered', async () => {
  const { client, site } = assistant;
  const diff = '--- a/src/list.tsx\n+++ b/src/list.tsx\n@@ -1 +1 @@\n';
  expect(await client.text('affected', { diff })).toMatchInlineSnapshot(`
    "Changed files: 1
    1 of 3 demos
      docs-forms-demo-list ← demos/list.tsx → src/index.ts → src/list.tsx
    1 of 2 pages
      /forms ← docs/forms.md → demos/list.tsx → src/index.ts → src/list.tsx
    1 of 3 exports
      List ← src/index.ts → src/list.tsx"
  `);
  const ask = async (name: string, given: object) =>
    (await client.ask('tools/call', { name, arguments: given })) as { isError?: boolean; content: { text: string }[] };
  expect(await ask('verify', { demos: ['gone'] })).toMatchObject({
    isError: true,
    content: [{ text: 'There is no demo `gone`. `get_component` lists demos.' }],
  });
  const pages = Array.from({ length: 300 }, (_, index) => [`docs/page-${index}.md`, `# Page ${index}\n`]);
  await site.write(Object.fromEntries(pages));
  const first = await client.text('affected', {});
  expect(first.length).toBeLessThan(6000);
  const from = Number(/… \d+ more lines: call again with `from: (\d+)`$/.exec(first)?.[1]);
  const shown = first.split('\n').slice(0, -1);
  expect(from).toBe(shown.length + 1);
  expect((await client.text('affected', { from })).split('\n')[0]).toMatch(/^ {2}\/page-\d+ ← docs\/page-\d+\.md$/);
});
