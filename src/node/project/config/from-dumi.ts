import { isRecord } from '../../../shared/is-record.ts';
import { SOCIAL_SITES } from '../../../shared/social-sites.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic, Location } from '../../base/diagnostics/diagnostic.ts';
import { configSchema } from './config-schema.ts';
import { REFUSED_KEYS } from './foreign-keys.ts';
import { locateKey } from './key-location.ts';
import { MAX_SOCIAL_LINKS, NAV_ITEM_KEYS, SIDEBAR_ITEM_KEYS } from './theme-config-schema.ts';

export interface DumiContext {
  /** Source path of the config file. Absent if the project has none. */
  file?: string;
  source?: string;
  /** Version range of dumi in `package.json`. Absent if `package.json` does not list dumi. */
  dumi?: string;
}

type Values = Record<string, unknown>;

/** Keys of `resolve` that exist both in dumi 2 and here. */
const RESOLVE_KEYS = ['docDirs', 'atomDirs', 'codeBlockMode', 'entryFile', 'forceKebabCaseRouting'];

/**
 * Adds dumi's defaults: components in `src` have pages next to them, and dead links are warnings. Reports that the file
 * was read (CD117), dumi 1 (CD122), and each unsupported key (CD118).
 */
export function fromDumiConfig(written: unknown, context: DumiContext): { user: Values; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const values = isRecord(written) ? written : {};
  const user: Values = {};
  const passOver = (path: string[], reason?: string): void => {
    const about = { location: locationOf(context, path), key: path };
    diagnostics.push(createDiagnostic('skipped-config-key', { key: path.join('.'), reason }, about));
  };
  const isFirst = isDumi1(values, context);
  if (isFirst) diagnostics.push(describeDumi1(context));
  else if (context.file !== undefined) diagnostics.push(createDiagnostic('dumi-config', { file: context.file }));
  for (const [key, value] of Object.entries(values)) {
    // The key `mode` only serves to detect dumi 1.
    if (value === undefined || (isFirst && key === 'mode')) continue;
    const translate = TRANSLATIONS[key];
    const translated = translate ? translate(value, values, passOver) : { [key]: value };
    if (translated === undefined || !Object.keys(translated).every((name) => Object.hasOwn(configSchema.shape, name))) {
      passOver([key], REFUSED_KEYS.has(key) ? lowerFirst(REFUSED_KEYS.get(key) ?? '') : undefined);
      continue;
    }
    for (const [name, part] of Object.entries(translated)) user[name] = merge(user[name], part);
  }
  return { user: withDefaults(user), diagnostics };
}

/** Returns true for a dumi 1 site, according to the range in `package.json`, or else to `mode: 'site'`, which only dumi 1 has. */
function isDumi1({ mode }: Values, { dumi }: DumiContext): boolean {
  return dumi === undefined ? mode === 'site' : /^[\^~>=v\s]*1(?:\D|$)/.test(dumi);
}

function describeDumi1({ file }: DumiContext): Diagnostic {
  const rename = file?.startsWith('.umirc.') ? { from: file, to: file.replace('umirc', 'dumirc') } : undefined;
  const location = file === undefined ? undefined : { file, line: 1, column: 1 };
  return createDiagnostic('dumi-1-config', { rename }, { ...(location && { location }) });
}

/** Converters return our keys, an empty object for a key that is not needed here, or undefined for an unsupported value. */
const TRANSLATIONS: Record<
  string,
  (value: unknown, all: Values, passOver: (path: string[], reason?: string) => void) => Values | undefined
> = {
  favicon: (value) => ({ favicons: [value] }),
  logo: (value, { themeConfig }) =>
    isRecord(themeConfig) && themeConfig.logo !== undefined ? {} : { themeConfig: { logo: value } },
  navs: (value, _all, passOver) => {
    if (Array.isArray(value)) return { themeConfig: { nav: navOf(value) } };
    if (!isRecord(value)) return undefined;
    for (const [locale, items] of Object.entries(value)) {
      if (Array.isArray(items) && items[0] === null)
        passOver(['navs', locale, '0'], 'the generated navigation stands before items that are those of all locales');
    }
    return { themeConfig: { nav: eachList(value, itemsOf) } };
  },
  apiParser: (value) => ({ apiParser: Boolean(value) }),
  define: (value) => (isRecord(value) ? { esbuild: { define: definesOf(value) } } : undefined),
  extraPostCSSPlugins: (value) => (Array.isArray(value) ? { postcss: { plugins: value } } : undefined),
  extraRemarkPlugins: (value, _all, passOver) => pluginsOf('extraRemarkPlugins', 'remarkPlugins', value, passOver),
  extraRehypePlugins: (value, _all, passOver) => pluginsOf('extraRehypePlugins', 'rehypePlugins', value, passOver),
  styles: (value) => ({
    styles: Array.isArray(value)
      ? value.map((style) => (isRecord(style) && 'src' in style ? { href: style.src } : style))
      : value,
  }),
  locales: (value) => ({ locales: Array.isArray(value) ? value.map(localeOf) : value }),
  // Assets are always under the base, so a `publicPath` that is equal to the base needs no warning.
  publicPath: (value, { base = '/' }) => (value === base ? {} : undefined),
  theme: (value, _all, passOver) => {
    if (typeof value === 'string') return { theme: value };
    passOver(['theme'], 'variables of Less have no meaning here');
    return {};
  },
  resolve: (value, _all, passOver) => {
    if (!isRecord(value)) return { resolve: value };
    const { includes, passivePreview, previewLangs, ...rest } = value;
    const known = Object.entries(rest).filter(([key]) => RESOLVE_KEYS.includes(key));
    for (const key of Object.keys(rest)) if (!RESOLVE_KEYS.includes(key)) passOver(['resolve', key]);
    const isPassive = passivePreview === true || (Array.isArray(previewLangs) && previewLangs.length === 0);
    return {
      resolve: {
        ...(Array.isArray(includes) ? { docDirs: includes } : {}),
        ...(isPassive ? { codeBlockMode: 'passive' } : {}),
        ...Object.fromEntries(known),
      },
    };
  },
  themeConfig: (value, _all, passOver) => {
    if (!isRecord(value)) return { themeConfig: value };
    const theme: Values = { ...value };
    if (theme.nav !== undefined) theme.nav = eachList(theme.nav, navOf);
    if (theme.sidebar !== undefined) theme.sidebar = eachList(theme.sidebar, sidebarOf);
    if (isRecord(theme.socialLinks)) {
      const sites = Object.entries(theme.socialLinks);
      const kept = sites
        .filter(([site, link]) => SOCIAL_SITES.includes(site) && typeof link === 'string')
        .slice(0, MAX_SOCIAL_LINKS);
      for (const site of sites.filter((entry) => !kept.includes(entry)))
        passOver(['themeConfig', 'socialLinks', site[0]], 'the header has no icon or no room for this link');
      theme.socialLinks = Object.fromEntries(kept);
    }
    return { themeConfig: theme };
  },
};

