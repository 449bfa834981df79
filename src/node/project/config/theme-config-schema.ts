import * as z from 'zod';
import { isSafeUrl } from '../../../shared/base-url.ts';
import { CHOICE_ATTRIBUTE, COLOR_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import type { NavItem, SidebarItem } from '../../../shared/entities.ts';
import { DEMO_ACTIONS } from '../../../shared/page-data.ts';
import { SOCIAL_SITES } from '../../../shared/social-sites.ts';
import { didYouMean, nearestName } from '../../base/diagnostics/did-you-mean.ts';
import type { NavConfig } from './types.ts';
import {
  boolean,
  checkAlone,
  colorPreference,
  listOf,
  nonEmpty,
  number,
  oneOf,
  string,
  stringOrFalse,
  url,
} from './value-schemas.ts';

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
  checkAlone(value, form, context);
});

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

/** Maximum number of social links that fit into the header. */
export const MAX_SOCIAL_LINKS = 5;

const socialLink = z.union(
  [
    url,
    z.strictObject({
      link: url,
      icon: string.regex(/\.svg$/i, { error: "an .svg file, such as './docs/icons/forum.svg'" }).optional(),
      label: nonEmpty.optional(),
    }),
  ],
  { error: 'a link, or { link, icon, label }' },
);

const socialLinks = z
  .record(z.string(), socialLink, { error: 'an object of links by site name' })
  .superRefine((links, context) => {
    const sites = Object.entries(links);
    for (const [site] of sites.filter(([name, link]) => !SOCIAL_SITES.includes(name) && !hasIcon(name, link))) {
      const message = `Unknown social site \`${site}\`${didYouMean(nearestName(site, SOCIAL_SITES))}`;
      const known = `Known sites: ${SOCIAL_SITES.join(', ')}.`;
      const own = "Other sites need an icon: { link: 'https://…', icon: './docs/icons/forum.svg', label: 'Forum' }.";
      context.addIssue({ code: 'custom', path: [site], message, params: { whole: true, note: `${known} ${own}` } });
    }
    if (sites.length > MAX_SOCIAL_LINKS) {
      const message = `Too many social links: ${sites.length}, at most ${MAX_SOCIAL_LINKS} fit`;
      context.addIssue({ code: 'custom', message, params: { whole: true } });
    }
  });

/** A CSS class named after the site draws the icon, so the name must be a valid class name. */
function hasIcon(site: string, link: z.infer<typeof socialLink>): boolean {
  return typeof link === 'object' && link.icon !== undefined && /^[\w-]+$/.test(site);
}

const urlTemplate = (placeholder: string) => {
  const error = `true, false or a URL that contains ${placeholder}`;
  const template = string.refine((text) => isSafeUrl(text) && text.includes(placeholder), { error });
  return z.union([boolean, template], { error });
};

/** Values that are written into CSS unchanged must not contain characters that end the declaration. */
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

/** Class names are written into a script, so they must not contain characters that end the string. */
const className = string.regex(/^[^\s'"`\\<>]*$/, { error: "a class without spaces, such as 'dark'" });

/** Attributes of the root element that already have a meaning. */
const TAKEN = new Set(['class', 'dir', 'hidden', 'id', 'inert', 'lang', 'style', COLOR_ATTRIBUTE, CHOICE_ATTRIBUTE]);

const prefersColor = z.strictObject(
  {
    default: colorPreference.default('light'),
    switch: boolean.default(true),
    class: z
      .union([className, z.strictObject({ dark: className.optional(), light: className.optional() })], {
        error: "a class such as 'dark', or { dark, light }, each without spaces",
      })
      .refine((value) => typeof value === 'string' || !value.dark || value.dark !== value.light, {
        error: 'different classes for dark and light',
      })
      .optional(),
    attribute: string
      .regex(/^[a-z][a-z\d.:_-]*$/, { error: "an attribute in lower case, such as 'data-theme'" })
      .refine((name) => !TAKEN.has(name) && !name.startsWith('on'), {
        error: "an attribute without another meaning, such as 'data-theme'",
      })
      .optional(),
  },
  { error: 'an object' },
);

/** Unknown keys are allowed, because custom themes may read them. */
export const themeConfig = z.looseObject(
  {
    name: string.optional(),
    logo: z.union([url, z.literal(false)], { error: 'an image URL or false' }).default(false),
    nav: nav.optional(),
    sidebar: z
      .record(z.string(), listOf(sidebarGroup, 'sidebar groups'), { error: 'an object of sidebar groups by path' })
      .default({}),
    footer: stringOrFalse.default('Copyright © {year} | Powered by cascader-docs'),
    socialLinks: socialLinks.default({}),
    editLink: urlTemplate('{filename}').default(true),
    sourceLink: urlTemplate('{fileName}').default(true),
    branch: nonEmpty.default('main'),
    disabledActions: z
      .array(z.enum(DEMO_ACTIONS, { error: `one of ${DEMO_ACTIONS.join(', ')}` }), { error: 'a list of actions' })
      .optional(),
    lastUpdated: boolean.default(true),
    rtl: boolean.default(false),
    versionLabel: nonEmpty.optional(),
    prefersColor: prefersColor.prefault({}),
    showLineNum: boolean.optional(),
    wrapCode: boolean.optional(),
    foldCode: z.number({ error: 'a number of lines' }).int().positive().optional(),
    brand: string.regex(/^#(?:[\da-f]{3}){1,2}$/i, { error: "a color such as '#2563eb'" }).optional(),
    font: z
      .union([z.literal(false), z.strictObject({ sans: font.optional(), mono: font.optional() })], {
        error: 'false or { sans, mono }',
      })
      .default({}),
    toc: oneOf(['content', 'menu']).default('content'),
  },
  { error: 'an object' },
);
