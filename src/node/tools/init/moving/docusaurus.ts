/** Reads a Docusaurus site that uses the classic preset: https://docusaurus.io/docs/api/docusaurus-config */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import type { Json, NavItem } from '../../../../shared/entities.ts';
import { decodePage } from '../../../content/read-page.ts';
import { missingTitle } from './convert-text.ts';
import { type Doc, plainName, readSidebars } from './docusaurus-sidebars.ts';
import { createDocusaurusRules, needsMdx } from './docusaurus-text.ts';
import type { MovedPage, MovedSite, Remark } from './moved-site.ts';
import { type Config, configOf, findConfig, itemsOf, readConfig, textOf, yamlOf } from './read-config.ts';

/** Files in page folders that only Docusaurus reads. */
const OWN_FILES = ['**/_category_.*', '**/authors.yml', '**/tags.yml', '**/node_modules/**'];

/** Returns the folder of the Docusaurus site, or undefined for a project without a Docusaurus site. */
export function findDocusaurus(folder: string): string | undefined {
  return [folder, path.join(folder, 'website'), path.join(folder, 'docs')].find((one) => configPath(one) !== undefined);
}

function configPath(folder: string): string | undefined {
  return findConfig(path.join(folder, 'docusaurus.config'));
}

export function readDocusaurus(folder: string): MovedSite {
  const config = readConfig(configPath(folder) ?? '');
  const theme = configOf(config.themeConfig);
  const preset = itemsOf(config.presets)
    .filter(Array.isArray)
    .map((one) => configOf(one[1]))
    .find((one) => one.docs !== undefined || one.blog !== undefined || one.theme !== undefined);
  const files = new Map<string, string>();
  const partials: MovedPage[] = [];
  const remarks: Remark[] = [];
  const docs = preset?.docs === false ? [] : readDocs(folder, configOf(preset?.docs), { files, partials });
  const sidebarsFile = sidebarsPath(folder, configOf(preset?.docs));
  const sidebars = readSidebars(sidebarsFile === undefined ? undefined : readConfig(sidebarsFile), docs);
  const posts = preset?.blog === false ? [] : readBlog(folder, configOf(preset?.blog), files);
  const pages = [
    ...partials,
    ...docs.map(({ page }) => page),
    ...sidebars.pages,
    ...posts,
    ...readPages(folder, files, remarks),
  ];
  for (const file of globSync('**/*', { cwd: path.join(folder, 'static'), dot: true }))
    files.set(path.join(folder, 'static', file), `public/${file}`);
  const nav = navItems(configOf(theme.navbar).items, { docs, first: sidebars.first });
  if (!pages.some(({ to }) => /^index\.mdx?$/.test(to))) pages.push(homePage(config, nav.items));
  for (const name of ['versioned_docs', 'i18n'])
    if (existsSync(path.join(folder, name)))
      remarks.push({
        text:
          name === 'i18n'
            ? 'Translations in `i18n` are not moved: see the handbook about languages.'
            : 'Versions in `versioned_docs` are not moved. Archive the built site of each: `npx cascader-docs versions add <id> --from <folder>`.',
      });
  if (itemsOf(config.plugins).length > 0) remarks.push({ text: 'Plugins of `docusaurus.config` are not moved.' });
  return {
    tool: 'Docusaurus',
    folder,
    config: {
      ...siteOptions(config),
      themeConfig: {
        ...themeOptions(theme, nav.links),
        ...(nav.items.length > 0 && { nav: nav.items }),
        ...(Object.keys(sidebars.sidebar).length > 0 && { sidebar: sidebars.sidebar }),
      },
    },
    pages,
    files,
    rules: createDocusaurusRules(/remark-math/.test(readFileSync(configPath(folder) ?? '', 'utf8'))),
    remarks,
  };
}

function sidebarsPath(folder: string, { sidebarPath }: Config): string | undefined {
  if (sidebarPath === false) return undefined;
  const written = path.join(folder, textOf(sidebarPath) ?? 'sidebars.js');
  return existsSync(written) ? written : findConfig(path.join(folder, 'sidebars'));
}

/** Returns the front matter of a page, as far as it is valid YAML. */
function frontmatterOf(text: string): Config {
  const [, yaml = ''] = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*$/m.exec(text) ?? [];
  return yamlOf(yaml);
}

/** Files that are not pages. */
interface OtherFiles {
  files: Map<string, string>;
  partials: MovedPage[];
}

