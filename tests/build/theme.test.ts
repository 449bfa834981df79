import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSite, type TestBuild } from '../helpers/build-site.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Pages that use every feature. */
const PAGES = {
  'docs/index.md': '---\nhero:\n  title: Library\nfeatures:\n  - title: Small\n---\n\nText.\n',
  'docs/guide/a.md':
    '---\ntitle: A\nnav: Guide\ntoc: content\n---\n\n## One\n\n<Badge>New</Badge>\n\n<code src="../_demo.tsx"></code>\n',
  'docs/guide/deep/b.md': '---\nnav: { title: Guide, second: Deep }\n---\n\n# B\n\n<API id="Shape" />\n',
  // The page itself is interactive, so only the panel of the other tab is static.
  'docs/guide/tabbed.mdx': '# Tabbed\n\n<button onClick={() => undefined}>Press</button>\n',
  'docs/guide/tabbed.$tab-api.md': '## API\n',
  'src/index.ts': 'export interface Shape {\n  size: number;\n}\n',
  'docs/_demo.tsx':
    "import type { Shape } from 'fixture';\n\nconst shape: Shape = { size: 1 };\nexport const steps = [{ name: 'Shows', async run() {} }];\nexport default () => <p>demo {shape.size}</p>;\n",
};
const HOME = 'index.html';
const PAGE = 'guide/a/index.html';
const TABBED = 'guide/tabbed/index.html';

/**
 * The page on which each component of the contract appears, in sets of components that do not hide each other: a
 * replaced component renders none of its children.
 *
 * A crash box and the header of a demo's own page have no HTML, and the picker of changes needs an API history, so the browser
 * tests cover them.
 */
const SETS: Record<string, string | undefined>[] = [
  {
    SkipLink: PAGE,
    Logo: PAGE,
    Navbar: PAGE,
    SearchButton: PAGE,
    SearchDialog: PAGE,
    SocialLinks: PAGE,
    ColorSwitch: PAGE,
    LanguageSwitch: PAGE,
    LocaleSwitch: PAGE,
    TocButton: PAGE,
    VersionSwitch: PAGE,
    Sidebar: PAGE,
    Toc: PAGE,
    Breadcrumbs: 'guide/deep/b/index.html',
    ContentFooter: PAGE,
    Footer: PAGE,
    Hero: HOME,
    Features: HOME,
    NotFound: '404.html',
    PageList: '~pages/index.html',
    DemoProperties: PAGE,
    DemoSteps: PAGE,
    CodePanel: PAGE,
    ApiTable: 'guide/deep/b/index.html',
    TabList: TABBED,
    TabPanel: TABBED,
    Announcer: PAGE,
    ApiChanges: undefined,
    CrashBox: undefined,
    DemoHeader: undefined,
  },
  { Header: PAGE, Content: PAGE, DemoCard: undefined },
  { DemoCard: PAGE, SidebarColumn: PAGE },
  { Layout: PAGE },
];

/** Builds the site with these parts of the theme replaced, and with the builtin `Badge`. */
async function buildWith(names: string[]): Promise<TestBuild> {
  const parts = names.map((name) => `${name}: mark('${name}'),`).join(' ');
  const built = await buildSite({
    ...PAGES,
    'cascader-docs.config.ts': "export default { theme: './theme.tsx', themeConfig: { footer: 'Text' } };\n",
    'theme.tsx': `import theme from 'cascader-docs/theme';\nconst mark = (name: string) => () => <i data-mark={name} />;\nexport default { ...theme, ${parts} builtins: { ...theme.builtins, Badge: mark('Badge') } };\n`,
  });
  expect(built.text).toBe('');
  return built;
}

