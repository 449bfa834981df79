import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { BuiltSteps } from '../../../../../src/node/demos/steps/read-steps.ts';
import { createStepMarker } from '../../../../../src/node/tools/check/steps/mark-steps.ts';
import { makeFolder } from '../../../../helpers/folder.ts';

const TEXT = "export const steps = [{ name: 'One', run() {} }, { name: 'Two', run() {} }];\n";

it('marks several steps, and a file that two demos share once', async () => {
  const root = makeFolder('marks');
  const file = path.join(root, 'a.steps.ts');
  fs.writeFileSync(file, TEXT);
  const steps = { file: 'a.steps.ts', nameEnds: ["'One'", "'Two'"].map((name) => TEXT.indexOf(name) + name.length) };
  const { mark } = createStepMarker(root);
  expect(await mark(steps as BuiltSteps, [0, 1])).toBe(2);
  expect(await mark(steps as BuiltSteps, [0, 1])).toBe(2);
  expect(await mark(undefined, [0])).toBe(0);
  expect(fs.readFileSync(file, 'utf8')).toBe(TEXT.replaceAll(', run', ', realInput: true, run'));
});
