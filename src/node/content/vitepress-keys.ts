import type { YamlValues } from './yaml-values.ts';

type Values = Record<string, unknown>;

/** Renames the keys of VitePress in a home page, in place. A key is kept if ours is written too, and is then reported. */
export function adoptVitepressKeys({ value, ranges, keyRanges }: YamlValues): void {
  const rename = (owner: Values, path: string, from: string, to: string): void => {
    if (owner[from] === undefined || owner[to] !== undefined) return;
    owner[to] = owner[from];
    delete owner[from];
    for (const places of [ranges, keyRanges]) {
      const place = places.get(`${path}.${from}`);
      if (place) places.set(`${path}.${to}`, place);
    }
  };
  const { hero, features } = value as Values;
  if (isMap(hero)) {
    rename(hero, 'hero', 'name', 'title');
    rename(hero, 'hero', 'text', hero.title === undefined ? 'title' : 'tagline');
    const { text, tagline } = hero;
    if (typeof text === 'string' && typeof tagline === 'string') {
      hero.tagline = `${text.replace(/[.!?]$/, '')}. ${tagline}`;
      delete hero.text;
    }
    rename(hero, 'hero', 'tagline', 'description');
    if (isMap(hero.image)) rename(hero.image, 'hero.image', 'src', 'light');
  }
  for (const [index, feature] of Array.isArray(features) ? features.entries() : []) {
    if (!isMap(feature)) continue;
    rename(feature, `features.${index}`, 'details', 'description');
    // Our icons are files or SVG.
    if (typeof feature.icon === 'string' && !/[./<]/.test(feature.icon))
      rename(feature, `features.${index}`, 'icon', 'emoji');
  }
}

function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