/** Returns the members of an interface of the contract that begin with a capital. */
function membersOf(name: string): string[] {
  const contract = fs.readFileSync(path.join(root, 'src/theme/contract.ts'), 'utf8');
  const body = new RegExp(`export interface ${name}\\b[^{]*\\{([\\s\\S]*?)\\n\\}`).exec(contract)?.[1] ?? '';
  return [...body.matchAll(/^ {2}([A-Z]\w+)\??:/gm)].map(([, member = '']) => member);
}

describe('the sidebar of a page', () => {
  it('is left out if it lists only the page', async () => {
    const { read } = await buildSite({
      'docs/index.md': '# Home\n',
      'docs/alone/only.md': '# Only\n',
      'docs/guide/one.md': '# One\n',
      'docs/guide/two.md': '# Two\n',
    });
    const pages = await Promise.all(['alone/only', 'guide/one'].map((page) => read(`${page}/index.html`)));
    expect(pages.map((html) => html.includes('data-static="sidebar"'))).toEqual([false, true]);
  });
});

describe('the icon of a site', () => {
  it('is the configured one, or has the color of the brand', async () => {
    const icons = async (config: string): Promise<string[]> => {
      const { read, text } = await buildSite({
        'docs/index.md': '# Home\n',
        'docs/public/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'cascader-docs.config.ts': `export default { base: '/lib/', ${config} };`,
      });
      expect(text).toBe('');
      return [...(await read('index.html')).matchAll(/<link rel="icon" href="([^"]*)"/g)].map(([, href = '']) => href);
    };
    expect(await icons("favicons: ['/icon.svg']")).toEqual(['/lib/icon.svg']);
    const [icon = '', ...more] = await icons("themeConfig: { brand: '#2563eb' }");
    expect(decodeURIComponent(icon)).toMatch(/^data:image\/svg\+xml,<svg .*fill="#2563eb"/);
    expect(more).toEqual([]);
  });
});

describe('every component of the contract', () => {
  it('is in the table of this test', () => {
    const tested = SETS.flatMap((set) => Object.keys(set));
    expect([...new Set(tested)].sort()).toEqual(membersOf('Theme').sort());
  });

  describe.each(SETS.map((set) => [Object.keys(set).join(', '), set] as const))('%s', (_names, set) => {
    let built: TestBuild;

    beforeAll(async () => {
      built = await buildWith(Object.keys(set));
    });

    it.each(Object.entries(set).filter(([, page]) => page !== undefined))('%s is replaced', async (name, page) => {
      expect((await built.read(page ?? '')).split(`<i data-mark="${name}">`)).toHaveLength(2);
    });
  });
});

describe('a theme that replaces a builtin only', () => {
  let plain: TestBuild;

  beforeAll(async () => {
    plain = await buildWith([]);
  });

  it('shows it on pages that use its name', async () => {
    expect(await plain.read(PAGE)).toContain('<i data-mark="Badge"></i>');
  });

  it('has empty slots, which are rendered in and around their regions, in this order', async () => {
    const { read } = await buildWith(membersOf('Slots'));
    const filled = await read(PAGE);
    const order = [
      'LayoutTop',
      '<header',
      'class="logo"',
      'HeaderStart',
      'NavbarStart',
      '<nav class="navbar"',
      'NavbarEnd',
      'class="header-tools"',
      'HeaderEnd',
      '<nav class="sidebar"',
      'SidebarTop',
      '<div class="sidebar-nav"',
      'SidebarBottom',
      '</header>',
      '<main',
      'ContentTop',
      '<article',
      '<div class="demo-bar"',
      'DemoBar',
      'class="menu demo-menu"',
      'DemoActions',
      'DemoBottom',
      '</article>',
      '<footer class="content-footer"',
      'ContentBottom',
      '</main>',
      'class="toc-column"',
      'TocTop',
      '<nav class="toc"',
      'TocBottom',
      'FooterTop',
      '<footer class="footer"',
      'FooterBottom',
      'LayoutBottom',
      'class="search-hits"',
      'SearchBottom',
      'class="search-foot"',
    ];
    const marks = order.map((mark) => (/^[A-Z]/.test(mark) ? `<i data-mark="${mark}"></i>` : mark));
    const [shown, onOther] = [order.filter((mark) => /^[A-Z]/.test(mark)), 'NotFoundBottom'];
    expect([...shown, onOther].sort()).toEqual(membersOf('Slots').sort());
    expect(await read('404.html')).toMatch(/class="not-found-links".*<i data-mark="NotFoundBottom"><\/i>/s);
    const places = marks.map((mark) => filled.indexOf(mark));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));

    const empty = await plain.read(PAGE);
    const body = (html: string): string =>
      html.slice(html.indexOf('<div id="root">'), html.indexOf('<noscript>')).replace(/<i data-mark="\w+"><\/i>/g, '');
    expect(body(filled)).toBe(body(empty));
  });

  it('has breadcrumbs only on pages that are deeper than their section', async () => {
    expect(await plain.read(PAGE)).not.toContain('class="breadcrumbs"');
    const [, list] =
      /<nav class="breadcrumbs"[^>]*><ol[^>]*>(.*?)<\/ol>/.exec(await plain.read('guide/deep/b/index.html')) ?? [];
    expect(list).toBe(
      '<li><a href="/guide/a">Guide</a></li><li><a href="/guide/deep/b">Deep</a></li><li><span aria-current="page">B</span></li>',
    );
  });
});

