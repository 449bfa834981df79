import { describe, expect, it } from 'vitest';
import { defineConfig } from '../../../../src/node/project/config/define-config.ts';
import { type ConfigContext, resolveConfig } from '../../../../src/node/project/config/resolve-config.ts';
import type { UserConfig } from '../../../../src/node/project/config/types.ts';
import { UNSAFE_URLS } from '../../../helpers/urls.ts';

const context: ConfigContext = {
  root: '/project',
  projectRoot: '/project',
  packageJson: { name: 'pkg', dir: '/project' },
};

function resolve(user: unknown, more: Partial<ConfigContext> = {}) {
  return resolveConfig(user, { ...context, ...more });
}

/** Resolves the object literal in `source`. Returns `line:column code text` for each diagnostic. */
function check(source: string): string[] {
  const user: unknown = new Function('defineConfig', source.replace('export default', 'return'))(defineConfig);
  const { diagnostics } = resolve(user, { configFile: 'cascader-docs.config.ts', configSource: source });
  return diagnostics.map(({ location, code, text }) => `${location?.line}:${location?.column} ${code} ${text}`);
}

describe('resolveConfig', () => {
  it('has defaults for everything', () => {
    const { config, diagnostics } = resolve(undefined);
    expect(diagnostics).toEqual([]);
    expect(config).toMatchObject({
      title: 'pkg',
      base: '/',
      outDir: '/project/dist',
      publicDir: '/project/docs/public',
      docDirs: [{ dir: '/project/docs' }],
      atomDirs: [],
      codeBlockMode: 'active',
      forceKebabCaseRouting: true,
      locales: [{ id: 'en', name: 'en', base: '/' }],
      defaultLocale: 'en',
      language: 'en-US',
      navLevels: 'auto',
      routePrefetch: { defaultPrefetch: 'none', defaultPrefetchTimeout: 50 },
      search: { groupOrder: 'nav', synonyms: [] },
      csp: {},
      strictStyles: false,
      demoTimeout: 10_000,
      apiParser: {},
    });
    expect(config?.themeConfig).toMatchObject({
      name: 'pkg',
      logo: false,
      socialLinks: [],
      editLink: true,
      branch: 'main',
      lastUpdated: true,
      rtl: false,
      prefersColor: { default: 'light', switch: true },
    });
  });

  it('adds one content locale, in the language of the content, if none is configured', () => {
    const locales = [{ id: 'zh-CN', name: '中文', base: '/' }];
    expect(resolve({ defaultLocale: 'zh-CN' }).config?.locales).toEqual(locales);
    expect(resolve({ locales: [{ id: 'de', name: 'Deutsch' }] }).config?.locales).toMatchObject([{ id: 'de' }]);
  });

  it('packs the first content locale by default', () => {
    expect(resolve(undefined).config?.pack).toEqual({ maxSize: 300, locales: ['en'], exclude: [] });
    const locales = [
      { id: 'en', name: 'English' },
      { id: 'de', name: 'Deutsch' },
    ];
    const pack = { outDir: 'agents', maxSize: 50, locales: ['de'], exclude: ['/blog*'] };
    expect(resolve({ locales, pack }).config?.pack).toEqual({ ...pack, outDir: '/project/agents' });
    expect(check("export default { pack: { locales: ['en', 'fr'], maxSize: 0 } }")).toMatchInlineSnapshot(`
      [
        "1:49 CD111 Invalid config \`pack.maxSize\`: expected a number of kilobytes above 0, got 0",
      ]
    `);
    expect(check("export default { pack: { locales: ['en', 'fr'] } }")).toMatchInlineSnapshot(`
      [
        "1:42 CD111 Unknown locale \`fr\` in pack.locales. Did you mean \`en\`?",
      ]
    `);
  });

  it('adds the name of a named site to the titles of its pages', () => {
    expect(resolve(undefined).config?.titleTemplate).toBe('{title}');
    expect(resolve({ title: 'Tree' }).config?.titleTemplate).toBe('{title} - {site}');
    expect(resolve({ themeConfig: { name: 'Tree' } }).config?.titleTemplate).toBe('{title} - {site}');
    expect(resolve({ title: 'Tree', titleTemplate: '{title}' }).config?.titleTemplate).toBe('{title}');
    const { diagnostics } = resolve({ titleTemplate: '%s - Tree' });
    expect(diagnostics[0]?.text).toContain('a string that contains {title}');
  });

  it('offers the listed interface languages', () => {
    const of = (config: UserConfig) => {
      const { language, languages } = resolve(config).config ?? {};
      return [language, languages];
    };
    expect(of({})).toEqual(['en-US', ['en-US', 'zh-CN']]);
    expect(of({ messages: { de: { messages: {} } } })).toEqual(['en-US', ['en-US', 'zh-CN', 'de']]);
    expect(of({ languages: ['zh-CN'] })).toEqual(['zh-CN', ['zh-CN']]);
    expect(of({ languages: ['zh-CN', 'en-US'] })).toEqual(['en-US', ['zh-CN', 'en-US']]);
    const textsOf = (config: UserConfig) => resolve(config).diagnostics.map(({ text }) => text);
    expect(textsOf({ languages: ['zh'] })).toEqual(['Unknown interface language `zh`']);
    expect(textsOf({ languages: [] })[0]).toContain('at least one language');
    expect(textsOf({ language: 'en-US', languages: ['zh-CN'] })).toEqual([
      'The pages are written in `en-US`, but `languages` does not include that language',
    ]);
  });

  it('makes paths absolute, and keeps options of other themes', () => {
    const { config } = resolve({
      outputPath: 'site',
      resolve: { docDirs: ['pages', { type: 'guide', dir: 'guide' }] },
      theme: './theme.tsx',
      themeConfig: { hd: { rules: [] }, socialLinks: { github: 'https://github.com/a/b' } },
    });
    expect(config?.outDir).toBe('/project/site');
    expect(config?.docDirs).toEqual([{ dir: '/project/pages' }, { type: 'guide', dir: '/project/guide' }]);
    expect(config?.theme).toBe('/project/theme.tsx');
    const historyOf = (history: string | false) => resolve({ apiParser: { history } }).config?.apiParser;
    expect(historyOf('docs/past.json')).toEqual({ history: '/project/docs/past.json' });
    expect(historyOf(false)).toEqual({ history: false });
    expect(config?.themeConfig.hd).toEqual({ rules: [] });
    expect(config?.themeConfig.socialLinks).toEqual([{ name: 'github', link: 'https://github.com/a/b' }]);
  });

  it('prefers options of the command line', () => {
    const { config } = resolve({ base: '/a', outputPath: 'a' }, { overrides: { base: 'b', outDir: '/elsewhere' } });
    expect(config?.base).toBe('/b/');
    expect(config?.outDir).toBe('/elsewhere');
  });
});

