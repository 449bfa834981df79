import { expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';

const FENCE = '```';

const LIBRARY = {
  'package.json': '{"name": "my-library", "version": "1.0.0"}',
  'src/index.tsx': `export interface ToggleOptions {
  /**
   * The first value:
   *
   * ${FENCE}ts
   * toggle({ initial: 'on' });
   * ${FENCE}
   */
  initial?: string;
}
/** Toggles. */
export function toggle(options: ToggleOptions): string { return options.initial ?? 'off'; }
`,
};

const PAGE = '# Page\n\n<API id="toggle" />\n\n<API id="ToggleOptions" />\n';

it('shows code in doc comments and signatures like other code', async () => {
  const built = await (await createSite({ ...LIBRARY, 'docs/index.md': PAGE })).build({ cache: false });
  expect(built.text).toBe('');
  const html = await built.read('index.html');
  expect(html).toContain(
    '<div class="code-block" data-lang="ts"><pre tabindex="0" role="group" aria-label="ts"><code class="language-ts"><span class="token function">toggle</span>',
  );
  expect(html).toMatch(
    /<div class="code-block api-signature" data-lang="ts"><pre tabindex="0" role="group" aria-label="toggle"><code class="language-ts">[^<]*<span class="token/,
  );
  const index = built.files.find((file) => /^~search\/.*\.json$/.test(file)) ?? '';
  expect(await built.read(index)).toContain("The first value: toggle({ initial: 'on' }); · string");
});