describe('social links', () => {
  const icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2h20v20H2Z"/></svg>';
  const files = {
    'docs/index.md': '# Home\n',
    'docs/icons/forum.svg': icon,
    'cascader-docs.config.ts': `export default { base: '/lib/', themeConfig: { socialLinks: {
  npm: 'https://npm.example',
  forum: { link: 'https://forum.example', icon: './docs/icons/forum.svg', label: 'Our forum' },
  mastodon: 'https://mastodon.example/@me',
  weibo: 'https://weibo.example',
} } };\n`,
  };

  it('have a built-in mark, a configured icon, or an initial', async () => {
    const built = await buildSite(files);
    expect(built.text).toBe('');
    const html = await built.read('index.html');
    const list = /<ul class="social-links".*?<\/ul>/.exec(html)?.[0] ?? '';
    const shown = Array.from(
      list.matchAll(/href="([^"]*)".*?aria-label="([^"]*)"><span (.*?)<\/span>/g),
      ([, ...parts]) => parts.join(' '),
    );
    expect(shown).toEqual([
      'https://npm.example npm class="mark mark-npm" aria-hidden="true">',
      'https://forum.example Our forum class="mark mark-forum" aria-hidden="true">',
      'https://mastodon.example/@me Mastodon class="mark mark-mastodon" aria-hidden="true">',
      'https://weibo.example Weibo aria-hidden="true">W',
    ]);
    expect(list).toContain('rel="me noreferrer"');
    const [sheet = ''] = /\/lib\/(assets\/[^"]*\.css)/.exec(html)?.slice(1) ?? [];
    const css = await built.read(sheet);
    const file = /\.mark-forum\{mask:url\("?([^")]*)/.exec(css.replaceAll(/\s+(?=\{)/g, ''))?.[1] ?? '';
    expect(await built.read(path.posix.join('assets', file.replace(/^.*assets\//, '')))).toBe(icon);
    expect(css).toContain('.mark-npm');
    // No mark is published for social sites without a link.
    expect(css).not.toContain('.mark-discord');
  });

  it('must name an icon that exists', async () => {
    const config = files['cascader-docs.config.ts'].replace('icons/forum.svg', 'icons/forums.svg');
    const { text } = await buildSite({ ...files, 'cascader-docs.config.ts': config });
    expect(text).toContain('cascader-docs.config.ts:3:50 - error CD223: The icon docs/icons/forums.svg does not exist');
    expect(text).toContain('Did you mean forum.svg?');
  });
});
