import fs from 'node:fs';
import path from 'node:path';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { brandTokens } from '../../../src/node/bundle/plugins/look-plugin.ts';

const file = path.resolve(import.meta.dirname, '../../../src/theme/styles/tokens.css');

/** The part of axe that its types omit. */
interface Color {
  parseString(color: string): void;
}
const { color: colors } = (
  axe as unknown as {
    commons: { color: { Color: new () => Color; getContrast(background: Color, foreground: Color): number } };
  }
).commons;

const css = fs.readFileSync(file, 'utf8');
/** Custom properties of each color scheme. The dark scheme inherits those that it does not set. */
const schemes = readSchemes(css);

function readSchemes(css: string): Record<'light' | 'dark', Map<string, string>> {
  const blocks = [...css.matchAll(/:root(?<dark>\[[^\]]*dark[^\]]*\])?\s*\{(?<body>[^}]*)\}/g)];
  const read = (isDark: boolean): [string, string][] =>
    blocks
      .filter(({ groups }) => (groups?.dark !== undefined) === isDark)
      .flatMap(({ groups }) => [...(groups?.body ?? '').matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,8});/gi)])
      .map(([, name = '', value = '']) => [name, value]);
  return { light: new Map(read(false)), dark: new Map([...read(false), ...read(true)]) };
}

const PAGE = ['bg', 'bg-soft', 'bg-raised'];
const SOFT = ['info-soft', 'success-soft', 'warning-soft', 'error-soft'];
const CODE = ['code-comment', 'code-keyword', 'code-string', 'code-number', 'code-function', 'code-tag'];

/** Foreground colors, their backgrounds, and the minimum contrast between them. */
const PAIRS: { least: number; what: string; foregrounds: string[]; backgrounds: string[] }[] = [
  { what: 'body text', least: 7, foregrounds: ['text'], backgrounds: [...PAGE, ...SOFT, 'brand-soft', 'code-inline'] },
  { what: 'code', least: 7, foregrounds: ['code-text'], backgrounds: ['code-bg', 'code-mark'] },
  {
    what: 'secondary text',
    least: 4.5,
    foregrounds: ['text-soft', 'text-faint'],
    backgrounds: [...PAGE, 'code-inline'],
  },
  {
    what: 'links',
    least: 4.5,
    foregrounds: ['brand', 'brand-strong'],
    backgrounds: [...PAGE, ...SOFT, 'brand-soft', 'code-inline'],
  },
  { what: 'text on the brand', least: 4.5, foregrounds: ['on-brand'], backgrounds: ['brand', 'brand-strong'] },
  ...['info', 'success', 'warning', 'error'].map((kind) => ({
    what: kind,
    least: 4.5,
    foregrounds: [kind],
    backgrounds: [`${kind}-soft`, 'bg', 'bg-raised'],
  })),
  { what: 'code colors', least: 4.5, foregrounds: CODE, backgrounds: ['code-bg', 'code-mark'] },
  {
    what: 'the focus ring',
    least: 3,
    foregrounds: ['brand'],
    backgrounds: [...PAGE, ...SOFT, 'code-bg', 'brand-soft'],
  },
  { what: 'borders of controls', least: 3, foregrounds: ['line-strong'], backgrounds: PAGE },
];

/** Separator lines, and the glow behind the hero, which contain no information. */
const DECORATION = ['line', 'accent'];

function contrast(scheme: Map<string, string>, foreground: string, background: string): number {
  const [one, two] = [foreground, background].map((name) => {
    const value = scheme.get(name);
    if (value === undefined) throw new Error(`There is no color --${name}`);
    const color = new colors.Color();
    color.parseString(value);
    return color;
  });
  return one && two ? colors.getContrast(two, one) : 0;
}

describe.each(['light', 'dark'] as const)('contrast in the %s scheme', (name) => {
  it.each(PAIRS)('of $what is at least $least', ({ least, foregrounds, backgrounds }) => {
    const weak = foregrounds.flatMap((foreground) =>
      backgrounds
        .map((background) => ({ foreground, background, ratio: contrast(schemes[name], foreground, background) }))
        .filter(({ ratio }) => ratio < least)
        .map((pair) => `${pair.foreground} on ${pair.background}: ${pair.ratio.toFixed(2)}`),
    );
    expect(weak).toEqual([]);
  });

  it('is checked for every color', () => {
    const used = new Set([
      ...DECORATION,
      ...PAIRS.flatMap(({ foregrounds, backgrounds }) => [...foregrounds, ...backgrounds]),
    ]);
    expect([...schemes[name].keys()].filter((token) => !used.has(token))).toEqual([]);
    expect(schemes[name].size).toBeGreaterThan(25);
  });
});

describe.each(['light', 'dark'] as const)('shades of a brand color in the %s scheme', (name) => {
  // All hues, and the most difficult colors: pale, dark, gray.
  const BRANDS = '#2563eb #e11d48 #fbbf24 #22c55e #a855f7 #00ffff #000 #fff #808080 #1f3a8a'.split(' ');

  it.each(BRANDS)('of %s and the neutral colors beside it have enough contrast', (brand) => {
    const scheme = readSchemes(brandTokens(css, brand))[name];
    const weak = PAIRS.flatMap(({ least, foregrounds, backgrounds }) =>
      foregrounds.flatMap((foreground) =>
        backgrounds
          .filter((background) => contrast(scheme, foreground, background) < least)
          .map((background) => `${foreground} on ${background}`),
      ),
    );
    expect(weak).toEqual([]);
  });
});

it('measures contrast as the accessibility guidelines define it', () => {
  const scheme = new Map([
    ['a', '#000'],
    ['b', '#fff'],
    ['c', '#767676'],
  ]);
  expect(contrast(scheme, 'a', 'b')).toBeCloseTo(21);
  expect(contrast(scheme, 'c', 'b')).toBeCloseTo(4.54, 1);
});
