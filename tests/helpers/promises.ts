import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** A line of the handbook's page of promises. */
export interface Promised {
  promise: string;
  /** Path of a file of tests in the repository. */
  file: string;
  /** Name of the test in it, or of its group, as it is written there. */
  name: string;
}

/** The promises of the handbook; a line that is none has no file. */
export function readPromises(): Promised[] {
  const text = fs.readFileSync(path.join(root, 'docs/_handbook/docs/reference/promises.md'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => {
      const [, promise = line, file = '', name = ''] =
        /^- (.+\.) `(tests\/[\w./-]+\.test\.ts)`: (.+)$/.exec(line) ?? [];
      return { promise, file, name };
    });
}

/** Matches the whole name of a test that goes by the name as it is written: with values in the place of what stands for them. */
export function ranAs(name: string): RegExp {
  const literal = name.split(/%[sdij#]|\$\{\w+\}|\$\w+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(literal.join('[\\s\\S]+'));
}
