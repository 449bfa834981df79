import { describe, expect, it } from 'vitest';
import { DiagnosticError } from '../../../src/node/base/diagnostics/diagnostic.ts';
import type { DevSite } from '../../../src/node/dev/dev-site.ts';
import { findOutput, isPage } from '../../../src/node/dev/find-output.ts';

const diagnostic = { severity: 'error', code: 'CD300', text: 'wrong' } as const;

/** A site with some outputs. An error is thrown when its output is requested. */
function siteOf(outputs: Record<string, string | Error>): DevSite {
  const output = async (path: string) => {
    const content = outputs[path];
    if (content instanceof Error) throw content;
    return content === undefined ? undefined : { content, diagnostics: [] };
  };
  return { output } as unknown as DevSite;
}

describe('findOutput', () => {
  const site = siteOf({
    'guide/index.html': '<html data-entry>',
    'note.txt': 'a note',
    'wrong/index.html': new DiagnosticError([diagnostic]),
    '404.html': 'none',
  });

  it('finds a page or a file, or else the page for missing pages', async () => {
    expect(await findOutput(site, 'guide')).toMatchObject({ outputPath: 'guide/index.html', status: 200 });
    expect(await findOutput(site, 'note.txt')).toMatchObject({ outputPath: 'note.txt', content: 'a note' });
    expect(await findOutput(site, 'gone')).toMatchObject({ outputPath: '404.html', status: 404 });
    expect(await findOutput(site, undefined)).toMatchObject({ status: 404 });
    expect(await findOutput(siteOf({}), 'gone')).toBeUndefined();
  });

  it('returns a page without content, but with its errors, if it cannot be built', async () => {
    const found = await findOutput(site, 'wrong');
    expect(found).toEqual({ outputPath: 'wrong/index.html', status: 200, diagnostics: [diagnostic] });
    expect(found && isPage(found)).toBe(true);
  });

  it('recognizes pages by the scripts of the shell', async () => {
    const found = await Promise.all(['guide', 'note.txt', 'gone'].map((path) => findOutput(site, path)));
    expect(found.map((output) => output && isPage(output))).toEqual([true, false, false]);
  });

  it('throws internal errors', async () => {
    await expect(findOutput(siteOf({ 'a/index.html': new Error('ours') }), 'a')).rejects.toThrow('ours');
  });
});
