import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ranAs, readPromises } from '../helpers/promises.ts';

const root = path.resolve(import.meta.dirname, '../..');
const promises = readPromises();

describe('the promises', () => {
  it('are many', () => {
    expect(promises.length).toBeGreaterThan(20);
  });

  // The reporter checks after the run that the tests passed.
  it.each(promises)('$promise', ({ file, name }) => {
    const test = fs.readFileSync(path.join(root, file), 'utf8');
    // The title of a test or of its group. Skipped tests prove nothing.
    const places = test.split('\n').filter((line) => line.includes(name));
    expect(places.length, `${file} has no test "${name}"`).toBeGreaterThan(0);
    expect(test).not.toMatch(/\b(?:it|describe)\.(?:skip|todo|only)\b/);
  });

  it('are found by the titles of tests that ran', () => {
    expect(ranAs('is named, with %i threads').test('a page > is named, with 2 threads')).toBe(true);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as in the source of the test.
    expect(ranAs('makes ${ROUNDS} (of them), in $name').test('x > makes 20 (of them), in dev')).toBe(true);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as in the source of the test.
    expect(ranAs('makes ${ROUNDS}').test('x > makes')).toBe(false);
  });
});
