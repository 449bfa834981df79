import { check, type Finding } from 'cascader-docs';
import { expect, inject, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { FAILING_PLAY_SITE, PLAY_SITE } from '../helpers/play-site.ts';
import { STORIES, storiesSite } from '../helpers/stories-site.ts';

async function findingsOf(files: Record<string, string>): Promise<Finding[]> {
  const { root } = await createSite(files);
  const { demos } = await check({ root, connect: inject('browser'), only: ['steps'] });
  return demos.flatMap(({ findings }) => findings);
}

it('play functions of stories pass', async () => {
  expect(await findingsOf(PLAY_SITE)).toEqual([]);
});

it('play functions that fail or do not end are reported at their lines', async () => {
  const found = await findingsOf(FAILING_PLAY_SITE);
  expect(found.map(({ message, location }) => [message, location?.file, location?.line])).toMatchInlineSnapshot(`
    [
      [
        "Step 1 \`Early\`: Expected button "Send" to be enabled",
        "src/Form.stories.tsx",
        12,
      ],
      [
        "Step 1 \`Lost\`: findByRole('button', 'Gone') matches nothing",
        "src/Form.stories.tsx",
        18,
      ],
      [
        "Step 1 \`Thrown\`: The step threw Error: Not today",
        "src/Form.stories.tsx",
        25,
      ],
      [
        "Step 1 \`Endless\`: The step did not finish within 10 s",
        "src/Form.stories.tsx",
        29,
      ],
    ]
  `);
});

it('stories of every form are clean, also as exported projects', async () => {
  const { root } = await createSite(storiesSite());
  const { demos } = await check({ root, connect: inject('browser'), only: ['steps', 'axe', 'console', 'exports'] });
  expect(demos.flatMap(({ id, findings }) => findings.map(({ message }) => `${id}: ${message}`))).toEqual([]);
  const expected = Object.values(STORIES).flatMap(({ built, loaded }) => [...built, ...loaded]);
  expect(demos).toHaveLength(expected.length);
}, 900_000);