describe('base', () => {
  it.each([
    ['', '/'],
    ['/', '/'],
    ['/docs', '/docs/'],
    ['/a/b/', '/a/b/'],
  ])('normalizes %j to %s', (base, expected) => {
    expect(resolve({ base }).config?.base).toBe(expected);
  });
  it.each(['https://example.org/', '//example.org', '/a/../b', './', '/a?b', '/a#b', '/a b'])('refuses %s', (base) => {
    const { config, diagnostics } = resolve({ base });
    expect(config).toBeUndefined();
    expect(diagnostics[0]?.text).toContain(`Invalid base \`${base}\``);
    expect(resolve({}, { overrides: { base } }).diagnostics[0]?.text).toContain(`Invalid --base \`${base}\``);
  });
});

describe('budgets', () => {
  it.each([
    ['{ firstView: { pages: 5 } }', 'budgets.firstView'],
    ['{ firstView: { demo: 0 } }', 'budgets.firstView.demo`: expected a number of kilobytes above 0'],
    ["{ imports: { Button: '5 kB' } }", 'budgets.imports.Button`: expected a number'],
    ['{ imports: 5 }', "budgets.imports`: expected { Button: 5, '*': 20 }"],
  ])('refuse %s', (budgets, expected) => {
    expect(check(`export default { budgets: ${budgets} }`).join()).toContain(expected);
  });
});

describe('accepted findings', () => {
  it.each([
    ["code: 'crash', reason: 'Theirs'", 'an entry with `match`, `target` or `demo`'],
    ["code: 'crash', demo: 'a'", 'accept[0].reason`: expected a string'],
    ["code: 'crash', demo: 'a', reason: ''", 'accept[0].reason`: expected a string that is not empty'],
    ["code: 'crash', demo: 'a', reason: 'x', until: '30.6.2027'", 'a day such as \'2027-06-30\', got "30.6.2027"'],
    ["code: 'crash', demo: 'a', reason: 'x', untli: '2027-06-30'", 'Did you mean `until`?'],
  ])('refuses %s', (entry, expected) => {
    expect(check(`export default { accept: [{ ${entry} }] }`).join()).toContain(expected);
  });
});

