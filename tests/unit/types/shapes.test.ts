import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExtractedApi } from '../../../src/node/types/extract/extract-api.ts';
import type { ApiComponent } from '../../../src/shared/api.ts';
import { printTables } from '../../helpers/library-types/api-table.ts';
import { extractApi } from '../../helpers/library-types/compiler.ts';
import { createFolder, writeFiles } from '../../helpers/library-types/library.ts';
import { readShapes } from '../../helpers/library-types/shapes.ts';

const shapes = await readShapes(path.resolve(import.meta.dirname, '../../fixtures/api/shapes.md'));
const cases = shapes.map((shape) => ({ ...shape, id: shape.title.replace(/\W+/g, '_') }));
/** A default export gets its name only as an export of the entry. */
const isEntry = ({ files }: { files: Record<string, string> }): boolean =>
  /export default|\{ default/.test(files['index.tsx'] ?? '');

let folder: string;
let all: ExtractedApi;

beforeAll(async () => {
  folder = await createFolder();
  for (const { id, files } of cases) {
    await writeFiles(path.join(folder, id), files);
  }
  const exported = cases.filter((shape) => !isEntry(shape)).map(({ id }) => `export * as ${id} from './${id}/index';`);
  await writeFiles(folder, { 'package.json': '{"name": "shapes"}', 'index.tsx': exported.join('\n') });
  all = extractApi({ projectRoot: folder, entry: 'index.tsx' });
});

/** Exports of a shape, with their ids without the prefix. */
function exportsOf(id: string): ApiComponent[] {
  const own = all.components.filter((component) => component.id.startsWith(`${id}.`));
  return own.map((component) => ({ ...component, id: component.id.slice(id.length + 1) }));
}

describe('extractApi', () => {
  it('has a corpus', () => {
    expect(cases.length).toBeGreaterThan(60);
  });

  it.each(cases.filter((shape) => !isEntry(shape)))('reads $title', ({ id, table }) => {
    expect(printTables(exportsOf(id), 'shapes')).toBe(table);
  });

  it.each(cases.filter(isEntry))('reads $title', ({ id, table }) => {
    const { components } = extractApi({ projectRoot: folder, entry: `${id}/index.tsx` });
    expect(printTables(components, 'shapes')).toBe(table);
  });

  it('reports missing types once per file', () => {
    const printed = all.diagnostics.map(({ severity, text, notes }) => `${severity} ${text}: ${notes}`);
    expect(printed).toEqual([
      expect.stringMatching(/^warning The type `GoneProps` cannot be found.*imported from `no-such-package`/),
      expect.stringMatching(/^warning The type `Gone` cannot be found.*imported from `no-such-package`/),
      expect.stringMatching(/^warning The type `Nowhere` cannot be found.*Declare it, or import it/),
    ]);
    expect(all.diagnostics[0]?.location).toMatchObject({ line: 3, column: 32, length: 9 });
  });

  it('contains no absolute path', () => {
    expect(JSON.stringify(all.components)).not.toContain(path.dirname(folder));
  });
});
