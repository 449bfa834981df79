import { expect, it } from 'vitest';
import { bundleKey, siteForBundles } from '../../../src/node/bundle/bundle-key.ts';
import { resolveConfig } from '../../../src/node/project/config/resolve-config.ts';
import type { ResolvedConfig, Site, UserConfig } from '../../../src/node/project/config/types.ts';

const PLACE = { root: '/project', projectRoot: '/project', packageJson: { name: 'pkg', dir: '/project' } };

function siteOf(user: UserConfig): Site {
  const { config, diagnostics } = resolveConfig(user, PLACE);
  if (!config) throw new Error(diagnostics.map(({ text }) => text).join('\n'));
  return { ...PLACE, config };
}

const keyOf = (user: UserConfig): string => JSON.stringify(bundleKey(siteOf(user)));

/** Another value for each option, and whether the option may change a bundle. */
const OPTIONS: Record<Exclude<keyof UserConfig, 'projectRoot'>, [value: unknown, isInBundles: boolean]> = {
  title: ['Other', false],
  titleTemplate: ['{title} of it', false],
  description: ['Other', false],
  base: ['/other/', true],
  outputPath: ['./other', false],
  publicDir: ['./other', false],
  stories: ['src/*.stories.tsx', false],
  resolve: [{ allow: ['/elsewhere'] }, true],
  locales: [[{ id: 'en-US', name: 'Other' }], false],
  defaultLocale: ['de-DE', false],
  language: ['zh-CN', true],
  languages: [['en-US'], true],
  messages: [{ 'en-US': { messages: { 'search.open': 'Other' } } }, true],
  favicons: [['/other.ico'], false],
  theme: ['./theme/index.tsx', true],
  components: [{ Icon: './icon.tsx' }, true],
  slots: [{ FooterTop: './top.tsx' }, true],
  plugins: [[{ name: 'own', alias: { other: './other' } }], true],
  themeConfig: [{ brand: '#123456' }, true],
  nav: [{ levels: 2 }, false],
  routePrefetch: [{ defaultPrefetch: 'none' }, false],
  search: [false, false],
  headScripts: [['alert(1)'], false],
  scripts: [['alert(1)'], false],
  styles: [['a { color: red }'], false],
  metas: [[{ name: 'other', content: 'other' }], false],
  links: [[{ rel: 'other', href: '/other' }], false],
  alias: [{ other: './other' }, true],
  sitemap: [{ hostname: 'https://example.org' }, false],
  feed: [{ '/blog': { title: 'Blog' } }, false],
  shareImages: [{ font: './other.ttf' }, false],
  deadLinks: ['warn', false],
  fallback: [false, false],
  csp: ['strict', false],
  llms: [false, false],
  pack: [{ maxSize: 100 }, false],
  server: [{ allowedHosts: ['docs.test'] }, false],
  demoTimeout: [1, false],
  screenshots: [{ widths: [800] }, false],
  budgets: [{ imports: { '*': 20 } }, false],
  accept: [[{ code: 'crash', demo: 'a', reason: 'Theirs.' }], false],
  pageTimeout: [1, false],
  target: ['github-pages', false],
  cacheDir: ['./other', false],
  cache: [{ rendered: false }, false],
  prerender: ['./prerender.tsx', true],
  demo: [{ setup: './setup.tsx' }, true],
  export: [{ dependencies: { typescript: '^5' } }, false],
  sandbox: [{ template: 'create-react-app' }, false],
  apiParser: [false, false],
  versions: ['./other', false],
  library: [{ entry: './other' }, true],
  esbuild: [{ define: { OTHER: '1' } }, true],
  postcss: [{ plugins: [] }, true],
  markdown: [{ remarkPlugins: [() => undefined] }, false],
  serverLoaderPath: ['./other', false],
};

it.each(
  Object.entries(OPTIONS),
)('the key of bundles includes the option %s exactly if it may change a bundle', (name, option) => {
  const [value, isInBundles] = option;
  expect(keyOf({ [name]: value }) !== keyOf({})).toBe(isInBundles);
});

it('the key of bundles includes accent color, fonts and icons of the theme', () => {
  const font = { sans: { family: 'Other' } };
  expect(keyOf({ themeConfig: { font } })).not.toBe(keyOf({}));
  const links = (link: string, icon: string) => keyOf({ themeConfig: { socialLinks: { forum: { link, icon } } } });
  expect(links('https://a.example', 'a.svg')).not.toBe(links('https://a.example', 'b.svg'));
  expect(links('https://a.example', 'a.svg')).toBe(links('https://b.example', 'a.svg'));
  const others = { name: 'Other', logo: '/other.svg', footer: 'Other', nav: [], sidebar: {}, showLineNum: true };
  expect(keyOf({ themeConfig: { ...others, other: 1 } })).toBe(keyOf({}));
});

it('an option that is not in the key of bundles cannot be read', () => {
  const { config } = siteForBundles(siteOf({ theme: './theme.tsx', themeConfig: { brand: '#123456' } }));
  expect([config.theme, config.prerender, config.themeConfig]).toEqual([
    '/project/theme.tsx',
    undefined,
    { brand: '#123456', font: { sans: undefined, mono: undefined }, socialLinks: [] },
  ]);
  for (const name of Object.keys(siteOf({}).config) as (keyof ResolvedConfig)[]) {
    const isThere = OPTIONS[name as keyof typeof OPTIONS]?.[1] ?? ['allow', 'entryFile'].includes(name);
    if (isThere || ['outDir', 'export', 'sandbox'].includes(name)) expect(() => config[name]).not.toThrow();
    else expect(() => config[name], name).toThrow(`The option ${name} is not in the key of bundles`);
  }
});
