import type { Plugin } from 'esbuild';
import * as z from 'zod';
import { isExternal, isSafeUrl } from '../../shared/base-url.ts';
import type { NavItem, SidebarItem } from '../../shared/entities.ts';
import { DEMO_ACTIONS } from '../../shared/page-data.ts';
import { PREFETCH_MODES, type PrefetchMode } from '../../shared/prefetch.ts';
import { isValidRoute, normalizeRoute } from '../../shared/route-path.ts';
import { didYouMean, nearestName } from '../diagnostics/did-you-mean.ts';
import { TARGETS } from './targets.ts';
import type { NavConfig } from './types.ts';

/**
 * The shape of the configuration. The `error` of every schema is the phrase that ends "expected …" in the message;
 * a custom issue with `params.whole` is a whole message of its own.
 */

const string = z.string({ error: 'a string' });
const nonEmpty = string.min(1, { error: 'a string that is not empty' });
const boolean = z.boolean({ error: 'true or false' });
const number = z.number({ error: 'a number' });
const stringOrFalse = z.union([string, z.literal(false)], { error: 'a string or false' });
/** What a timer takes. */
const milliseconds = number
  .positive({ error: 'milliseconds above 0' })
  .max(2 ** 31 - 1, { error: 'milliseconds, at most 2147483647' });
const stringMap = z.record(z.string(), string, { error: 'an object of strings' });

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `one of ${values.map((value) => `'${value}'`).join(', ')}` });

const url = string.refine(isSafeUrl, { error: 'a link with http:, https:, mailto:, tel: or a relative one' });

