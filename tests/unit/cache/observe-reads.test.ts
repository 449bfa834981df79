import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { disk, observeReads } from '../../../src/node/cache/observe-reads.ts';

it('sees what is read, and not what the cache reads for itself', () => {
  const reads = observeReads();
  try {
    const file = fileURLToPath(import.meta.url);
    const seen = () => reads.seen().facts.filter((fact) => fact.path === file);
    disk.readFile(file);
    expect(seen()).toEqual([]);
    fs.readFileSync(file);
    expect(seen()).toMatchObject([{ question: 'content' }]);
  } finally {
    reads.stop();
  }
});
