import { describe, expect, it } from 'vitest';
import { buildSite, createSite } from '../helpers/build-site.ts';
import { startDev } from '../helpers/dev-site.ts';

/** Returns a site with two demos and the setup `demos/setup.tsx`. */
const siteWith = (setup: string): Record<string, string> => ({
  'cascader-docs.config.ts': "export default {\n  demo: { setup: './demos/setup.tsx' },\n};\n",
  'docs/index.md': '# Home\n\n<code src="../demos/one.tsx"></code>\n\n```jsx\nexport default () => <b>two</b>;\n```\n',
  'demos/one.tsx': 'export default () => <b>one</b>;\n',
  'demos/setup.tsx': setup,
});

describe('errors of the demo setup', () => {
  it('a missing module is reported where it is configured', async () => {
    const { 'demos/setup.tsx': _, ...files } = siteWith('');
    const { text, exitCode } = await buildSite(files);
    expect(exitCode).toBe(1);
    expect(text).toMatchInlineSnapshot(`
      "cascader-docs.config.ts:2:19 - error CD223: The module demos/setup.tsx does not exist

        2 │   demo: { setup: './demos/setup.tsx' },
          ╵                   ^^^^^^^^^^^^^^^^^

        → Paths are relative to the config file."
    `);
  });

  it('a `Wrapper` that is not a component is one error for all demos', async () => {
    const { text, exitCode } = await buildSite(siteWith('const own = 1;\nexport const Wrapper = <div>{own}</div>;\n'));
    expect(exitCode).toBe(1);
    expect(text).toMatchInlineSnapshot(`
      "demos/setup.tsx:2:14 - error CD508: \`Wrapper\` of the module \`demo.setup\` is not a component

        2 │ export const Wrapper = <div>{own}</div>;
          ╵              ^^^^^^^

        → Export a component: \`export function Wrapper({ children }) { … }\`."
    `);
  });

  it('a module that throws is reported once, with its line', async () => {
    const { text } = await buildSite(siteWith('const size = window.innerWidth;\nexport const wide = size > 1;\n'));
    expect(text).toMatchInlineSnapshot(`
      "demos/setup.tsx:1:7 - warning CD501: 2 demos cannot be rendered on the server: window is not defined

        1 │ const size = window.innerWidth;
          ╵       ^

        → These demos will render only in the browser: docs-demo-one, docs-demo-0.
        → Use browser objects only in effects and event handlers."
    `);
  });

  it('a missing import is reported once', async () => {
    const { text } = await buildSite(siteWith("import './missing';\n"));
    expect(text).toMatchInlineSnapshot(`
      "demos/setup.tsx:1:8 - error CD401: Cannot find module: ./missing

        1 │ import './missing';
          ╵        ^^^^^^^^^^^

        → Create the file, or correct the import."
    `);
  });

  it('a demo without a component is reported as it is without a setup', async () => {
    const files = { ...siteWith('export {};\n'), 'demos/one.tsx': 'export const One = () => <b>one</b>;\n' };
    const { text } = await buildSite(files);
    expect(text).toMatchInlineSnapshot(`
      "demos/one.tsx:1:1 - error CD524: The demo docs-demo-one has no default export, so it has no component to render

        1 │ export const One = () => <b>one</b>;
          ╵ ^^^^^^

        → Write \`export default One;\` below the component.
        → The demo is embedded at docs/index.md:3:1."
    `);
  });

  it('in dev, they disappear when they are fixed', async () => {
    const { 'demos/setup.tsx': _, ...files } = siteWith('');
    const site = await createSite(files);
    const dev = await startDev(site.root);
    const read = async (): Promise<string> => await (await fetch(`${dev.url}/`)).text();
    await read();
    expect(dev.diagnostics.map(({ text }) => text)).toContain('The module demos/setup.tsx does not exist');
    await site.write({
      'demos/setup.tsx':
        "import type { ReactNode } from 'react';\nexport const Wrapper = ({ children }: { children?: ReactNode }) => <i>{children}</i>;\n",
    });
    await expect.poll(read).toContain('<i><b>one</b></i>');
  });
});

it('the demo setup is type-checked', async () => {
  const site = await createSite({
    ...siteWith('export const count: number = "one";\n'),
    'tsconfig.json': '{"compilerOptions": {"jsx": "react-jsx", "strict": true}}',
  });
  const { text } = await site.build({ strict: true, cache: false });
  expect(text).toContain("demos/setup.tsx:1:14 - error CD810: Type 'string' is not assignable to type 'number'");
});