/** Attributes of elements in the head: what the policy would block, or no page may lead to, is no silent matter. */
const attributeLists = z.array(stringMap, { error: 'a list of objects of strings' }).superRefine((list, context) => {
  for (const [index, attributes] of list.entries())
    for (const [name, value] of Object.entries(attributes)) {
      const reject = (message: string) =>
        context.addIssue({ code: 'custom', path: [index, name], message, params: { whole: true } });
      if (/^on/i.test(name))
        reject(`Attribute "${name}" is not allowed: the site's content security policy blocks inline handlers`);
      else if (/^(?:href|src)$/i.test(name) && !isSafeUrl(value) && !/^data:image\//i.test(value))
        reject(`Unsafe URL "${value}"`);
    }
});

const languageTag = string.regex(/^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/, { error: "a language tag such as 'en-US'" });

const listOf = <T extends z.ZodType>(item: T, what: string) => z.array(item, { error: `a list of ${what}` });

const colorPreference = oneOf(['light', 'dark', 'auto']);

const prefetch = z.custom<PrefetchMode>().superRefine((value, context) => {
  if (PREFETCH_MODES.some((known) => known === value)) return;
  context.addIssue({ code: 'custom', message: `Invalid prefetch value ${String(value)}`, params: { whole: true } });
});

/** A script or style: its URL or code as a string, or attributes with `src` (`href`) or `content`. */
const asset = (urlKey: 'src' | 'href') =>
  z.custom<string | { [attribute: string]: string | boolean | undefined }>().superRefine((value, context) => {
    const reject = (message: string) => context.addIssue({ code: 'custom', message, params: { whole: true } });
    if (typeof value === 'string') return;
    if (typeof value !== 'object' || value === null)
      return reject(`Invalid script type: ${value === null ? 'null' : typeof value}`);
    const address: unknown = (value as Record<string, unknown>)[urlKey];
    const content: unknown = (value as Record<string, unknown>).content;
    if (typeof address !== 'string' && typeof content !== 'string') {
      return reject(`Invalid script type: object without "${urlKey}" or "content"`);
    }
    if (typeof address === 'string' && !isSafeUrl(address)) reject(`Unsafe URL "${address}"`);
    for (const [name, attribute] of Object.entries(value)) {
      if (typeof attribute !== 'string' && typeof attribute !== 'boolean' && attribute !== undefined) {
        reject(`Invalid attribute "${name}": expected a string, true or false, got ${typeof attribute}`);
      }
    }
  });

/** Keys of an item of `themeConfig.nav`, at every level. */
export const NAV_ITEM_KEYS = ['title', 'link', 'order', 'activePath', 'children'];

const navItem: z.ZodType<NavItem> = z.lazy(() =>
  z.strictObject(
    {
      title: string,
      link: url.optional(),
      order: number.optional(),
      activePath: string.optional(),
      children: listOf(navItem, 'navigation items').optional(),
    },
    { error: 'a navigation item, such as { title, link }' },
  ),
);
const navItems = listOf(navItem, 'navigation items');

/** `themeConfig.nav` in its three forms. */
const NAV_FORMS = {
  list: navItems,
  mode: z.strictObject({ mode: oneOf(['override', 'prepend', 'append']), value: navItems }),
  byLocale: z.record(z.string(), navItems, { error: 'navigation items' }),
};

const nav = z.custom<NavConfig>().superRefine((value: unknown, context) => {
  if (typeof value !== 'object' || value === null) {
    const message = "a list of navigation items, a list for each locale, or { mode: 'append', value: […] }";
    return context.addIssue({ code: 'custom', message });
  }
  const form = Array.isArray(value) ? NAV_FORMS.list : 'mode' in value ? NAV_FORMS.mode : NAV_FORMS.byLocale;
  for (const issue of form.safeParse(value).error?.issues ?? [])
    context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
});

/** Keys of an item of `themeConfig.sidebar`, at every level. */
export const SIDEBAR_ITEM_KEYS = ['title', 'link', 'order', 'children'];

const sidebarItem: z.ZodType<SidebarItem> = z.lazy(() =>
  z.strictObject(
    {
      title: string,
      link: url.optional(),
      order: number.default(0),
      children: listOf(sidebarItem, 'sidebar items').optional(),
    },
    { error: 'a sidebar item, such as { title, link }' },
  ),
);
const sidebarGroup = z.strictObject(
  { title: string.optional(), order: number.optional(), children: listOf(sidebarItem, 'sidebar items') },
  { error: 'a sidebar group, such as { title, children }' },
);

/** Sites that the header has an icon for. */
export const SOCIAL_SITES = ['github', 'weibo', 'twitter', 'x', 'gitlab', 'facebook', 'zhihu', 'yuque', 'linkedin'];
/** As many as the header has room for. */
export const MAX_SOCIAL_LINKS = 5;

const socialLinks = z
  .record(z.string(), url, { error: 'an object of links by site name' })
  .superRefine((links, context) => {
    const sites = Object.keys(links);
    for (const site of sites.filter((name) => !SOCIAL_SITES.includes(name))) {
      const message = `Unknown social site "${site}"${didYouMean(nearestName(site, SOCIAL_SITES))}`;
      context.addIssue({
        code: 'custom',
        path: [site],
        message,
        params: { whole: true, note: `Known sites: ${SOCIAL_SITES.join(', ')}.` },
      });
    }
    if (sites.length > MAX_SOCIAL_LINKS) {
      const message = `Too many social links: ${sites.length}, at most ${MAX_SOCIAL_LINKS} fit`;
      context.addIssue({ code: 'custom', message, params: { whole: true } });
    }
  });

const locale = z.strictObject(
  {
    id: string.regex(/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/, { error: "a language tag such as 'en-US'" }),
    name: nonEmpty,
    base: string.regex(/^\/([\w-]+(\/[\w-]+)*\/?)?$/, { error: "a path such as '/en'" }).optional(),
    suffix: string.regex(/^[\w-]*$/, { error: "letters, digits and dashes, such as '-en'" }).optional(),
  },
  { error: 'a locale, such as { id, name, base }' },
);

/** Locales have ids and addresses of their own, and only the first may stand at `/`. */
const locales = listOf(locale, 'locales').superRefine((list, context) => {
  const addresses = list.map((item, index) => addressOf(item, index));
  for (const [index, { id, base, suffix }] of list.entries()) {
    const reject = (key: string, message: string) =>
      context.addIssue({ code: 'custom', path: [index, key], message, params: { whole: true } });
    if (base !== undefined && suffix !== undefined) reject('suffix', `Locale "${id}" has both "base" and "suffix"`);
    if (list.findIndex((item) => item.id === id) < index) reject('id', `Duplicate locale "${id}"`);
    else if (index > 0 && base === '/') reject('base', `Locale "${id}" cannot have base "/": only the first can`);
    else if (addresses.indexOf(addresses[index] ?? '') < index) {
      reject(
        suffix === undefined ? 'base' : 'suffix',
        `Locale "${id}" has the address of another one, ${addresses[index]}`,
      );
    }
  }
});

function addressOf({ id, base, suffix }: z.infer<typeof locale>, index: number): string {
  if (suffix !== undefined) return suffix === '' ? '/' : `*${suffix}`;
  return normalizeRoute(base ?? (index === 0 ? '/' : id));
}

const base = string.superRefine((value, context) => {
  const reason = baseProblem(value);
  if (reason)
    context.addIssue({ code: 'custom', message: `Invalid base "${value}": ${reason}`, params: { whole: true } });
});

/** Why a path cannot be the base of a site; undefined when it can. */
export function baseProblem(value: string): string | undefined {
  if (isExternal(value)) return 'it is a path below the host, such as "/docs/", not a whole address';
  if (/[?#]/.test(value)) return 'a path has neither "?" nor "#"';
  if (/(^|\/)\.\.?(\/|$)/.test(value)) return 'it cannot contain "." or ".." as a segment';
  return isValidRoute(normalizeRoute(value)) ? undefined : 'write it with letters, digits, dashes and slashes';
}

const addressTemplate = (placeholder: string) => {
  const error = `true, false or an address with ${placeholder} in it`;
  const address = string.refine((text) => isSafeUrl(text) && text.includes(placeholder), { error });
  return z.union([boolean, address], { error });
};

/** What stands in CSS as it is written holds nothing that could end it. */
const cssValue = nonEmpty.regex(/^[\w\s+?,.-]+$/, { error: 'letters, digits, spaces, commas and dashes' });

const font = z.strictObject(
  {
    family: cssValue,
    src: nonEmpty.optional(),
    weight: cssValue.optional(),
    unicodeRange: cssValue.optional(),
  },
  { error: "a font, such as { family: 'Inter', src: './docs/fonts/inter.woff2' }" },
);

const themeConfig = z.looseObject(
  {
    name: string.optional(),
    logo: z.union([url, z.literal(false)], { error: 'the URL of an image or false' }).optional(),
    nav: nav.optional(),
    sidebar: z
      .record(z.string(), listOf(sidebarGroup, 'sidebar groups'), { error: 'an object of sidebar groups by path' })
      .optional(),
    footer: stringOrFalse.optional(),
    socialLinks: socialLinks.optional(),
    editLink: addressTemplate('{filename}').optional(),
    sourceLink: addressTemplate('{fileName}').optional(),
    disabledActions: z
      .array(z.enum(DEMO_ACTIONS, { error: `one of ${DEMO_ACTIONS.join(', ')}` }), { error: 'a list of actions' })
      .optional(),
    lastUpdated: boolean.optional(),
    rtl: boolean.optional(),
    prefersColor: z
      .strictObject({ default: colorPreference.optional(), switch: boolean.optional() }, { error: 'an object' })
      .optional(),
    showLineNum: boolean.optional(),
    wrapCode: boolean.optional(),
    foldCode: z.number({ error: 'a number of lines' }).int().positive().optional(),
    brand: string.regex(/^#(?:[\da-f]{3}){1,2}$/i, { error: "a colour such as '#2563eb'" }).optional(),
    font: z.strictObject({ sans: font.optional(), mono: font.optional() }, { error: '{ sans, mono }' }).optional(),
    toc: oneOf(['content', 'menu']).optional(),
  },
  { error: 'an object' },
);

/** Loaders that give a module and nothing else: files are published by `?url`, sheets are no modules. */
const LOADERS = ['js', 'jsx', 'ts', 'tsx', 'json', 'text', 'base64', 'binary', 'dataurl', 'empty'] as const;

const plugin = z.custom<Plugin>(
  (value) => typeof value === 'object' && value !== null && 'name' in value && 'setup' in value,
  { error: 'a plugin of esbuild, an object with name and setup' },
);

const library = z.strictObject({ name: nonEmpty.optional(), entry: nonEmpty }, { error: '{ name, entry }' });

const esbuild = z.strictObject(
  {
    plugins: listOf(plugin, 'plugins of esbuild').optional(),
    define: z.record(z.string(), string, { error: 'an object of expressions by name' }).optional(),
    loader: z
      .record(
        string.regex(/^\.\w[\w.-]*$/, { error: "an ending such as '.txt'" }),
        z.enum(LOADERS, {
          error: `one of ${LOADERS.map((name) => `'${name}'`).join(', ')}; import \`?url\` for a file`,
        }),
        { error: 'an object of loaders by ending' },
      )
      .optional(),
    conditions: listOf(nonEmpty, 'conditions').optional(),
    timeout: number.positive({ error: 'milliseconds above 0' }).optional(),
  },
  { error: 'an object' },
);

/** The whole configuration of a user. */
export const configSchema = z.strictObject(
  {
    title: string.optional(),
    titleTemplate: string.includes('{title}', { error: 'a text with {title} in it' }).optional(),
    description: string.optional(),
    base: base.optional(),
    outputPath: nonEmpty.optional(),
    publicDir: nonEmpty.optional(),
    resolve: z
      .strictObject(
        {
          docDirs: listOf(
            z.union([nonEmpty, z.strictObject({ type: nonEmpty.optional(), dir: nonEmpty })], {
              error: "a folder, such as 'docs' or { type: 'guide', dir: 'docs' }",
            }),
            'folders',
          ).optional(),
          atomDirs: listOf(
            z.strictObject({ type: nonEmpty, subType: nonEmpty.optional(), dir: nonEmpty }, { error: '{ type, dir }' }),
            'folders',
          ).optional(),
          codeBlockMode: oneOf(['active', 'passive']).optional(),
          entryFile: nonEmpty.optional(),
          forceKebabCaseRouting: boolean.optional(),
          allow: listOf(nonEmpty, 'folders').optional(),
        },
        { error: 'an object' },
      )
      .optional(),
    locales: locales.optional(),
    defaultLocale: languageTag.optional(),
    language: nonEmpty.optional(),
    languages: listOf(nonEmpty, 'languages').min(1, { error: 'at least one language' }).optional(),
    messages: z
      .record(
        z.string(),
        z.strictObject({ name: string.optional(), messages: stringMap }, { error: '{ name, messages }' }),
        { error: 'an object of messages by language' },
      )
      .optional(),
    favicons: listOf(url, 'icon URLs').optional(),
    theme: nonEmpty.optional(),
    themeConfig: themeConfig.optional(),
    nav: z
      .strictObject(
        { levels: z.union([z.literal('auto'), z.literal(1), z.literal(2)], { error: "'auto', 1 or 2" }).optional() },
        { error: '{ levels }; items stand in themeConfig.nav' },
      )
      .optional(),
    routePrefetch: z
      .strictObject(
        {
          defaultPrefetch: prefetch.optional(),
          defaultPrefetchTimeout: number.min(0, { error: 'milliseconds from 0' }).optional(),
        },
        { error: 'an object' },
      )
      .optional(),
    search: z
      .union([z.literal(false), z.strictObject({ groupOrder: oneOf(['nav', 'score']).optional() })], {
        error: "false, or an object such as { groupOrder: 'score' } ('nav' or 'score')",
      })
      .optional(),
    headScripts: listOf(asset('src'), 'scripts').optional(),
    scripts: listOf(asset('src'), 'scripts').optional(),
    styles: listOf(asset('href'), 'styles').optional(),
    metas: attributeLists.optional(),
    links: attributeLists.optional(),
    alias: stringMap.optional(),
    sitemap: z
      .strictObject(
        {
          hostname: string.regex(/^https?:\/\/[^/?#\s]+\/?$/, { error: "an address such as 'https://example.org'" }),
          exclude: listOf(string, 'paths').optional(),
        },
        { error: '{ hostname }' },
      )
      .optional(),
    shareImages: z
      .strictObject(
        { font: string.regex(/\.[ot]tf$/i, { error: "a .ttf or .otf file, such as './docs/fonts/inter.ttf'" }) },
        { error: '{ font }' },
      )
      .optional(),
    deadLinks: oneOf(['error', 'warn']).optional(),
    fallback: boolean.optional(),
    llms: z
      .union([z.boolean(), z.strictObject({ twins: boolean.optional() })], { error: 'true, false or { twins }' })
      .optional(),
    target: oneOf(TARGETS).optional(),
    csp: z
      .union(
        [z.literal(false), z.literal('strict'), z.object({ strict: boolean.optional() }).catchall(z.array(z.string()))],
        { error: "false, 'strict' or lists of sources by directive" },
      )
      .optional(),
    server: z
      .strictObject({ allowedHosts: listOf(nonEmpty, 'host names').optional() }, { error: 'an object' })
      .optional(),
    prerender: nonEmpty.optional(),
    demoTimeout: milliseconds.optional(),
    pageTimeout: milliseconds.optional(),
    cacheDir: nonEmpty.optional(),
    cache: z.strictObject({ rendered: boolean.optional() }, { error: 'an object' }).optional(),
    projectRoot: nonEmpty.optional(),
    apiParser: z
      .union([z.boolean(), z.strictObject({ entry: nonEmpty.optional(), tsconfig: nonEmpty.optional() })], {
        error: 'true, false or { entry, tsconfig }',
      })
      .optional(),
    library: z.union([library, z.array(library)], { error: '{ name, entry } or a list of them' }).optional(),
    esbuild: esbuild.optional(),
    postcss: z
      .union(
        [z.literal(false), z.strictObject({ plugins: z.union([z.array(z.any()), z.record(z.string(), z.any())]) })],
        { error: 'false or { plugins }: a list of plugins, or options by name' },
      )
      .optional(),
    serverLoaderPath: url.optional(),
  },
  { error: 'an object' },
);

/** A configuration that passed the schema. */
export type ValidConfig = z.infer<typeof configSchema>;