/** In dumi, plugins may also be paths. */
function pluginsOf(
  key: string,
  name: 'remarkPlugins' | 'rehypePlugins',
  value: unknown,
  passOver: (path: string[], reason?: string) => void,
): Values | undefined {
  if (!Array.isArray(value)) return undefined;
  const isPath = (plugin: unknown): boolean => typeof [plugin].flat()[0] === 'string';
  for (const [index, plugin] of value.entries())
    if (isPath(plugin)) passOver([key, String(index)], 'import the plugin, and pass the imported function');
  return { markdown: { [name]: value.filter((plugin) => !isPath(plugin)) } };
}

/** Skips names that are not identifiers, because they cannot be replaced. */
function definesOf(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => /^[\w$]+(?:\.[\w$]+)*$/.test(name) && value !== undefined)
      .map(([name, value]) => [name, JSON.stringify(value)]),
  );
}

function withDefaults(user: Values): Values {
  const locales = Array.isArray(user.locales) ? user.locales : [];
  const language = isRecord(locales[0]) && typeof locales[0].id === 'string' ? locales[0].id : 'zh-CN';
  return {
    publicDir: 'public',
    fallback: false,
    deadLinks: 'warn',
    defaultLocale: language,
    // Sites in other languages use English.
    language: language === 'zh-CN' ? 'zh-CN' : 'en-US',
    ...user,
    // Keeps the system fonts of a dumi site.
    ...(user.themeConfig === undefined || isRecord(user.themeConfig)
      ? { themeConfig: { font: false, ...user.themeConfig } }
      : {}),
    resolve: { atomDirs: [{ type: 'component', dir: 'src' }], ...(isRecord(user.resolve) ? user.resolve : {}) },
  };
}

function localeOf(locale: unknown): unknown {
  if (!Array.isArray(locale)) return locale;
  const [id, name] = locale;
  return { id, name };
}

/** In dumi 1, a `null` as the first item inserts the generated navigation. */
function navOf(items: unknown[]): unknown {
  const value = itemsOf(items);
  return items[0] === null ? { mode: 'append', value } : value;
}

function itemsOf(items: unknown[]): unknown[] {
  return items.filter((item) => item !== null).map((item) => itemOf(item, NAV_ITEM_KEYS));
}

function sidebarOf(groups: unknown[]): unknown {
  return groups.map((group) => itemOf(group, ['title', 'order', 'children'], SIDEBAR_ITEM_KEYS));
}

/** The dumi 1 key `path` becomes `link`. */
function itemOf(item: unknown, keys: readonly string[], childKeys = keys): unknown {
  if (!isRecord(item)) return item;
  const { path, children, ...rest } = item;
  const known = Object.entries({ ...(path === undefined ? {} : { link: path }), ...rest });
  return {
    ...Object.fromEntries(known.filter(([key]) => keys.includes(key))),
    ...(Array.isArray(children) ? { children: children.map((child) => itemOf(child, childKeys)) } : {}),
  };
}

/** Applies `convert` to a list, to each list in a map, and to the `value` next to a `mode`. */
function eachList(value: unknown, convert: (items: unknown[]) => unknown): unknown {
  if (Array.isArray(value)) return convert(value);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      Array.isArray(part) || isRecord(part) ? eachList(part, convert) : part,
    ]),
  );
}

function merge(a: unknown, b: unknown): unknown {
  return isRecord(a) && isRecord(b) ? { ...a, ...b } : b;
}

function locationOf({ file, source }: DumiContext, path: string[]): Location | undefined {
  if (file === undefined) return undefined;
  // Only line and column are returned, because without `lineText` no code frame is printed.
  const { line, column } = locateKey(file, source ?? '', path);
  return { file, line, column };
}

function lowerFirst(text: string): string {
  return (text.charAt(0).toLowerCase() + text.slice(1)).replace(/\.$/, '');
}
