import { describe, expect, it } from 'vitest';
import { brandShades, contrast } from '../../../../src/node/bundle/plugins/brand-shades.ts';
import { lookCss } from '../../../../src/node/bundle/plugins/look-plugin.ts';

const look = (themeConfig: object): string => lookCss({ socialLinks: [], ...themeConfig } as never);

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

describe('the style sheet for the theme options', () => {
  it('is empty without options', () => {
    expect(look({})).toBe('');
  });

  it('has variables for both color schemes, and puts the configured font before the system fonts', () => {
    const css = look({
      brand: '#2563eb',
      font: {
        sans: { family: 'Inter', src: '/site/docs/inter.woff2', unicodeRange: 'U+0000-00FF' },
        mono: { family: 'JetBrains Mono' },
      },
    });
    expect(css).toMatch(/^@font-face\{font-family:"Inter";src:url\("\/site\/docs\/inter\.woff2"\)/);
    expect(css).toContain('unicode-range:U+0000-00FF;font-display:optional');
    expect(css.match(/@font-face/g)).toHaveLength(1);
    expect(css).toContain('@layer tokens{:root{--brand:#2563eb;');
    expect(css).toContain(':root[data-prefers-color="dark"]{--brand:');
    expect(css).toContain(':root{--font:"Inter",var(--font-system)}:root{--mono:"JetBrains Mono",var(--mono-system)}');
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
