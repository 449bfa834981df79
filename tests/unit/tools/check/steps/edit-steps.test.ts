import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { BuiltSteps } from '../../../../../src/node/render/demos/read-steps.ts';
import { createStepEditor } from '../../../../../src/node/tools/check/steps/edit-steps.ts';
import { makeFolder } from '../../../../helpers/folder.ts';

const TEXT = "export const steps = [{ name: 'One', run() {} }, { name: 'Two', run() {} }];\n";

it('marks several steps, and a file that two demos share once', async () => {
  const root = makeFolder('marks');
  const file = path.join(root, 'a.steps.ts');
  fs.writeFileSync(file, TEXT);
  const nameEnds = ["'One'", "'Two'"].map((name) => TEXT.indexOf(name) + name.length);
  const steps = { file: 'a.steps.ts', nameEnds } as BuiltSteps;
  const { edit } = createStepEditor(root);
  expect(await edit(steps, { unmarked: [0, 1] })).toBe(2);
  expect(await edit(steps, { unmarked: [0, 1] })).toBe(2);
  expect(await edit(undefined, { unmarked: [0] })).toBe(0);
  expect(fs.readFileSync(file, 'utf8')).toBe(TEXT.replaceAll(', run', ', realInput: true, run'));
});

it('writes outlines into calls, also of two demos, and leaves arguments that are code', async () => {
  const root = makeFolder('outlines');
  const file = path.join(root, 'a.steps.ts');
  fs.writeFileSync(
    file,
    [
      "    await expect(find('list')).toMatchTree();",
      "    await expect(find('menu')).toMatchTree(`",
      '      - menu',
      '    `);',
      "    await expect(find('tree')).toMatchTree(OUTLINE);\n",
    ].join('\n'),
  );
  const steps = { file: 'a.steps.ts' } as BuiltSteps;
  const outline = (line: number, text: string) => ({ location: { file: 'a.steps.ts', line, column: 11 }, text });
  const { edit } = createStepEditor(root);
  expect(await edit(steps, { unmarked: [], outlines: [outline(2, '- menu "`A`"\n  - menuitem "B"')] })).toBe(1);
  const more = [outline(1, '- list'), outline(5, '- tree')];
  expect(await edit(steps, { unmarked: [], outlines: more })).toBe(1);
  expect(fs.readFileSync(file, 'utf8')).toBe(
    [
      "    await expect(find('list')).toMatchTree(`",
      '      - list',
      '    `);',
      "    await expect(find('menu')).toMatchTree(`",
      '      - menu "\\`A\\`"',
      '        - menuitem "B"',
      '    `);',
      "    await expect(find('tree')).toMatchTree(OUTLINE);\n",
    ].join('\n'),
  );
});
