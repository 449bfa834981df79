import { describe, expect, it } from 'vitest';
import { fromDumiConfig } from '../../../../src/node/project/config/from-dumi.ts';
import { resolveConfig } from '../../../../src/node/project/config/resolve-config.ts';

const plugin = () => undefined;

/** Converts a configuration of dumi. Returns the result, and the diagnostics as text. */
function read(config: Record<string, unknown>) {
  const source = `export default ${JSON.stringify(config, undefined, 1)};`;
  const { user, diagnostics } = fromDumiConfig(config, { file: '.dumirc.ts', source });
  const resolved = resolveConfig(user, {
    root: '/project',
    projectRoot: '/project',
    packageJson: { name: 'pkg', dir: '/project' },
    configFile: '.dumirc.ts',
    configSource: source,
  });
  expect(resolved.diagnostics).toEqual([]);
  expect(diagnostics.every(({ severity }) => severity === 'info')).toBe(true);
  const reported = diagnostics.map(({ code, text, location }) => `${location?.line ?? '-'} ${code} ${text}`);
  return { config: resolved.config, reported: reported.slice(1), first: reported[0] };
}

describe('fromDumiConfig', () => {
  it('reports that the file was read, and uses the defaults of dumi', () => {
    const { config, first, reported } = read({});
    expect(first).toBe('- CD117 The configuration is read from .dumirc.ts, a dumi configuration file');
    expect(reported).toEqual([]);
    expect(config).toMatchObject({
      docDirs: [{ dir: '/project/docs' }],
      atomDirs: [{ type: 'component', dir: '/project/src' }],
      publicDir: '/project/public',
      locales: [{ id: 'zh-CN', name: '中文', base: '/' }],
      language: 'zh-CN',
      defaultLocale: 'zh-CN',
      fallback: false,
      deadLinks: 'warn',
    });
  });

  it('reports nothing for a project that uses dumi without a configuration', () => {
    expect(fromDumiConfig({}, {}).diagnostics).toEqual([]);
  });

  it('converts Markdown plugins, except paths of plugins', () => {
    const { config, reported } = read({ extraRemarkPlugins: ['remark-a', [plugin, 1]], extraRehypePlugins: [plugin] });
    expect(config?.markdown).toMatchObject({ remarkPlugins: [[plugin, 1]], rehypePlugins: [plugin] });
    expect(reported).toEqual([
      '3 CD118 `extraRemarkPlugins.0` is ignored: import the plugin, and pass the imported function',
    ]);
  });

  it('converts the configuration of typical component repositories', () => {
    const { config, reported } = read({
      title: 'Table',
      base: '/table/',
      publicPath: '/table/',
      outputPath: '.doc',
      favicons: ['https://example.org/a.png'],
      logo: 'https://example.org/logo.png',
      alias: { 'rc-table$': '/project/src', 'rc-table/es': '/project/src' },
      styles: ['.a { color: red }', { src: '/a.css' }],
      headScripts: [{ src: '/a.js', async: true }],
      resolve: { docDirs: ['docs', { type: 'guide', dir: 'guides' }], atomDirs: [], codeBlockMode: 'passive' },
      locales: [{ id: 'en-US', name: 'English' }],
      apiParser: {},
      themeConfig: {
        name: 'Table',
        nav: { mode: 'append', value: [{ title: 'More', link: '/more', icon: 'x' }] },
        sidebar: { '/guide': [{ title: 'G', children: [{ title: 'A', link: '/guide/a', frontmatter: {} }] }] },
        socialLinks: { github: 'https://example.org', juejin: 'https://example.org' },
        rtl: true,
        nprogress: false,
      },
      define: { VERSION: '1.2', 'process.env.DEBUG': false, 'no-name': 1 },
      mfsu: false,
      exportStatic: {},
      chainWebpack: () => undefined,
      antd: {},
    });
    expect(config).toMatchObject({
      title: 'Table',
      base: '/table/',
      outDir: '/project/.doc',
      alias: { 'rc-table$': '/project/src', 'rc-table/es': '/project/src' },
      styles: ['.a { color: red }', { href: '/a.css' }],
      docDirs: [{ dir: '/project/docs' }, { type: 'guide', dir: '/project/guides' }],
      atomDirs: [],
      codeBlockMode: 'passive',
      language: 'en-US',
      defaultLocale: 'en-US',
      apiParser: {},
      esbuild: { define: { VERSION: '"1.2"', 'process.env.DEBUG': 'false' } },
      themeConfig: {
        logo: 'https://example.org/logo.png',
        nav: { mode: 'append', value: [{ title: 'More', link: '/more' }] },
        sidebar: { '/guide': [{ title: 'G', children: [{ title: 'A', link: '/guide/a' }] }] },
        socialLinks: [{ name: 'github', link: 'https://example.org' }],
        rtl: true,
      },
    });
    expect(reported).toMatchInlineSnapshot(`
      [
        "72 CD118 \`themeConfig.socialLinks.juejin\` is ignored: the header has no icon or no room for this link",
        "82 CD118 \`mfsu\` is ignored: it has no effect here",
        "83 CD118 \`exportStatic\` is ignored: it has no effect here",
        "1 CD118 \`chainWebpack\` is ignored: there is no webpack: use \`alias\` for imports, or remove the key",
        "84 CD118 \`antd\` is ignored: it has no effect here",
      ]
    `);
  });

  it('recognizes dumi 1 by its version range, or by `mode` without a range', () => {
    const codesOf = (config: object, dumi?: string): string[] =>
      fromDumiConfig(config, { file: '.umirc.ts', source: '', dumi }).diagnostics.map(({ code }) => code);
    for (const range of ['^1.1.0', '~1', '1', '>=1.1.0', 'v1.2.3']) expect(codesOf({}, range)).toEqual(['CD122']);
    for (const range of ['^2.0.0', '10', 'latest', '2.1.0']) expect(codesOf({}, range)).toEqual(['CD117']);
    expect(codesOf({ mode: 'site' })).toEqual(['CD122']);
    expect(codesOf({ mode: 'doc' })).toEqual(['CD117', 'CD118']);
    expect(codesOf({ mode: 'site' }, '^2')).toEqual(['CD117', 'CD118']);
    expect(fromDumiConfig({}, { dumi: '^1' }).diagnostics).toMatchObject([{ code: 'CD122' }]);
  });

  it('converts the keys of dumi 1', () => {
    const { config, reported, first } = read({
      mode: 'site',
      favicon: '/a.png',
      locales: [
        ['en-US', 'English'],
        ['zh-CN', '中文'],
      ],
      navs: [null, { title: 'GitHub', path: 'https://example.org', children: [{ title: 'A', path: '/a' }] }],
      menus: {},
      resolve: { includes: ['docs', 'guides'], previewLangs: [], examples: [] },
      theme: { '@c-primary': '#00f' },
    });
    expect(config).toMatchObject({
      favicons: ['/a.png'],
      docDirs: [{ dir: '/project/docs' }, { dir: '/project/guides' }],
      codeBlockMode: 'passive',
      locales: [
        { id: 'en-US', name: 'English', base: '/' },
        { id: 'zh-CN', name: '中文', base: '/zh-CN' },
      ],
      themeConfig: {
        nav: {
          mode: 'append',
          value: [{ title: 'GitHub', link: 'https://example.org', children: [{ title: 'A', link: '/a' }] }],
        },
      },
    });
    expect(first).toContain('CD122 The site uses dumi 1');
    expect(reported).toMatchInlineSnapshot(`
      [
        "27 CD118 \`menus\` is ignored: it has no effect here",
        "34 CD118 \`resolve.examples\` is ignored: it has no effect here",
        "36 CD118 \`theme\` is ignored: variables of Less have no meaning here",
      ]
    `);
  });

  it('converts the navigation of each locale in dumi 1', () => {
    const items = [null, { title: 'Guide', path: '/guide' }];
    const nav = [{ title: 'Guide', link: '/guide' }];
    const locales = [
      ['en-US', 'English'],
      ['zh-CN', '中文'],
    ];
    expect(read({ locales, navs: { 'en-US': items.slice(1), 'zh-CN': items.slice(1) } })).toMatchObject({
      config: { themeConfig: { nav: { 'en-US': nav, 'zh-CN': nav } } },
      reported: [],
    });
    expect(read({ locales, navs: { 'en-US': items } })).toMatchObject({
      config: { themeConfig: { nav: { 'en-US': nav } } },
      reported: [expect.stringContaining('`navs.en-US.0` is ignored: the generated navigation stands before items')],
    });
  });
});
