import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ranAs, readPromises } from '../helpers/promises.ts';

const root = path.resolve(import.meta.dirname, '../..');
const promises = readPromises();

describe('promises of the handbook', () => {
  it('are many', () => {
    expect(promises.length).toBeGreaterThan(20);
  });

  // That they ran, and passed, is looked at by the reporter when all is done.
  it.each(promises)('$promise', ({ file, name }) => {
    const test = fs.readFileSync(path.join(root, file), 'utf8');
    // Its name, or that of the group: what is skipped proves nothing.
    const places = test.split('\n').filter((line) => line.includes(name));
    expect(places.length, `${file} has no test "${name}"`).toBeGreaterThan(0);
    expect(test).not.toMatch(/\b(?:it|describe)\.(?:skip|todo|only)\b/);
  });

  it('go by the names that tests have when they run', () => {
    expect(ranAs('is named, with %i threads').test('a page > is named, with 2 threads')).toBe(true);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as the file of tests has it.
    expect(ranAs('makes ${ROUNDS} (of them), in $name').test('x > makes 20 (of them), in dev')).toBe(true);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as the file of tests has it.
    expect(ranAs('makes ${ROUNDS}').test('x > makes')).toBe(false);
  });
});