describe('locales', () => {
  it('uses the id as base for all locales except the first', () => {
    const { config } = resolve({
      locales: [
        { id: 'en', name: 'English' },
        { id: 'de', name: 'Deutsch' },
        { id: 'fr', name: 'Français', suffix: '-fr' },
      ],
    });
    expect(config?.locales).toEqual([
      { id: 'en', name: 'English', base: '/' },
      { id: 'de', name: 'Deutsch', base: '/de' },
      { id: 'fr', name: 'Français', suffix: '-fr' },
    ]);
  });
  it.each([
    ["[{ id: 'en', name: 'E' }, { id: 'en', name: 'F' }]", '1:55 CD111 Duplicate locale `en` (locales[1].id)'],
    [
      "[{ id: 'en', name: 'E' }, { id: 'de', name: 'D', base: '/' }]",
      '1:76 CD111 Locale `de` cannot have base `/`: only the first can (locales[1].base)',
    ],
    [
      "[{ id: 'en', name: 'E', base: '/x' }, { id: 'de', name: 'D', base: '/x/' }]",
      '1:88 CD111 Locale `de` has the same URL as another locale: /x (locales[1].base)',
    ],
    [
      "[{ id: 'en', name: 'E', base: '/x', suffix: '-x' }]",
      '1:63 CD111 Locale `en` has both `base` and `suffix` (locales[0].suffix)',
    ],
  ])('refuses %s', (locales, expected) => {
    expect(check(`export default { locales: ${locales} }`)).toEqual([expected]);
  });
});

it('resolves demo.setup relative to the site', () => {
  expect(resolve(undefined).config?.demo).toEqual({});
  expect(resolve({ demo: { setup: './docs/setup.tsx' } }).config?.demo).toEqual({ setup: '/project/docs/setup.tsx' });
  expect(check("export default { demo: { setup: '' } }")[0]).toContain('demo.setup');
  expect(check("export default { demo: { wrapper: './x' } }")[0]).toContain('Unknown config key `demo.wrapper`');
});

describe('themeConfig.prefersColor', () => {
  const resolved = (prefersColor: object) =>
    resolve({ themeConfig: { prefersColor } }).config?.themeConfig.prefersColor;

  it('accepts a class for dark, or one for each color scheme, and an attribute', () => {
    const given = { default: 'light', switch: true };
    expect(resolved({ class: 'dark' })).toEqual({ ...given, class: { dark: 'dark', light: '' } });
    expect(resolved({ class: { light: 'day' } })).toEqual({ ...given, class: { dark: '', light: 'day' } });
    expect(resolved({ class: '', attribute: 'data-theme' })).toEqual({ ...given, attribute: 'data-theme' });
  });

  it.each([
    ["class: 'dark mode'", 'class`: expected a class without spaces, such as \'dark\', got "dark mode"'],
    ["class: '<dark'", 'class`: expected a class without spaces, such as \'dark\', got "<dark"'],
    ['class: true', "class`: expected a class such as 'dark', or { dark, light }, each without spaces, got true"],
    ["class: { dark: 'x', light: 'x' }", 'class`: expected different classes for dark and light'],
    ["class: { drak: 'x' }", 'Unknown config key `themeConfig.prefersColor.class.drak`. Did you mean `dark`?'],
    ["attribute: 'class'", "attribute`: expected an attribute without another meaning, such as 'data-theme'"],
    ["attribute: 'data-prefers-color'", 'expected an attribute without another meaning'],
    ["attribute: 'onload'", 'expected an attribute without another meaning'],
    ["attribute: 'Data Theme'", "attribute`: expected an attribute in lower case, such as 'data-theme'"],
  ])('refuses %s', (option, expected) => {
    const [first] = check(`export default { themeConfig: { prefersColor: { ${option} } } }`);
    expect(first).toContain(expected);
  });
});

