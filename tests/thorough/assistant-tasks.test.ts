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
