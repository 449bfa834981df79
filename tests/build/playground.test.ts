import { beforeAll, describe, expect, it } from 'vitest';
import type { PageData } from '../../src/shared/page-data.ts';
import { createSite, type TestBuild } from '../helpers/build-site.ts';
import { PLAYGROUND_SITE } from '../helpers/playground-site.ts';

const dataOf = (html: string): PageData =>
  JSON.parse(/id="site:data">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as PageData;

/** Builds a site whose only page has this text. */
async function buildPage(page: string, files: Record<string, string> = {}): Promise<TestBuild> {
  const { build } = await createSite({ ...PLAYGROUND_SITE, 'docs/index.md': `# Page\n\n${page}\n`, ...files });
  return await build({ cache: false });
}

const OWN =
  "import { Button } from 'buttons';\n\nexport default function Demo(props: { label?: string }) {\n  return <Button>{props.label ?? 'Go'}</Button>;\n}\n";
const PASSED =
  "import { Button, type ButtonProps } from 'buttons';\nexport default (props: ButtonProps) => <Button {...props} />;\n";

describe('a site with playgrounds', () => {
  let built: TestBuild;
  const demosOf = async (page: string) => dataOf(await built.read(`${page}/index.html`)).demos;

  beforeAll(async () => {
    built = await buildPage('<Playground id="Button" initial=\'{"children":"Save","loading":true}\' />', {
      'docs/page.mdx':
        'import { useState } from \'react\';\n\n# Page\n\nexport const Now = () => <b>{useState(1)[0]}</b>;\n\n<Now />\n\n<Playground id="Button" name="own" />\n',
      'docs/own.md': '# Own\n\n<code src="../demos/own.tsx"></code>\n',
      'demos/own.tsx': OWN,
      'docs/frame.md':
        '# Frame\n\n<code src="../demos/passed.tsx" iframe="200"></code>\n\n<code src="../demos/passed.tsx" id="second"></code>\n',
      'demos/passed.tsx': `/** props: variant */\n${PASSED}`,
      'docs/script.md': '# Script\n\n<code src="../demos/script.jsx"></code>\n',
      'demos/script.jsx': 'export default (props) => <p>{Object.keys(props).length}</p>;\n',
    });
  });

  it('reports only the demo whose playground cannot show the use of its props, which works as before', async () => {
    expect(built.diagnostics.map(({ code, severity, location }) => [severity, code, location])).toEqual([
      ['warning', 'CD830', expect.objectContaining({ file: 'demos/own.tsx', line: 4, column: 19 })],
    ]);
    expect((await demosOf('own'))['docs-own-demo-own']?.playground).toBeUndefined();
  });

  it('needs no other demo in a page, and has code in the Markdown twin', async () => {
    const { read } = built;
    const code =
      "import { Button } from 'buttons';\n\nexport default function Demo() {\n  return <Button loading>Save</Button>;\n}";
    expect(await read('index.md')).toBe(
      `<!-- buttons 1.0.0 -->\n\n# Page\n\n**Button**\n\n\`\`\`tsx [index.tsx]\n${code}\n\`\`\`\n`,
    );
    const html = await read('index.html');
    expect(html).toContain('Loading <!-- -->Save</button>');
    const source = JSON.parse(await read(dataOf(html).demos['docs-demo-playground-button']?.source?.slice(1) ?? ''));
    expect(source.asset.dependencies['index.tsx'].value).toBe(code);
  });

  it('may have one in an .mdx page with code', async () => {
    expect((await demosOf('page'))['docs-page-demo-playground-own']?.playground?.name).toBe('own');
  });

  it('has no controls for a frame, and no options of the page in the props of a demo', async () => {
    const { 'docs-frame-demo-passed': framed, 'docs-frame-demo-second': second } = await demosOf('frame');
    expect(framed?.playground).toBeUndefined();
    expect(second?.playground?.schema.props[0]?.name).toBe('variant');
    expect(second).not.toHaveProperty('props');
  });
});

describe('<Playground>', () => {
  const WRONG: [tag: string, message: string][][] = [
    [
      ['<Playground />', '3:1 - error CD838: `<Playground>` needs an `id`'],
      [
        '<Playground id="a b" />',
        '3:17 - error CD838: The `id` of `<Playground>` must be the name of an export, not `a b`',
      ],
      ['<Playground id="Button" initial="{" />', '3:34 - error CD838: `initial` must be a JSON object'],
      [
        '<Playground id="Button" initial="[]" />',
        '3:34 - error CD838: `initial` must be a JSON object: it is not an object',
      ],
      [
        '<Playground id="Button" />\n\n<Playground id="Button" />',
        '5:1 - error CD839: Two playgrounds on this page have the name `Button`',
      ],
    ],
    [
      [
        '<Playground id="Buton" />',
        '3:1 - error CD832: The library exports no component `Buton`. Did you mean `Button`?',
      ],
      ['<Playground id="Size" />', '3:1 - error CD832: The library exports no component `Size`'],
      ['<Playground id="Sizes" />', '3:1 - error CD832: The library exports no component `Sizes`'],
      [
        '<Playground id="Button" props="varian size" />',
        '3:32 - error CD833: Unknown prop `varian`. Did you mean `variant`?',
      ],
      [
        '<Playground id="Button" initial=\'{"variant":"big"}\' />',
        '3:34 - error CD835: There are no controls, because the compiler rejects the initial values: Type \'"big"\'',
      ],
    ],
  ];
  it.each(WRONG.map((cases) => ({ cases })))('is reported if it is wrong: $cases.0.0', async ({ cases }) => {
    const { text, exitCode, files } = await buildPage(
      '',
      Object.fromEntries(cases.map(([tag], index) => [`docs/p${index}.md`, `# Page\n\n${tag}\n`])),
    );
    for (const [index, [, message]] of cases.entries()) expect(text).toContain(`docs/p${index}.md:${message}`);
    expect(text.match(/ error /g)).toHaveLength(cases.length);
    expect(exitCode).toBe(1);
    expect(files).toEqual([]);
  });

  it('without an initial value of a required prop is a warning, shown instead of the demo', async () => {
    const files = {
      'src/index.tsx':
        'export function List({ items }: { items: string[] }) {\n  return <ul>{items.map((item) => <li key={item}>{item}</li>)}</ul>;\n}\n',
      ...Object.fromEntries(
        ['button', 'named', 'counter'].map((name) => [`demos/${name}.tsx`, 'export default () => null;\n']),
      ),
    };
    const { text, exitCode, read } = await buildPage('<Playground id="List" />', files);
    expect(text).toMatchInlineSnapshot(`
      "docs/index.md:3:1 - warning CD834: The controls need an initial value for \`items\`

        3 │ <Playground id="List" />
          ╵ ^^^^^^^^^^^

        → Add it: \`initial='{"items": …}'\`.
        → If the value cannot be written as JSON, embed a demo with props instead."
    `);
    expect(exitCode).toBe(0);
    const [, card] = /class="demo-stage"[^>]*>(.*?)<div class="demo-bar"/s.exec(await read('index.html')) ?? [];
    expect(card).toMatchInlineSnapshot(
      `"<div><div data-static="demo:docs-demo-playground-list"><div class="demo-root"  data-needs-runtime><div class="crash-box" lang="en"><strong>The controls need an initial value for <code>items</code></strong><div>Add it: <code>initial=&#x27;{&quot;items&quot;: …}&#x27;</code>.</div><div>If the value cannot be written as JSON, embed a demo with props instead.</div></div></div></div></div><div data-live-stage=""></div></div>"`,
    );
  });

  it('needs the package if the site documents several, or none', async () => {
    const page = '<Playground id="Button" />';
    const none = await buildPage(page, { 'cascader-docs.config.ts': 'export default {};\n', 'package.json': '{}' });
    expect(none.text).toContain('CD838: `<Playground>` needs a documented library');
    const several = {
      'cascader-docs.config.ts':
        "export default { library: [{ name: 'buttons', entry: './src/index.tsx' }, { name: 'others', entry: './src/other.tsx' }] };\n",
      'src/other.tsx': 'export const Other = () => <i>other</i>;\n',
    };
    expect((await buildPage(page, several)).text).toContain('→ Add `package="buttons"`.');
    expect((await buildPage('<Playground id="Button" package="buttons" />', several)).text).toBe('');
  });
});

it('<Playground> needs types', async () => {
  const files = { 'cascader-docs.config.ts': 'export default { apiParser: false };\n' };
  const { text } = await buildPage('<Playground id="Button" package="buttons" />', files);
  expect(text).toContain(
    'docs/index.md:3:1 - error CD838: `<Playground>` needs types, which `apiParser: false` turns off',
  );
});

describe('a demo that lists `props`', () => {
  it('has an error if a playground cannot show their use, or if a name is no prop', async () => {
    const { text, exitCode } = await buildPage(
      '<code src="../demos/own.tsx"></code>\n\n<code src="../demos/wrong.tsx"></code>',
      {
        'demos/own.tsx': `/** props: label */\n${OWN}`,
        'demos/wrong.tsx': `/**\n * title: Own\n * props: sise\n */\n${PASSED}`,
      },
    );
    expect(text).toContain('demos/own.tsx:5:19 - error CD830');
    expect(text).toContain('demos/wrong.tsx:3:11 - error CD833: Unknown prop `sise`. Did you mean `size`?');
    expect(exitCode).toBe(1);
  });
});

describe('the rest of the site', () => {
  it('has the same bytes with and without a playground', async () => {
    const plain = {
      'docs/index.md': '# Buttons\n\n<code src="../demos/plain.tsx"></code>\n',
      'demos/plain.tsx': 'export default () => <p>plain</p>;\n',
    };
    const [without, withSome] = await Promise.all(
      [{ ...PLAYGROUND_SITE, ...plain }, PLAYGROUND_SITE].map(async (all) => {
        const { build } = await createSite(all);
        return await build({ cache: false });
      }),
    );
    const textOf = async (built: TestBuild | undefined): Promise<string[]> => {
      const html = (await built?.read('text/index.html')) ?? '';
      const urls = [...html.matchAll(/"\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path);
      const files = await Promise.all([...new Set(urls)].map((path) => built?.read(path) ?? ''));
      return [html.replace(/"buildId":"[^"]*"/, ''), ...files];
    };
    const texts = await textOf(withSome);
    expect(texts).toEqual(await textOf(without));
    expect(texts.length).toBeGreaterThan(5);
  });

  it('is built again when the types of a playground change, and only then', async () => {
    const named = { 'docs/index.md': '# Page\n\n<code src="../demos/named.tsx"></code>\n' };
    const { build, write } = await createSite({ ...PLAYGROUND_SITE, ...named });
    const names = async ({ read }: TestBuild) =>
      dataOf(await read('index.html')).demos['docs-demo-named']?.playground?.schema.props.map(({ name }) => name);
    expect(await names(await build())).toEqual(['label', 'size']);
    const code = PLAYGROUND_SITE['demos/named.tsx'] ?? '';
    await write({
      'demos/named.tsx': code
        .replace('  size?: Size;', '  size?: Size;\n  icon?: string;')
        .replace('size }', 'size, icon }')
        .replace('size={size}', 'size={size} tone={icon}'),
    });
    expect(await names(await build())).toEqual(['label', 'size', 'icon']);
    await write({ 'demos/named.tsx': code });
    expect(await names(await build())).toEqual(['label', 'size']);
  });
});
