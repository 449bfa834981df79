import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { brandShades, contrast } from '../../../../src/node/bundle/plugins/brand-shades.ts';
import { brandTokens, isDefaultLook, lookCss } from '../../../../src/node/bundle/plugins/look-plugin.ts';

const look = (themeConfig: object): string => lookCss({ socialLinks: [], font: false, ...themeConfig } as never);

describe('shades of a brand color', () => {
  it('do not change a color with enough contrast', () => {
    expect(brandShades('#2563eb').light).toMatchObject({ brand: '#2563eb', on: '#ffffff' });
    expect(brandShades('#fbbf24').dark).toMatchObject({ brand: '#fbbf24' });
    expect(brandShades('#08f').light.brand).toBe(brandShades('#0088ff').light.brand);
  });

  it('keep the hue', () => {
    expect(brandShades('#60a5fa').light.brand).toMatch(/^#2.6.b/);
    expect(brandShades('#7f1d1d').dark.brand).toMatch(/^#[d-f]/);
  });

  it('use the contrast of the accessibility guidelines', () => {
    expect(contrast('#000', '#fff')).toBeCloseTo(21);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 1);
  });
});

describe('the variables of a site with a brand color', () => {
  const css = fs.readFileSync(path.resolve(import.meta.dirname, '../../../../src/theme/styles/tokens.css'), 'utf8');
  const colors = (text: string): string[] =>
    [...text.matchAll(/--(?:bg-soft|line|text): (#\w+)/g)].map(([, hex = '']) => hex);

  it('have its shades instead of the default ones', () => {
    const blue = brandTokens(css, '#2563eb');
    expect(blue).toMatch(/:root \{[^}]*--brand: #2563eb;/);
    expect(blue).not.toContain('#0b6b57');
    expect(blue.match(/--brand: /g)).toHaveLength(css.match(/--brand: /g)?.length ?? 0);
    expect(brandTokens(css, undefined)).toBe(css);
  });

  it('have neutral colors in its hue: bluish beside blue, reddish beside red, gray beside gray', () => {
    const channels = (hex: string): number[] =>
      [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
    for (const [red = 0, , blue = 0] of colors(brandTokens(css, '#2563eb')).map(channels))
      expect(blue).toBeGreaterThan(red);
    for (const [red = 0, , blue = 0] of colors(brandTokens(css, '#e11d48')).map(channels))
      expect(red).toBeGreaterThan(blue);
    for (const [red, green, blue] of colors(brandTokens(css, '#808080')).map(channels))
      expect([red, green]).toEqual([blue, blue]);
  });
});

describe('the style sheet for the theme options', () => {
  it('is empty without options', () => {
    expect(look({})).toBe('');
    const plain = { socialLinks: [], font: {} };
    expect(isDefaultLook(plain)).toBe(true);
    for (const more of [{ brand: '#2563eb' }, { font: false as const }, { font: { sans: { family: 'Inter' } } }])
      expect(isDefaultLook({ ...plain, ...more })).toBe(false);
  });

  it('puts the configured font before the system fonts', () => {
    const css = look({
      font: {
        sans: { family: 'Inter', src: '/site/docs/inter.woff2', unicodeRange: 'U+0000-00FF' },
        mono: { family: 'JetBrains Mono' },
      },
    });
    expect(css).toMatch(/^@font-face\{font-family:"Inter";src:url\("\/site\/docs\/inter\.woff2"\)/);
    expect(css).toContain('unicode-range:U+0000-00FF;font-display:optional');
    expect(css.match(/@font-face/g)).toHaveLength(1);
    expect(css).toContain(':root{--font:"Inter",var(--font-system)}:root{--mono:"JetBrains Mono",var(--mono-system)}');
  });

  it('has Geist by default, with fallbacks of the same width, and mono beside a configured font', () => {
    const css = look({ font: {} });
    expect(css.match(/@font-face/g)).toHaveLength(6);
    expect(css).toContain(':root{--font:"Geist","Geist Fallback",var(--font-system)}');
    // Letters that Geist does not have are in the font of the system, not in the stretched fallback.
    expect(css).toMatch(/font-family:"Geist Fallback";unicode-range:U\+0020-007E,/);
    expect(css).toContain(':root{--mono:"Geist Mono","Geist Mono Fallback",var(--mono-system)}');
    expect(look({ font: { sans: { family: 'Inter' } } })).toContain(
      ':root{--font:"Inter",var(--font-system)}:root{--mono:"Geist Mono","Geist Mono Fallback",var(--mono-system)}',
    );
  });

  it('has icons of linked sites, and icons of the configuration', () => {
    const socialLinks = [
      { name: 'github' },
      { name: 'weibo' },
      { name: 'npm' },
      { name: 'forum', icon: '/site/forum.svg' },
    ];
    expect(look({ socialLinks }).replace(/url\("[^"]*\/(src\/theme\/.*?)"/, 'url("$1"')).toBe(
      '@layer components{.social-links .mark.mark-npm{mask:url("src/theme/marks/npm.svg") center/contain no-repeat}' +
        '.social-links .mark.mark-forum{mask:url("/site/forum.svg") center/contain no-repeat}}',
    );
  });
});
