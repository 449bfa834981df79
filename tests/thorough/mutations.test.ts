import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { faultsOf, mutate, type Original, readOriginals } from '../helpers/mutations.ts';

/** `npm run test:soak` tests a thousand, also of demos and configurations, each in its own process. */
const COUNT = 20;

const CONFIG = 'cascader-docs.config.ts';

/** Text pages need no bundler. */
const isText = (name: string, text: string): boolean =>
  /^docs\/.*\.md$/.test(name) && !/<(?:API|embed|code)\b|```[jt]sx|\bmermaid\b|\bdemo: /.test(text);

/** Text pages need no types, and extracting them takes most of the time. */
function withoutLibrary(original: Original): Original {
  const { [CONFIG]: config = '', ...files } = original.files;
  return { ...original, files: { ...files, [CONFIG]: config.replace(/^ *library: .*$/m, '') } };
}

describe('mutations of pages', () => {
  it(`each of ${COUNT} ends with a location or with a site`, { timeout: 300_000 }, async () => {
    const originals = (await readOriginals()).map(withoutLibrary);
    const found: string[] = [];
    for (let seed = 0; seed < COUNT; seed++) {
      const { what, file, files } = mutate(originals, seed, isText);
      const { build } = await createSite(files);
      const { exitCode, text, files: output } = await build({ cache: false });
      const faults = faultsOf({ code: exitCode, stderr: text, files, file });
      if ((exitCode === 0) !== output.includes('index.html')) faults.push('no site, or half of one');
      if (faults.length > 0) found.push(`${seed} ${what}: ${faults.join('; ')}`);
    }
    expect(found).toEqual([]);
  });
});
