import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { TimeoutError, withinTime } from '../../../src/node/project/within-time.ts';
import { disk, observed, observeReads } from '../../../src/node/store/observe-reads.ts';

it('records what is read, except by the cache itself', () => {
  const reads = observeReads();
  try {
    const file = fileURLToPath(import.meta.url);
    const seen = () => reads.seen().reads.filter((fact) => fact.path === file);
    disk.readFile(file);
    expect(seen()).toEqual([]);
    fs.readFileSync(file);
    expect(seen()).toMatchObject([{ question: 'content' }]);
  } finally {
    reads.stop();
  }
});

it('records what is read after a task was stopped while it read', () => {
  const reads = observeReads();
  try {
    const file = fileURLToPath(import.meta.url);
    const endless = (): void => {
      for (;;) fs.readdirSync('/');
    };
    // The task is stopped at a random point.
    for (let round = 0; round < 5; round++) {
      expect(() => withinTime(20, () => observed(endless))).toThrow(TimeoutError);
      fs.readFileSync(`${file}`);
      fs.existsSync(`${file}.${round}`);
    }
    const seen = reads.seen().reads.filter((fact) => fact.path.startsWith(file));
    expect(seen.map(({ question }) => question)).toEqual(['content', 'kind', 'kind', 'kind', 'kind', 'kind']);
  } finally {
    reads.stop();
  }
});

it('restores the functions of the module if a task is stopped while it observes', () => {
  const { readdirSync } = fs;
  const observes = (): void => {
    for (;;) observed(() => fs.readdirSync('/'));
  };
  for (let round = 0; round < 5; round++) {
    expect(() => withinTime(20, observes)).toThrow(TimeoutError);
    expect(fs.readdirSync).toBe(readdirSync);
  }
});

it('keeps the reads of each observer when another one stops', () => {
  const { readFileSync } = fs;
  const file = fileURLToPath(import.meta.url);
  const [first, second] = [observeReads(), observeReads()];
  const seenBy = (reads: typeof first) => reads.seen().reads.map((fact) => fact.path);
  fs.existsSync(`${file}.1`);
  first.stop();
  first.stop();
  fs.existsSync(`${file}.2`);
  expect(seenBy(first)).toEqual([`${file}.1`]);
  expect(seenBy(second)).toEqual([`${file}.1`, `${file}.2`]);
  second.stop();
  expect(fs.readFileSync).toBe(readFileSync);
});