function readDocs(folder: string, options: Config, { files, partials }: OtherFiles): Doc[] {
  const dir = path.join(folder, textOf(options.path) ?? 'docs');
  const base = (textOf(options.routeBasePath) ?? 'docs').replace(/^\/|\/$/g, '');
  const within = (file: string): string => path.posix.join(base, file);
  const ignore = [...OWN_FILES, ...itemsOf(options.exclude).map(String)];
  return globSync('**/*', { cwd: dir, ignore })
    .sort()
    .flatMap((file): Doc[] => {
      const source = path.join(dir, file);
      if (!/\.mdx?$/.test(file)) return keepFile(source, within(file), files);
      const text = decodePage(readFileSync(source, 'utf8'));
      const ending = needsMdx(text) ? 'mdx' : 'md';
      // A partial is not a page of its own, but other pages embed it.
      if (/(?:^|\/)_/.test(file)) {
        partials.push({ source, text, to: within(file).replace(/mdx?$/, ending), urls: [] });
        return [];
      }
      const frontmatter = frontmatterOf(text);
      const segments = file
        .replace(/\.mdx?$/, '')
        .split('/')
        .map(plainName);
      const name = textOf(frontmatter.id) ?? segments.at(-1) ?? '';
      const folders = segments.slice(0, -1);
      const slug = textOf(frontmatter.slug) ?? (isIndex(segments) ? '' : name);
      const route = path.posix.join('/', base, slug.startsWith('/') ? slug : [...folders, slug].join('/'));
      const stem = route === '/' ? 'index' : route.slice(1).replace(/\/$/, '');
      const isFolder = isIndex(segments) && textOf(frontmatter.slug) === undefined;
      const to = `${isFolder && stem !== 'index' ? `${stem}/index` : stem}.${ending}`;
      const keys = docKeys(frontmatter, missingTitle(text, file));
      const page: MovedPage = { source, text, to, urls: [route], ...keys };
      return [{ id: [...folders, name].join('/'), dir, file, frontmatter, page, base }];
    });
}

function keepFile(source: string, to: string, files: Map<string, string>): [] {
  files.set(source, to);
  return [];
}

function isIndex(segments: string[]): boolean {
  const [last = '', parent] = segments.toReversed();
  return /^(?:index|readme)$/i.test(last) || (parent !== undefined && last.toLowerCase() === parent.toLowerCase());
}

function docKeys(
  { hide_table_of_contents: hidden, draft, slug, id }: Config,
  added: object,
): Pick<MovedPage, 'frontmatter' | 'renamed'> {
  return {
    frontmatter: {
      ...added,
      ...(slug !== undefined && { slug: undefined }),
      ...(id !== undefined && { id: undefined }),
      ...(hidden === true && { hide_table_of_contents: undefined, toc: false }),
      ...(draft === true && { draft: undefined, debug: true }),
    },
    renamed: { sidebar_position: 'order' },
  };
}

