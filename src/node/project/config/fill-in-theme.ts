import type { PrefersColor } from '../../../shared/page-data.ts';
import { SOCIAL_SITES } from '../../../shared/social-sites.ts';
import type { ValidConfig } from './config-schema.ts';
import type { FontConfig, ResolvedConfig } from './types.ts';

/** `absolute` resolves a path in the configuration. */
export function fillInTheme(
  theme: NonNullable<ValidConfig['themeConfig']>,
  { title, absolute }: { title: string; absolute: (path: string) => string },
): ResolvedConfig['themeConfig'] {
  return {
    ...theme,
    name: theme.name ?? title,
    logo: theme.logo ?? false,
    toc: theme.toc ?? 'content',
    font: theme.font !== false && {
      sans: theme.font?.sans && withPath(theme.font.sans, absolute),
      mono: theme.font?.mono && withPath(theme.font.mono, absolute),
    },
    sidebar: theme.sidebar ?? {},
    footer: theme.footer ?? 'Copyright © {year} | Powered by cascader-docs',
    socialLinks: Object.entries(theme.socialLinks ?? {}).map(([name, site]) => {
      const {
        link,
        icon,
        label = SOCIAL_SITES.includes(name) ? undefined : name,
      } = typeof site === 'string' ? { link: site } : site;
      return { name, link, ...(icon && { icon: absolute(icon) }), ...(label && { label }) };
    }),
    editLink: theme.editLink ?? true,
    sourceLink: theme.sourceLink ?? true,
    branch: theme.branch ?? 'main',
    disabledActions: theme.disabledActions,
    lastUpdated: theme.lastUpdated ?? true,
    rtl: theme.rtl ?? false,
    prefersColor: fillInColor(theme.prefersColor),
  };
}

function fillInColor({
  default: preference = 'light',
  switch: hasSwitch = true,
  class: name,
  attribute,
}: NonNullable<NonNullable<ValidConfig['themeConfig']>['prefersColor']> = {}): PrefersColor {
  const { dark = '', light = '' } = typeof name === 'string' ? { dark: name } : (name ?? {});
  return {
    default: preference,
    switch: hasSwitch,
    ...((dark || light) && { class: { dark, light } }),
    ...(attribute !== undefined && { attribute }),
  };
}

function withPath(font: FontConfig, absolute: (path: string) => string): FontConfig {
  return font.src === undefined ? font : { ...font, src: absolute(font.src) };
}
