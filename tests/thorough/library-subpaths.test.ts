import { describe, expect, it } from 'vitest';
import { buildSite } from '../helpers/build-site.ts';

/** Returns a library that is not built, and whose demo contains `imports`. */
const siteWith = (imports: string, files: Record<string, string> = {}): Record<string, string> => ({
  'package.json': JSON.stringify({
    name: 'kit',
    version: '1.0.0',
    exports: {
      '.': './dist/index.js',
      './headless': { types: './dist/headless.d.ts', import: './dist/headless.mjs' },
      './parts/*': './dist/parts/*.js',
      './styles.css': './dist/styles.css',
      './late.css': './dist/late.css',
    },
  }),
  'tsconfig.json':
    '{"compilerOptions": {"jsx": "react-jsx", "strict": true, "module": "esnext", "moduleResolution": "bundler"}}',
  'src/index.ts': "export { label } from './label';\n",
  'src/label.ts': "export const label: string = 'from the index';\n",
  'src/headless.ts': "import { label } from './label';\nexport const useWord = (): string => 'headless ' + label;\n",
  'src/parts/box.tsx': 'export const Box = ({ size }: { size: number }) => <b>box {size}</b>;\n',
  'src/styles.css': '.kit { color: rgb(1, 2, 3); }\n',
  'docs/index.md': '# Home\n\n<code src="../demos/one.tsx"></code>\n',
  'demos/one.tsx': `${imports}\n`,
  ...files,
});

const DEMO = `import { useWord } from 'kit/headless';
import { Box } from 'kit/parts/box';
import 'kit/styles.css';
export default () => <p className="kit">{useWord()} <Box size={3} /></p>;`;

describe('subpaths of the documented package', () => {
  it('resolve to their sources, in demos and for types', async () => {
    const { text, read, files } = await buildSite(siteWith(DEMO), { strict: true });
    expect(text).toBe('');
    expect(await read('index.html')).toContain('headless from the index');
    const sheets = await Promise.all(files.filter((file) => file.endsWith('.css')).map(read));
    expect(sheets.some((sheet) => sheet.includes('.kit{color:'))).toBe(true);
    const wrong = await buildSite(siteWith(DEMO.replace('{3}', '"3"')), { strict: true });
    expect(wrong.text).toContain(
      "demos/one.tsx:4:58 - error CD810: `size` of `<Box>`: Type 'string' is not assignable to type 'number'",
    );
  });

  it('are in the exported project of a demo', async () => {
    const { read, files } = await buildSite(siteWith(`${DEMO}\nexport { label } from '../src/label';`));
    const source = JSON.parse(await read(files.find((file) => /source-.*\.json$/.test(file)) ?? ''));
    expect(source.asset.dependencies.kit).toEqual({ type: 'NPM', value: '1.0.0' });
    expect(source.imports['index.tsx']).toMatchObject({
      'kit/headless': 'kit/headless',
      'kit/parts/box': 'kit/parts/box',
      'kit/styles.css': 'kit/styles.css',
    });
  });

  it('keep their exported name when a demo imports the source by its path', async () => {
    const { read, files } = await buildSite(
      siteWith(
        "import { Box } from '../src/parts/box';\nimport '../src/styles.css';\nexport default () => <Box size={1} />;",
      ),
    );
    const source = JSON.parse(await read(files.find((file) => /source-.*\.json$/.test(file)) ?? ''));
    expect(source.imports['index.tsx']).toMatchObject({
      '../src/parts/box': 'kit/parts/box',
      '../src/styles.css': 'kit/styles.css',
    });
  });

  it('have tables if they are configured as libraries, and may share exports with the entry', async () => {
    const files = siteWith(DEMO, {
      'cascader-docs.config.ts':
        "export default { library: [{ entry: './src/index.ts' }, { name: 'kit/headless', entry: './src/headless.ts' }] };\n",
      'src/headless.ts':
        "export { label } from './label';\n/** Gives the word. */\nexport const useWord = (_options: { short?: boolean } = {}): string => 'headless from the index';\n",
      'docs/index.md': '# Home\n\n<code src="../demos/one.tsx"></code>\n\n<API id="useWord"></API>\n',
    });
    const { text, read } = await buildSite(files, { strict: true });
    expect(text).toBe('');
    expect(await read('index.html')).toContain('Gives the word.');
    expect(await read('components.json')).toContain("import { useWord } from 'kit/headless';");
  });

  it('can be imported by style sheets', async () => {
    const { text, read, files } = await buildSite(
      siteWith('import \'./one.css\';\nexport default () => <p className="kit" />;', {
        'demos/one.css': "@import 'kit/styles.css';\n",
      }),
    );
    expect(text).toBe('');
    const sheets = await Promise.all(files.filter((file) => file.endsWith('.css')).map(read));
    expect(sheets.some((sheet) => sheet.includes('.kit{color:'))).toBe(true);
  });

  it('that are not exported are reported with the exported ones', async () => {
    const { text } = await buildSite(
      siteWith("import { useWord } from 'kit/headles';\nexport default () => useWord();"),
    );
    expect(text).toMatchInlineSnapshot(`
      "demos/one.tsx:1:25 - error CD401: Cannot find module: kit/headles

        1 │ import { useWord } from 'kit/headles';
          ╵                         ^^^^^^^^^^^^^

        → The package.json of kit exports kit/headless, kit/parts/*, kit/styles.css, kit/late.css.
        → Did you mean kit/headless?
        → The demo is embedded at docs/index.md:3:1."
    `);
  });
});
