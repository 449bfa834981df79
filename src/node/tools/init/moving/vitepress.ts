/** Reads a VitePress site: https://vitepress.dev/reference/site-config */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import type { Json, NavItem, SidebarGroup, SidebarItem } from '../../../../shared/entities.ts';
import { decodePage } from '../../../content/read-page.ts';
import { missingTitle } from './convert-text.ts';
import type { MovedPage, MovedSite, Remark } from './moved-site.ts';
import { type Config, configOf, findConfig, itemsOf, readConfig, textOf } from './read-config.ts';
import { createVitepressRules } from './vitepress-text.ts';

/** Configuration keys that are read, or that have no meaning for this package. */
const KNOWN =
  /^(?:title|description|base|lang|cleanUrls|srcDir|srcExclude|rewrites|themeConfig|head|locales|sitemap|markdown|ignoreDeadLinks|lastUpdated|appearance|outDir|cacheDir|metaChunk|mpa|titleTemplate)$/;
const KNOWN_THEME =
  /^(?:nav|sidebar|socialLinks|footer|logo|siteTitle|search|outline|editLink|docFooter|lastUpdated\w*|\w+Label|\w+Text|aside|i18nRouting|externalLinkIcon|algolia|carbonAds)$/;

/** Returns the folder of the VitePress site, or undefined for a project without a VitePress site. */
export function findVitepress(folder: string): string | undefined {
  return [folder, path.join(folder, 'docs'), path.join(folder, 'website')].find((one) => configPath(one) !== undefined);
}

function configPath(folder: string): string | undefined {
  return findConfig(path.join(folder, '.vitepress/config')) ?? findConfig(path.join(folder, '.vitepress/config/index'));
}

export function readVitepress(folder: string): MovedSite {
  const config = readConfig(configPath(folder) ?? '');
  const theme = configOf(config.themeConfig);
  const remarks: Remark[] = [];
  const srcDir = path.join(folder, textOf(config.srcDir) ?? '.');
  const ignore = ['**/node_modules/**', '.vitepress/**', 'public/**', ...itemsOf(config.srcExclude).map(String)];
  const files = new Map<string, string>();
  const pages: MovedPage[] = [];
  for (const file of globSync('**/*', { cwd: srcDir, ignore, dot: false }).sort()) {
    const source = path.join(srcDir, file);
    if (file.endsWith('.md')) pages.push(createPage(file, source, config));
    else files.set(source, file);
  }
  for (const file of globSync('**/*', { cwd: path.join(srcDir, 'public'), dot: true }))
    files.set(path.join(srcDir, 'public', file), `public/${file}`);
  for (const key of [
    ...Object.keys(config).filter((one) => !KNOWN.test(one)),
    ...Object.keys(theme).filter((one) => !KNOWN_THEME.test(one)),
  ])
    remarks.push({ text: `The option \`${key}\` of \`.vitepress/config\` is not moved.` });
  if (existsSync(path.join(folder, '.vitepress/theme')))
    remarks.push({
      text: 'The theme is in Vue, and is not moved. Write components in React, and name them in `components` or in a theme.',
    });
  return {
    tool: 'VitePress',
    folder,
    config: {
      ...siteOptions(config),
      themeConfig: { ...themeOptions(theme), ...navigation(config, theme) },
    },
    pages,
    files,
    rules: createVitepressRules(srcDir, configOf(config.markdown).math === true),
    remarks,
  };
}

function createPage(file: string, source: string, config: Config): MovedPage {
  const text = decodePage(readFileSync(source, 'utf8'));
  const rewritten = textOf(configOf(config.rewrites)[file]) ?? file;
  const stem = rewritten.replace(/\.md$/, '');
  const route = `/${stem.replace(/(^|\/)index$/, '$1')}`;
  const hasToc = !/^(?:aside|outline): *false\s*$/m.test(text.split(/^---\s*$/m)[1] ?? '');
  return {
    source,
    text,
    to: rewritten,
    urls: [route, ...(route.endsWith('/') || config.cleanUrls === true ? [] : [`${route}.html`])],
    frontmatter: {
      ...missingTitle(text, file),
      ...(hasToc ? {} : { aside: undefined, outline: undefined, toc: false }),
    },
  };
}

function siteOptions(config: Config): Record<string, unknown> {
  const head = itemsOf(config.head).filter(Array.isArray) as Json[][];
  const attributesOf = (tag: string): Config[] => head.filter(([name]) => name === tag).map((one) => configOf(one[1]));
  const [icons, links] = [true, false].map((isIcon) =>
    attributesOf('link').filter(({ rel }) => /\bicon\b/.test(String(rel)) === isIcon),
  );
  const { hostname } = configOf(config.sitemap);
  const locales = Object.entries(configOf(config.locales)).map(([key, locale]) => {
    const { label, lang } = configOf(locale);
    return { id: textOf(lang) ?? key, name: textOf(label) ?? key, base: key === 'root' ? '/' : `/${key}` };
  });
  return {
    ...given({ title: config.title, description: config.description, base: config.base }),
    ...(locales.length > 1 ? { locales } : given({ defaultLocale: config.lang })),
    ...(icons?.length && { favicons: icons.map(({ href }) => href) }),
    ...(links?.length && { links }),
    ...(attributesOf('meta').length > 0 && { metas: attributesOf('meta') }),
    ...(attributesOf('script').length > 0 && {
      headScripts: head
        .filter(([name]) => name === 'script')
        .map(([, attributes, content]) => ({ ...configOf(attributes), ...(content ? { content } : {}) })),
    }),
    ...(textOf(hostname) && { sitemap: { hostname } }),
    ...(config.ignoreDeadLinks && { deadLinks: 'warn' }),
  };
}

