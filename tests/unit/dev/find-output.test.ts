import { describe, expect, it } from 'vitest';
import { DiagnosticError } from '../../../src/node/base/diagnostics/diagnostic.ts';
import type { DevSite } from '../../../src/node/dev/dev-site.ts';
import { findOutput, isPage } from '../../../src/node/dev/find-output.ts';

const fault = { severity: 'error', code: 'CD300', text: 'wrong' } as const;

/** A site with some outputs; one that is an error is thrown. */
function siteOf(outputs: Record<string, string | Error>): DevSite {
  const output = async (path: string) => {
    const content = outputs[path];
    if (content instanceof Error) throw content;
    return content === undefined ? undefined : { content, diagnostics: [] };
  };
  return { output } as unknown as DevSite;
}

describe('what there is for a path', () => {
  const site = siteOf({
    'guide/index.html': '<html data-entry>',
    'note.txt': 'a note',
    'wrong/index.html': new DiagnosticError([fault]),
    '404.html': 'none',
  });

  it('is a page or a file, else the page that says there is none', async () => {
    expect(await findOutput(site, 'guide')).toMatchObject({ outputPath: 'guide/index.html', status: 200 });
    expect(await findOutput(site, 'note.txt')).toMatchObject({ outputPath: 'note.txt', content: 'a note' });
    expect(await findOutput(site, 'gone')).toMatchObject({ outputPath: '404.html', status: 404 });
    expect(await findOutput(site, undefined)).toMatchObject({ status: 404 });
    expect(await findOutput(siteOf({}), 'gone')).toBeUndefined();
  });

  it('is a page without content where it cannot be made, with what is wrong', async () => {
    const found = await findOutput(site, 'wrong');
    expect(found).toEqual({ outputPath: 'wrong/index.html', status: 200, diagnostics: [fault] });
    expect(found && isPage(found)).toBe(true);
  });

  it('is a page of the tool when it has its scripts', async () => {
    const found = await Promise.all(['guide', 'note.txt', 'gone'].map((path) => findOutput(site, path)));
    expect(found.map((output) => output && isPage(output))).toEqual([true, false, false]);
  });

  it('is no answer for a fault of the tool', async () => {
    await expect(findOutput(siteOf({ 'a/index.html': new Error('ours') }), 'a')).rejects.toThrow('ours');
  });
});
