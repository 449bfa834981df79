import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const folder = path.resolve(import.meta.dirname, '../../.github/workflows');
const workflows = fs.readdirSync(folder).map((file) => [file, parse(fs.readFileSync(path.join(folder, file), 'utf8'))]);

describe('workflows', () => {
  it.each(workflows)('%s can only read, unless a job declares more', (_, workflow) => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
  });

  it('publish with provenance and without a token', () => {
    const { jobs } = new Map(workflows as [string, { jobs: Record<string, never> }][]).get('release.yml') ?? {};
    const text = JSON.stringify(jobs);
    expect(text).toContain('npm publish --provenance');
    expect(text).toContain('"id-token":"write"');
    expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/);
  });
});
