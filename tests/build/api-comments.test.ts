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
/**
 * Toggles.
 *
 * @param options - how it begins
 * @returns the \`new\` value
 * @example
 * toggle({});
 */
export function toggle({ initial }: ToggleOptions, more?: { a?: string }): string { return initial ?? more?.a ?? 'off'; }
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
    /<div class="code-block api-signature" data-lang="ts"><pre tabindex="0" role="group" aria-label="toggle"><code>[^<]*<span class="token/,
  );
  expect(html).toContain(
    '<div class="api-returns"><span data-message="api.returns">Returns</span> <div><p>the <code>new</code> value</p></div></div>',
  );
  expect(html).toMatch(/<div><div class="code-block" data-lang="tsx">.*?toggle/);
  expect(html).toContain('<p>how it begins</p>');
  const index = built.files.find((file) => /^~search\/.*\.json$/.test(file)) ?? '';
  expect(await built.read(index)).toContain("The first value: toggle({ initial: 'on' }); · string");
});

it('keeps doc comments and signatures in Markdown', async () => {
  const site = await createSite({
    ...LIBRARY,
    'src/index.tsx': `${LIBRARY['src/index.tsx']}
/**
 * Tabs, not &lt;Tab>:
 *
 * - one
 * - [two](/guide)
 *
 * ${FENCE}tsx
 * <Tabs>…</Tabs>
 * ${FENCE}
 * @deprecated Use {@link https://a.test other tabs}.
 */
export interface Tabs {
  /**
   * Text | code in &lt;Tabs>.
   * @since 1.2
   */
  value: string;
  /** @deprecated Use \`value\`, see [guide](/guide). */
  old?: string;
  /** @beta */
  next?: \`a|\${string}\`;
}
`,
    'docs/index.md': '# Page\n\nBefore\n<API id="toggle" />\n<API id="ToggleOptions" />\n<API id="Tabs" />\nAfter\n',
    'docs/guide.md': '# Guide\n',
  });
  const built = await site.build({ cache: false });
  expect(built.text).toBe('');
  expect(await built.read('index.md')).toMatchInlineSnapshot(`
    "<!-- my-library 1.0.0 -->

    # Page

    Before

    Toggles.

    \`\`\`ts
    ({ initial }: ToggleOptions, more?: { a?: string; }) => string
    \`\`\`

    Returns: the \`new\` value

    \`\`\`tsx
    toggle({});
    \`\`\`

    | Name | Description | Type | Default |
    | --- | --- | --- | --- |
    | { initial } (required) | how it begins | \`ToggleOptions\` | - |
    | more |  | \`{ a?: string; }\` | - |

    | Name | Description | Type | Default |
    | --- | --- | --- | --- |
    | initial | The first value:<br>\`toggle({ initial: 'on' });\` | \`string\` | - |

    Tabs, not \\<Tab>:

    - one
    - [two](/guide)

    \`\`\`tsx
    <Tabs>…</Tabs>
    \`\`\`

    **Deprecated.** Use [other tabs](https://a.test).

    | Name | Description | Type | Default |
    | --- | --- | --- | --- |
    | value (required) | Text \\| code in \\<Tabs>. Since 1.2. | \`string\` | - |
    | old | **Deprecated.** Use \`value\`, see [guide](/guide). | \`string\` | - |
    | next | **Beta.** | \`\` \`a\\|\${string}\` \`\` | - |

    After
    "
  `);
});