describe('checks of the configuration', () => {
  it('report every error with its location, its cause and a suggestion', () => {
    const source = `// tilte: 'not this one'
export default defineConfig({
  tilte: 'x',
  resolve: { docDirs: ['docs', 5], codeBlokMode: 'x' },
  themeConfig: {
    nav: [{ title: 'A', link: '/a' }, { title: 3, lnk: '/b' }],
    prefersColor: { default: 'ligth' },
    editLink: 'https://example.org/edit',
    fotter: false,
    brand: 'blue',
  },
  headScripts: ['/a.js', 5, {}],
  styles: [null],
  routePrefetch: { defaultPrefetch: 'hover' },
  language: 'zh-cn',
});`;
    expect(check(source)).toMatchInlineSnapshot(`
      [
        "4:32 CD111 Invalid config \`resolve.docDirs[1]\`: expected a folder, such as 'docs' or { type: 'guide', dir: 'docs' }, got 5",
        "4:36 CD110 Unknown config key \`resolve.codeBlokMode\`. Did you mean \`codeBlockMode\`?",
        "6:41 CD111 Invalid config \`themeConfig.nav[1].title\`: expected a string, got 3",
        "6:51 CD110 Unknown config key \`themeConfig.nav[1].lnk\`. Did you mean \`link\`?",
        "8:5 CD111 Invalid config \`themeConfig.editLink\`: expected true, false or a URL that contains {filename}, got "https://example.org/edit"",
        "7:21 CD111 Invalid config \`themeConfig.prefersColor.default\`: expected one of 'light', 'dark', 'auto', got "ligth". Did you mean \`light\`?",
        "10:5 CD111 Invalid config \`themeConfig.brand\`: expected a color such as '#2563eb', got "blue"",
        "14:20 CD111 Invalid prefetch value hover (routePrefetch.defaultPrefetch)",
        "12:26 CD111 Invalid script type: number (headScripts[1])",
        "12:29 CD111 Invalid script type: object without \`src\` or \`content\` (headScripts[2])",
        "13:12 CD111 Invalid script type: null (styles[0])",
        "3:3 CD110 Unknown config key \`tilte\`. Did you mean \`title\`?",
        "9:5 CD114 Unknown theme option \`themeConfig.fotter\`. Did you mean \`footer\`?",
      ]
    `);
  });

  it('say that an option belongs to `themeConfig`', () => {
    expect(resolve({ disabledActions: ['CSB'] } as never).diagnostics[0]?.text).toBe(
      'Unknown config key `disabledActions`. Did you mean `themeConfig.disabledActions`?',
    );
  });

  it('suggest the nearest known language', () => {
    expect(resolve({ language: 'zh-TN' }).diagnostics[0]?.text).toBe(
      'Unknown interface language `zh-TN`. Did you mean `zh-CN`?',
    );
    expect(resolve({ language: 'de', messages: { de: { messages: {} } } }).config?.language).toBe('de');
  });

  it('list harmless keys of other tools in one warning', () => {
    const { config, diagnostics } = resolve({ mfsu: false, mako: {}, exportStatic: {}, title: 'x' });
    expect(diagnostics).toMatchObject([
      { severity: 'warning', code: 'CD112', text: 'These config keys have no effect: mfsu, mako, exportStatic' },
    ]);
    expect(config?.title).toBe('x');
  });

  it('refuse unsupported keys that would change the site, and suggest our keys', () => {
    const { config, diagnostics } = resolve({ chainWebpack() {}, outDir: 'x' });
    expect(config).toBeUndefined();
    expect(diagnostics.map(({ text, notes }) => [text, notes?.[0]])).toEqual([
      [
        'Config key `chainWebpack` is not supported',
        'There is no webpack: use `alias` for imports, or remove the key.',
      ],
      ['Config key `outDir` is not supported', 'Use `outputPath`.'],
    ]);
  });

  it.each([
    ['github', 'javascript:alert(1)', 'Invalid config `themeConfig.socialLinks.github`: expected a link'],
    ['githb', 'https://x.org', 'Unknown social site `githb`. Did you mean `github`?'],
  ])('check the social link %s %s', (site, link, text) => {
    expect(resolve({ themeConfig: { socialLinks: { [site]: link } } }).diagnostics[0]?.text).toContain(text);
  });

  it('accept an icon for an unknown or a known site', () => {
    const links = {
      npm: 'https://npm.example',
      forum: { link: 'https://forum.example', icon: './docs/forum.svg', label: 'Forum' },
      chat: { link: 'https://chat.example', icon: './docs/chat.svg' },
      github: { link: 'https://github.example', icon: './docs/git.svg' },
    };
    expect(resolve({ themeConfig: { socialLinks: links } }).config?.themeConfig.socialLinks).toEqual([
      { name: 'npm', link: 'https://npm.example' },
      { name: 'forum', link: 'https://forum.example', icon: '/project/docs/forum.svg', label: 'Forum' },
      { name: 'chat', link: 'https://chat.example', icon: '/project/docs/chat.svg', label: 'chat' },
      { name: 'github', link: 'https://github.example', icon: '/project/docs/git.svg' },
    ]);
  });

  it.each([
    [{ forum: { link: 'https://x.org' } }, 'Unknown social site `forum`'],
    [{ 'a b': { link: 'https://x.org', icon: 'a.svg' } }, 'Unknown social site `a b`'],
    [{ forum: { link: 'javascript:x', icon: 'a.svg' } }, 'socialLinks.forum'],
    [{ forum: { link: 'https://x.org', icon: 'a.png' } }, 'socialLinks.forum'],
  ])('refuse the social links %j', (socialLinks, text) => {
    expect(resolve({ themeConfig: { socialLinks } }).diagnostics[0]?.text).toContain(text);
  });

  it.each([
    'outputPath',
    'publicDir',
    'cacheDir',
    'projectRoot',
    'title',
    'description',
  ])('refuse a NUL character in %s', (key) => {
    const [diagnostic] = resolve({ [key]: 'a\0b' }).diagnostics;
    expect(diagnostic?.text).toContain(`Invalid config \`${key}\`: expected a string without NUL`);
  });

  it.each([
    ['strict', { csp: {}, strictStyles: true }],
    [
      { strict: true, 'img-src': ['https://a.example'] },
      { csp: { 'img-src': ['https://a.example'] }, strictStyles: true },
    ],
    [false, { csp: false, strictStyles: false }],
  ])('accept the policy %j', (csp, expected) => {
    expect(resolve({ csp }).config).toMatchObject(expected);
  });

  it.each([
    [{ csp: { 'img-src': ['https://a.example; script-src *'] } }, 'csp.img-src[0]`: expected one source'],
    [{ csp: { 'img-src': ['https://a.example\nscript-src *'] } }, 'csp.img-src[0]`: expected one source'],
    [{ csp: { 'img-src': ['https://a.example, x'] } }, 'csp.img-src[0]`: expected one source'],
    [{ csp: { 'img-src': 'https://a.example' } }, 'csp.img-src`: expected a list of sources'],
    [{ csp: { 'image-src': ['https://a.example'] } }, 'Unknown config key `csp.image-src`'],
    [{ csp: { 'img-src; script-src': ['*'] } }, 'Unknown config key `csp.img-src; script-src`'],
    [{ csp: 'loose' }, `\`csp\`: expected false, 'strict' or lists of sources by directive`],
    [{ csp: null }, `\`csp\`: expected false, 'strict' or lists of sources by directive`],
    [{ cacheDir: '/etc' }, '`cacheDir` is `/etc`, a system folder'],
    [{ cacheDir: '/' }, '`cacheDir` is `/`, a system folder'],
    [{ cacheDir: './docs/' }, "`cacheDir` is `./docs/`, a folder with the site's pages"],
    [{ cacheDir: 'files', publicDir: 'files' }, "`cacheDir` is `files`, a folder with the site's pages"],
    [{ base: 'no' }, 'Invalid base `no`: it must begin with a slash: `/no`'],
    [{ locales: [] }, 'Invalid config `locales`: expected at least one locale'],
    [{ alias: { '': './x' } }, 'Invalid key `` in config `alias`'],
    [{ alias: { x: '' } }, 'Invalid config `alias.x`: expected a string that is not empty'],
    [
      { search: { groupOrder: 'best' } },
      "Invalid config `search`: expected false, or an object such as { groupOrder: 'score' }",
    ],
    [{ search: { groupOder: 'score' } }, 'Unknown config key `search.groupOder`. Did you mean `groupOrder`?'],
    [{ search: { synonyms: 'ts' } }, 'Invalid config `search.synonyms`: expected a list of groups of synonyms'],
    [{ search: { synonyms: ['ts'] } }, '`search.synonyms[0]`: expected at least two words or phrases'],
    [{ search: { synonyms: [['ts']] } }, '`search.synonyms[0]`: expected at least two words or phrases'],
    [{ search: { synonyms: [['ts', 3]] } }, '`search.synonyms[0][1]`: expected a string'],
    [{ search: { synonyms: [['ts', '—']] } }, '`search.synonyms[0][1]`: expected a word or phrase'],
  ])('refuse %j', (config, text) => {
    const { diagnostics } = resolve(config);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]?.text).toContain(text);
    expect(check(`export default ${JSON.stringify(config)}`)[0]).toMatch(/^1:\d\d CD11[01] /);
  });

  it.each([
    '.cache',
    '/tmp/x',
    '/dev/shm/x',
    '/usr/local/var/x',
    '/etcetera',
  ])('accept the cache folder %s', (cacheDir) => {
    expect(resolve({ cacheDir }).diagnostics).toEqual([]);
  });

  it('accept versions of packages for exported projects', () => {
    expect(resolve({}).config?.export).toEqual({ dependencies: {} });
    const dependencies = { typescript: '^5', '@types/react': '^19.0.0' };
    expect(resolve({ export: { dependencies } }).config?.export).toEqual({ dependencies });
  });

  it.each([
    [
      { export: { dependencies: { '../x': '1' } } },
      '`../x` in config `export.dependencies`: expected the name of a package',
    ],
    [{ esbuild: { loader: { txt: 'text' } } }, '`txt` in config `esbuild.loader`: expected an ending such as'],
  ])('describe the expected key in %j', (config, text) => {
    expect(resolve(config as UserConfig).diagnostics[0]?.text).toContain(`Invalid key ${text}`);
  });

  it('limit social links to five', () => {
    const links = (sites: string[]) => ({
      themeConfig: { socialLinks: Object.fromEntries(sites.map((site) => [site, 'https://x.org'])) },
    });
    expect(resolve(links(['github', 'weibo', 'x', 'gitlab', 'zhihu'])).config).toBeDefined();
    expect(resolve(links(['github', 'weibo', 'x', 'gitlab', 'zhihu', 'yuque'])).diagnostics[0]?.text).toContain(
      'Too many social links: 6',
    );
  });

  it.each(UNSAFE_URLS)('refuse the navigation link %j', (link) => {
    expect(
      resolve({ themeConfig: { nav: [{ title: 'A', children: [{ title: 'B', link }] }] } }).diagnostics[0]?.text,
    ).toContain('themeConfig.nav[0].children[0].link');
  });

  it('refuse head elements with event handlers or unsafe URLs', () => {
    const source = `export default {
  links: [{ rel: 'icon', href: 'data:image/png;base64,AA' }, { rel: 'x', href: 'javascript:x' }],
  metas: [{ name: 'a', content: 'javascript: a language' }, { name: 'b', onLoad: 'x()' }],
}`;
    expect(check(source)).toEqual([
      expect.stringMatching(/^3:74 CD111 Attribute `onLoad` is not allowed: .* inline handlers/),
      expect.stringMatching(/^2:74 CD111 Unsafe URL `javascript:x`/),
    ]);
  });

  it('accept the three forms of the navigation', () => {
    const nav = [{ title: 'A', link: '/a' }];
    for (const form of [nav, { mode: 'append', value: nav }, { en: nav }]) {
      expect(resolve({ themeConfig: { nav: form } }).config?.themeConfig.nav).toEqual(form);
    }
    expect(resolve({ themeConfig: { nav: { eng: nav } } }).diagnostics[0]?.text).toContain('Did you mean `en`?');
    expect(resolve({ themeConfig: { nav: { mode: 'apend', value: nav } } }).diagnostics[0]?.text).toContain(
      'Did you mean `append`?',
    );
  });

  it('refuse folders outside of the project', () => {
    expect(resolve({ resolve: { docDirs: ['../docs'] } }).diagnostics[0]?.text).toBe(
      'Folder `../docs` lies outside of the project',
    );
    expect(resolve({ resolve: { docDirs: ['../docs'] } }, { root: '/project/site' }).config).toBeDefined();
    expect(resolve({ publicDir: '..data' }).config).toBeDefined();
  });

  it.each([[5], ['text'], [['list']], [() => 1]])('refuse %s as the whole configuration', (user) => {
    expect(resolve(user)).toMatchObject({
      diagnostics: [{ text: expect.stringContaining('Invalid config: expected an object') }],
    });
  });
});

it('drops keys that could change a prototype', () => {
  const user = JSON.parse(
    '{"title": "x", "__proto__": {"polluted": 1}, "themeConfig": {"constructor": 1, "extra": {"__proto__": {"a": 1}, "b": 2}}}',
  );
  const { config, diagnostics } = resolve(user);
  expect(diagnostics).toEqual([]);
  expect(Object.keys(config?.themeConfig.extra as object)).toEqual(['b']);
  expect(Object.hasOwn(config?.themeConfig ?? {}, 'constructor')).toBe(false);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