/** Reads posts, and generates a page that lists them. */
function readBlog(folder: string, options: Config, files: Map<string, string>): MovedPage[] {
  const dir = path.join(folder, textOf(options.path) ?? 'blog');
  const base = (textOf(options.routeBasePath) ?? 'blog').replace(/^\/|\/$/g, '');
  const posts = globSync('**/*', { cwd: dir, ignore: OWN_FILES }).flatMap((file) => {
    const source = path.join(dir, file);
    if (!/\.mdx?$/.test(file)) return keepFile(source, path.posix.join(base, file), files);
    const text = decodePage(readFileSync(source, 'utf8'));
    const { slug, title, date: own, description } = frontmatterOf(text);
    const stem = file.replace(/(?:\/index)?\.mdx?$/, '');
    const [, year, month, day, name = stem] = /(?:^|\/)(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/](.*)$/.exec(stem) ?? [];
    const dated = year === undefined ? name : [year, month, day, name].join('/');
    const date = String(own ?? (year === undefined ? '' : [year, month, day].join('-'))).slice(0, 10);
    const route = path.posix.join('/', base, (textOf(slug) ?? dated).replace(/^\//, ''));
    const [, heading = name] = /^# (.+)$/m.exec(text) ?? [];
    const page: MovedPage = {
      source,
      text,
      to: `${route.slice(1)}.${needsMdx(text) ? 'mdx' : 'md'}`,
      urls: [route],
      frontmatter: { slug: undefined, ...(date !== '' && { date }), sidebar: false },
    };
    return [{ page, date, title: textOf(title) ?? heading, description: textOf(description) }];
  });
  if (posts.length === 0) return [];
  const newest = posts.toSorted((a, b) => (a.date < b.date ? 1 : -1));
  const list = newest.map(({ page, date, title, description }) => {
    const link = path.posix.relative(base, page.to);
    return `## [${title}](./${link})\n\n${[date, description].filter(Boolean).join(': ')}\n`;
  });
  const former = ['archive', 'tags', 'authors'].map((name) => `/${base}/${name}`);
  return [
    ...posts.map(({ page }) => page),
    {
      text: `# Blog\n\n${list.join('\n')}`,
      to: `${base}/index.md`,
      urls: [`/${base}`, ...former],
      frontmatter: { sidebar: false },
    },
  ];
}

/** Reads the Markdown pages in `src/pages`. A React page becomes a remark. */
function readPages(folder: string, files: Map<string, string>, remarks: Remark[]): MovedPage[] {
  const dir = path.join(folder, 'src/pages');
  return globSync('**/*', { cwd: dir, ignore: ['**/_*', '**/*.test.*', '**/*.css'] })
    .sort()
    .flatMap((file) => {
      const source = path.join(dir, file);
      const stem = file.replace(/\.\w+$/, '');
      if (/\.[jt]sx?$/.test(file) && stem !== 'index')
        remarks.push({ text: `The page \`src/pages/${file}\` is a component of React. Write it as an \`.mdx\` page.` });
      if (!/\.mdx?$/.test(file)) return keepFile(source, `_pages/${file}`, files);
      const text = decodePage(readFileSync(source, 'utf8'));
      const route = `/${stem.replace(/(?:^|\/)index$/, '')}`;
      const to = `${stem}.${needsMdx(text) ? 'mdx' : 'md'}`;
      return [{ source, text, to, urls: [route], frontmatter: { sidebar: false } }];
    });
}

function homePage({ title, tagline }: Config, nav: NavItem[]): MovedPage {
  const link = nav.find((one) => one.link?.startsWith('/'))?.link;
  const hero = {
    title: textOf(title) ?? 'Home',
    ...(textOf(tagline) && { description: tagline }),
    ...(link && { actions: [{ text: 'Get started', link }] }),
  };
  return { text: '', to: 'index.md', urls: ['/'], frontmatter: { title: hero.title, hero } };
}

function siteOptions({ title, tagline, baseUrl, favicon, url, i18n, onBrokenLinks }: Config): Record<string, unknown> {
  const locale = textOf(configOf(i18n).defaultLocale);
  return {
    ...(textOf(title) && { title }),
    ...(textOf(tagline) && { description: tagline }),
    ...(textOf(baseUrl) && { base: baseUrl }),
    ...(textOf(favicon) && { favicons: [`/${String(favicon).replace(/^\//, '')}`] }),
    ...(textOf(url) && { sitemap: { hostname: url } }),
    ...(locale && { defaultLocale: locale }),
    ...(/^(?:warn|log|ignore)$/.test(textOf(onBrokenLinks) ?? '') && { deadLinks: 'warn' }),
  };
}

function themeOptions({ navbar, footer }: Config, links: Record<string, string>): Record<string, unknown> {
  const logo = textOf(configOf(configOf(navbar).logo).src);
  const { links: columns, copyright } = configOf(footer);
  const rows = itemsOf(columns)
    .map(configOf)
    .map(({ title, items, ...own }) => {
      const texts = itemsOf((items ?? [own]) as Json)
        .map(configOf)
        .flatMap(({ label, to, href }) => {
          const target = textOf(to) ?? textOf(href);
          return target === undefined ? [] : [`[${textOf(label) ?? target}](${target})`];
        });
      return `${textOf(title) ? `**${title}**: ` : ''}${texts.join(' · ')}`;
    });
  const text = [...rows, ...(textOf(copyright) ? [copyright] : [])].join('\n\n');
  return {
    ...(logo && { logo: `/${logo.replace(/^\//, '')}` }),
    ...(Object.keys(links).length > 0 && { socialLinks: links }),
    ...(text !== '' && { footer: text }),
  };
}

interface NavSource {
  docs: Doc[];
  /** Route of the first page in each sidebar. */
  first: Map<string, string>;
}

/** Converts the items of the menu. Links to GitHub and similar hosts become icons. */
function navItems(value: Json | undefined, source: NavSource): { items: NavItem[]; links: Record<string, string> } {
  const links: Record<string, string> = {};
  const items = itemsOf(value)
    .map(configOf)
    .flatMap((one): NavItem[] => {
      const title = textOf(one.label);
      const children = navItems(one.items, source).items;
      const href = textOf(one.href);
      const [, site] = /^https:\/\/(?:www\.)?(github|gitlab|npmjs|discord|x|twitter)\.com\//.exec(href ?? '') ?? [];
      if (site !== undefined && href !== undefined && !(site in links)) {
        links[site === 'npmjs' ? 'npm' : site] = href;
        return [];
      }
      const docId = textOf(one.docId);
      const link =
        textOf(one.to) ??
        href ??
        source.first.get(textOf(one.sidebarId) ?? '') ??
        source.docs.find(({ id }) => id === docId)?.page.urls[0];
      const to = link && !/^[a-z]+:/.test(link) ? `/${link.replace(/^\/|\/$/g, '')}` : link;
      if (title === undefined || (to === undefined && children.length === 0)) return [];
      return [{ title, ...(to && { link: to }), ...(children.length > 0 && { children }) }];
    });
  return { items, links };
}
