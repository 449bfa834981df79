import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { formatUsageError } from '../../../src/cli/report-failure.ts';

const plain = (text: string): string => stripVTControlCharacters(formatUsageError(text));

it.each([
  [
    "error: unknown option '--nope'\n",
    'error: Unknown option `--nope`\n\n  → `cascader-docs --help` lists the commands, and `cascader-docs <command> --help` the options of a command\n',
  ],
  [
    "error: unknown command 'buld'\n(Did you mean build?)\n",
    'error: Unknown command `buld`\n\n  → Did you mean `build`?\n',
  ],
  [
    "error: unknown option '--bas'\n(Did you mean one of --base, --bare?)\n",
    'error: Unknown option `--bas`\n\n  → Did you mean `--base`, `--bare`?\n',
  ],
])('%j is printed as other errors are', (message, expected) => {
  expect(plain(message)).toBe(expected);
});
