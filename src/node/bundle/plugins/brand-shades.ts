/**
 * Computes shades in OKLCH, in which equal steps look equally large. Text in the accent color has a contrast of at
 * least 4.5 : 1 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio) on every surface of the theme.
 */

/** Red, green and blue in sRGB, from 0 to 1. */
type Rgb = [red: number, green: number, blue: number];

/** Values of the theme's variables, as `#rrggbb`. */
export interface BrandShades {
  brand: string;
  strong: string;
  soft: string;
  on: string;
  /** Second color, similar to the first. */
  accent: string;
}

interface Scheme {
  /** Surfaces that get the hue of the accent color, the page first. */
  neutrals: string[];
  surfaces: string[];
  on: string;
  /** Share of the accent color in its soft shade, from 0 to 1. */
  tint: number;
  minimum: number;
  /** Lightness step that increases the contrast, to a darker or a lighter color. */
  step: -0.01 | 0.01;
}

/** Chroma of an accent color above which neutral colors get their full tint. A gray accent color has gray neutrals. */
const COLORED = 0.05;

/** Surfaces in the theme's tokens on which there may be links. */
const LIGHT: Scheme = {
  neutrals: ['#ffffff', '#f6f8f7', '#edf1ef'],
  surfaces: ['#eaf3fc', '#e9f6ed', '#fdf4e3', '#fdeeec'],
  on: '#ffffff',
  tint: 0.08,
  minimum: 4.5,
  step: -0.01,
};
const DARK: Scheme = {
  neutrals: ['#121615', '#191f1d', '#1d2422', '#252d2a'],
  surfaces: ['#13253a', '#122b1b', '#31240f', '#3a1a17'],
  on: '#08130f',
  tint: 0.2,
  minimum: 5,
  step: 0.01,
};

/** Returns the shades. The light scheme uses `color` (`#rgb` or `#rrggbb`) unchanged if its contrast is sufficient. */
export function brandShades(color: string): { light: BrandShades; dark: BrandShades } {
  return { light: shadesFor(color, LIGHT), dark: shadesFor(color, DARK) };
}

/** Returns a neutral color of the theme in the hue of an accent color. The lightness does not change. */
export function neutralFor(color: string, neutral: string): string {
  const [, strength, hue] = toOklch(parse(color));
  const [lightness, chroma] = toOklch(parse(neutral));
  return chroma < 0.001 ? neutral : format(fromOklch(lightness, chroma * Math.min(1, strength / COLORED), hue));
}

function shadesFor(color: string, scheme: Scheme): BrandShades {
  const { tint, minimum, step } = scheme;
  const surfaces = [...scheme.neutrals.map((neutral) => neutralFor(color, neutral)), ...scheme.surfaces];
  const on = neutralFor(color, scheme.on);
  const [lightness, chroma, hue] = toOklch(parse(color));
  const at = (shift: number, turn = 0): string => format(fromOklch(lightness + shift, chroma, hue + turn));
  const softOf = (brand: string): string => format(mix(parse(brand), parse(surfaces[0] ?? ''), tint));
  const fits = (brand: string): boolean =>
    [...surfaces, softOf(brand), on].every((other) => contrast(brand, other) >= minimum);
  let shift = 0;
  while (!fits(at(shift)) && Math.abs(shift) < 1) shift += step;
  const brand = shift === 0 ? format(parse(color)) : at(shift);
  return { brand, strong: at(shift + step * 8), soft: softOf(brand), on, accent: at(shift, 50) };
}

/** Returns the contrast ratio of two colors, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map(toLinear) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parse(color: string): Rgb {
  const digits = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join('') : color.slice(1);
  return [0, 2, 4].map((start) => Number.parseInt(digits.slice(start, start + 2), 16) / 255) as Rgb;
}

function format(rgb: Rgb): string {
  const digits = rgb.map((part) =>
    Math.round(clamp(part) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}

const clamp = (part: number): number => Math.min(1, Math.max(0, part));

function mix(one: Rgb, other: Rgb, part: number): Rgb {
  return one.map((value, index) => value * part + (other[index] ?? 0) * (1 - part)) as Rgb;
}

function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function fromLinear(part: number): number {
  return part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
}

/** Converts to Oklab (2020, https://bottosson.github.io/posts/oklab/) in polar form, as in CSS Color 4. The hue is in degrees. */
function toOklch(rgb: Rgb): [lightness: number, chroma: number, hue: number] {
  const [red, green, blue] = rgb.map(toLinear) as Rgb;
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
}

/** Converts OKLCH to sRGB. For a color outside sRGB, chroma is reduced until the color fits. */
function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear: Rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const isShown = linear.every((part) => part > -0.0005 && part < 1.0005);
  return isShown || chroma < 0.002
    ? (linear.map((part) => fromLinear(clamp(part))) as Rgb)
    : fromOklch(lightness, chroma * 0.95, hue);
}
