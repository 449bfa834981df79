import { beforeAll, expect, it } from 'vitest';
import { startAssistant, TASKS } from '../helpers/assistant-tasks.ts';
import { chromiumOptions } from '../helpers/browser-setup.ts';

let assistant: Awaited<ReturnType<typeof startAssistant>>;

beforeAll(async () => {
  assistant = await startAssistant({ CHROME_PATH: (await chromiumOptions({ isWhole: false })).executablePath });
});

it('there are twenty tasks, of all kinds', () => {
  expect(TASKS).toHaveLength(20);
  expect(new Set(TASKS.map(({ mark }) => mark))).toEqual(new Set(['✖', '△', '✔']));
});

it.each(TASKS)('an assistant gets the verdict on $name', async (task) => {
  await assistant.work(task);
});

it('a demo that cannot be opened at the commit is not compared', async () => {
  const { client, site, git } = assistant;
  const file = 'demos/list.tsx';
  const leaving =
    "import { useEffect } from 'react';\nexport default () => {\n  useEffect(() => location.assign('/'), []);\n  return null;\n};\n";
  await site.write({ [file]: leaving });
  git('commit', '--all', '--quiet', '-m', 'leaving');
  const whole = git('show', `HEAD~1:${file}`);
  await site.write({ [file]: whole });
  const answer = await client.text('verify', { demos: ['docs-forms-demo-list'], against: 'HEAD' });
  expect(answer).toMatch(/^✔ 0 of 1 demos fail, 0 change what users can rely on, /);
  expect(answer).toMatch(/^Not compared with the commit\n {2}docs-forms-demo-list: The page is lost: /m);
});