function given(values: Config): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => textOf(value) !== undefined));
}

function themeOptions({ socialLinks, footer, logo }: Config): Record<string, unknown> {
  const { message, copyright } = configOf(footer);
  const texts = [message, copyright].flatMap((one) => textOf(one) ?? []);
  const links = itemsOf(socialLinks)
    .map(configOf)
    .flatMap(({ icon, link }) => (textOf(icon) && textOf(link) ? [[icon, link]] : []));
  const picture = textOf(logo) ?? textOf(configOf(logo).light) ?? textOf(configOf(logo).src);
  return {
    ...(picture && { logo: picture }),
    ...(links.length > 0 && { socialLinks: Object.fromEntries(links.slice(0, 5)) }),
    ...(texts.length > 0 && { footer: texts.join('\n\n') }),
  };
}

/** Returns the navigation of all locales. */
function navigation(config: Config, theme: Config): Pick<MovedSite['config']['themeConfig'], 'nav' | 'sidebar'> {
  const themes = Object.entries(configOf(config.locales)).map(([key, locale]) => ({
    prefix: key === 'root' ? '/' : `/${key}/`,
    id: textOf(configOf(locale).lang) ?? key,
    own: configOf(configOf(locale).themeConfig),
  }));
  const navs = themes.map(({ id, own }): [string, NavItem[]] => [id, navItems(own.nav ?? theme.nav)]);
  const sidebars = [{ prefix: '/', own: theme }, ...themes].map(({ prefix, own }) => sidebarsOf(own.sidebar, prefix));
  const sidebar = Object.assign({}, ...sidebars) as Record<string, SidebarGroup[]>;
  const nav = navs.length > 1 ? (Object.fromEntries(navs) as never) : navItems(theme.nav);
  return {
    ...(Object.keys(nav).length > 0 && { nav }),
    ...(Object.keys(sidebar).length > 0 && { sidebar }),
  };
}

function navItems(value: Json | undefined): NavItem[] {
  return itemsOf(value).flatMap((one): NavItem[] => {
    const { text, link, items, activeMatch } = configOf(one);
    const title = textOf(text);
    if (title === undefined) return navItems(items);
    const to = textOf(link);
    const [, active] = /^\^?(\/[\w/-]*)$/.exec(textOf(activeMatch) ?? '') ?? [];
    const children = navItems(items);
    return [
      {
        title,
        ...(to && { link: routeOf(to) }),
        ...(active && { activePath: routeOf(active) }),
        ...(children.length > 0 && { children }),
      },
    ];
  });
}

/** Returns the route of a link, without `.html` and without a trailing slash. */
function routeOf(link: string): string {
  if (/^[a-z]+:/i.test(link)) return link;
  const [, route = '', rest = ''] = /^([^?#]*)(.*)$/.exec(link) ?? [];
  return (
    (`/${route}`
      .replace(/\/+/g, '/')
      .replace(/(?:\/index)?(?:\.html|\.md)?$/, '')
      .replace(/\/$/, '') || '/') + rest
  );
}

function sidebarsOf(value: Json | undefined, prefix: string): Record<string, SidebarGroup[]> {
  if (Array.isArray(value)) return { [routeOf(prefix)]: groupsOf(value, '') };
  return Object.fromEntries(
    Object.entries(configOf(value)).map(([key, own]) => {
      const { items, base } = configOf(own);
      return [routeOf(key), Array.isArray(own) ? groupsOf(own, '') : groupsOf(itemsOf(items), textOf(base) ?? '')];
    }),
  );
}

/** Returns the groups of a sidebar. Items without children form a group without a title. */
function groupsOf(items: Json[], base: string): SidebarGroup[] {
  const entries = items.map(configOf);
  const loose = entries.filter((one) => !one.items);
  const titled = entries
    .filter((one) => one.items)
    .map((one) => ({
      ...(textOf(one.text) && { title: String(one.text) }),
      children: itemsIn(
        [...(textOf(one.link) ? [{ text: one.text, link: one.link }] : []), ...itemsOf(one.items)] as Json[],
        textOf(one.base) ?? base,
      ),
    }));
  return [...(loose.length > 0 ? [{ children: itemsIn(loose as Json[], base) }] : []), ...titled];
}

function itemsIn(items: Json[], base: string): SidebarItem[] {
  return items.map(configOf).map(({ text, link, items: own, base: ownBase }, order) => {
    const children = itemsIn(itemsOf(own), textOf(ownBase) ?? base);
    const to = textOf(link);
    const route = to && (to.startsWith('/') || /^[a-z]+:/i.test(to) ? to : base + to);
    return {
      title: textOf(text) ?? '',
      order,
      ...(route && { link: routeOf(route) }),
      ...(children.length > 0 && { children }),
    };
  });
}
