import { SOCIAL_SITES } from '../../../shared/social-sites.ts';
import type { ValidConfig } from './config-schema.ts';
import type { FontConfig, ResolvedConfig } from './types.ts';

/** `absolute` resolves a path in the configuration. */
export function fillInTheme(
  theme: ValidConfig['themeConfig'],
  { title, absolute }: { title: string; absolute: (path: string) => string },
): ResolvedConfig['themeConfig'] {
  const { font, prefersColor, socialLinks } = theme;
  const { class: name, ...color } = prefersColor;
  const { dark = '', light = '' } = typeof name === 'string' ? { dark: name } : (name ?? {});
  return {
    ...theme,
    name: theme.name ?? title,
    font: font !== false && {
      sans: font.sans && withPath(font.sans, absolute),
      mono: font.mono && withPath(font.mono, absolute),
    },
    socialLinks: Object.entries(socialLinks).map(([name, site]) => {
      const {
        link,
        icon,
        label = SOCIAL_SITES.includes(name) ? undefined : name,
      } = typeof site === 'string' ? { link: site } : site;
      return { name, link, ...(icon && { icon: absolute(icon) }), ...(label && { label }) };
    }),
    prefersColor: { ...color, ...((dark || light) && { class: { dark, light } }) },
  };
}

function withPath(font: FontConfig, absolute: (path: string) => string): FontConfig {
  return font.src === undefined ? font : { ...font, src: absolute(font.src) };
}
