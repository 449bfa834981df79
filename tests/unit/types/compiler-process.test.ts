import childProcess from 'node:child_process';
import fs from 'node:fs';
import { expect, it } from 'vitest';
import { startCompiler } from '../../../src/node/types/compiler/open.ts';

const children = (): string[] =>
  fs.readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');

it.runIf(fs.existsSync('/proc/self/fd'))('prints nothing to the terminal of the user', () => {
  const { spawn } = childProcess;
  const before = children();
  const compiler = startCompiler();
  try {
    // The compiler starts with the first query.
    compiler.begin().parse([import.meta.filename]);
    const own = children().filter((pid) => !before.includes(pid));
    expect(own.map((pid) => fs.readlinkSync(`/proc/${pid}/fd/2`))).toEqual([
      expect.stringMatching(/\.log \(deleted\)$/),
    ]);
  } finally {
    compiler.close();
  }
  expect(childProcess.spawn).toBe(spawn);
});
