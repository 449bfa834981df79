import { beforeAll, describe, expect, inject, it } from 'vitest';
import { check } from '../../src/node/tools/check/check.ts';
import type { CheckResult } from '../../src/node/tools/check/check-record.ts';
import { createSite } from '../helpers/build-site.ts';
import { INTERACTION_SITE, INTERACTIONS } from '../helpers/interactions.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';
import { playSteps } from '../helpers/play-steps.ts';

const WRONG = `import { mock, spy } from 'cascader-docs/steps';
mock('GET /api/users', []);
const onPress = spy('press');
export default () => <button type="button" onClick={() => onPress(1)}>Press</button>;
`;
const WRONG_STEPS: Record<string, string> = {
  call: "await user.click(find('button')); await expect.call('press').toHaveBeenCalledWith(2);",
  answer: "await mock('GET /api/orders', []);",
  file: "await user.upload(find('button'), { name: 'a.txt' });",
  condition: 'await waitFor(() => false);',
};

let result: CheckResult;
let built: OpenSite;
const findingsOf = (name: string) => result.demos.find(({ id }) => id.endsWith(`-demo-${name}`))?.findings;

beforeAll(async () => {
  const site = await createSite({
    ...INTERACTION_SITE,
    'cascader-docs.config.ts': 'export default { demoTimeout: 10_000 };\n',
    'docs/wrong.md': `# Wrong\n\n${Object.keys(WRONG_STEPS)
      .map((name) => `<code src="../demos/${name}.tsx" inline></code>\n`)
      .join('\n')}`,
    ...Object.fromEntries(
      Object.entries(WRONG_STEPS).flatMap(([name, body]) => [
        [`demos/${name}.tsx`, WRONG],
        [
          `demos/${name}.steps.ts`,
          `export const steps = [\n  { name: 'Fails', async run({ user, find, expect, mock, waitFor }) {\n    ${body}\n  } },\n];\n`,
        ],
      ]),
    ),
  });
  expect((await site.build({ cache: false })).text).toBe('');
  built = await openSite({ root: site.root });
  result = await check({ root: site.root, connect: inject('browser'), only: ['steps'] });
});

describe('interactions of libraries', () => {
  it.each(Object.keys(INTERACTIONS))('%s: the steps pass with real input and with events', (name) => {
    expect(findingsOf(name)).toEqual([]);
  });

  it.each(Object.keys(INTERACTIONS))('%s: the player of a reader plays the steps', async (name) => {
    const { page, messages } = await built.open('/');
    await playSteps(page, name);
    expect(messages).toEqual([]);
  });
});

describe('functions that few demos use name what is wrong', () => {
  it.each([
    ['call', "Expected the spy 'press' to be called with 2", 'press(1)'],
    ['answer', "The demo has no `mock('GET /api/orders', …)`, whose answer could be replaced"],
    ['file', "find('button') is not a file input"],
    ['condition', 'The condition did not hold within 5 s'],
  ])('%s', (name, message, actual = '') => {
    expect(findingsOf(name)).toMatchObject([
      {
        rule: 'step',
        message: expect.stringContaining(message),
        location: { file: `demos/${name}.steps.ts`, line: 3 },
        ...(actual && { details: expect.stringContaining(actual) }),
      },
    ]);
  });
});
