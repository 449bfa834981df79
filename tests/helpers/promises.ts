import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** A line of `tests/promises.md`. */
export interface Promised {
  promise: string;
  /** Path of a test file in the repository. */
  file: string;
  /** Title of the test or of its group, as in the source. */
  name: string;
}

/** Reads the promises. A list item that is not a promise has no file. */
export function readPromises(): Promised[] {
  const text = fs.readFileSync(path.join(root, 'tests/promises.md'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => {
      const [, promise = line, file = '', name = ''] =
        /^- (.+\.) `(tests\/[\w./-]+\.test\.ts)`: (.+)$/.exec(line) ?? [];
      return { promise, file, name };
    });
}

/** Matches the full name of a test that ran, given its title in the source: placeholders match any text. */
export function ranAs(name: string): RegExp {
  const literal = name.split(/%[sdij#]|\$\{\w+\}|\$\w+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(literal.join('[\\s\\S]+'));
}
