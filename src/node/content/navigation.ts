import type { Locale, NavItem } from '../../shared/entities.ts';
import { ownValue } from '../../shared/own-value.ts';
import { localeOf } from '../../shared/route-path.ts';
import type { NavConfig, Site } from '../project/config/types.ts';
import { pagesShownIn } from './fallbacks.ts';
import { createNav } from './nav.ts';
import { createSidebars } from './sidebars.ts';
import type { Navigation, SourcePage } from './types.ts';

/**
 * Expects pages sorted by route. The theme configuration can replace sidebars, and replace, prepend to or append to the
 * navigation.
 */
export function createNavigation(site: Site, pages: SourcePage[]): Navigation {
  const { locales, navLevels, themeConfig } = site.config;
  const levels = navLevels === 'auto' ? 2 : navLevels;
  const navigation: Navigation = { nav: {}, sidebars: {} };
  for (const locale of locales) {
    const own = pagesShownIn(locale.id, pages);
    const sidebars = createSidebars(own, locale, levels);
    for (const [path, groups] of Object.entries(themeConfig.sidebar)) {
      if (localeOf(path, locales) === locale) sidebars.set(path, groups);
    }
    navigation.sidebars[locale.id] = Object.fromEntries(sidebars);
    navigation.nav[locale.id] = withConfig(createNav(sidebars, own, locale, levels), themeConfig.nav, locale);
  }
  return navigation;
}

function withConfig(made: NavItem[], config: NavConfig | undefined, locale: Locale): NavItem[] {
  if (config === undefined) return made;
  if (Array.isArray(config)) return config;
  if (!isModeConfig(config)) return ownValue(config, locale.id) ?? made;
  if (config.mode === 'override') return config.value;
  return config.mode === 'prepend' ? [...config.value, ...made] : [...made, ...config.value];
}

function isModeConfig(config: NavConfig): config is Extract<NavConfig, { mode: string }> {
  return 'mode' in config && typeof config.mode === 'string';
}
