import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const text = fs.readFileSync(path.join(root, 'docs/_handbook/docs/reference/promises.md'), 'utf8');
const lines = text.split('\n').filter((line) => line.startsWith('- '));
const promises = lines.map((line) => /^- (.+\.) `(tests\/[\w./-]+\.test\.ts)`: (.+)$/.exec(line)?.slice(1) ?? [line]);

describe('promises of the handbook', () => {
  it('are many', () => {
    expect(promises.length).toBeGreaterThan(20);
  });

  it.each(promises)('%s', (_, file = '', name = '') => {
    const test = fs.readFileSync(path.join(root, file), 'utf8');
    // Its name, or that of the group: what is skipped proves nothing.
    const places = test.split('\n').filter((line) => line.includes(name));
    expect(places.length, `${file} has no test "${name}"`).toBeGreaterThan(0);
    expect(test).not.toMatch(/\b(?:it|describe)\.(?:skip|todo|only)\b/);
  });
});
