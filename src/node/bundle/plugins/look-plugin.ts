import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { COLOR_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import { SOCIAL_MARKS } from '../../../shared/social-sites.ts';
import { toPosix } from '../../base/files/paths.ts';
import { packageDir } from '../../base/package-dir.ts';
import type { FontConfig, ResolvedConfig, Site } from '../../project/config/types.ts';
import type { FontUse } from '../types.ts';
import { brandShades, neutralFor } from './brand-shades.ts';

const MARKS = path.join(packageDir, 'src/theme/marks');
/** The theme's style sheet with the variables that the configuration may set. */
const TOKENS = path.join(packageDir, 'src/theme/styles/tokens.css');

interface LookFont extends FontConfig {
  /** File with the characters in `LETTERS`. `src` excludes these characters, because most pages in English contain none. */
  letters?: string;
  /** Fallback font with the metrics of this font. Most systems have such a font installed. */
  fallback?: string;
}

/** Characters in the first file of a default font. */
const BASIC =
  'U+0020-007E,U+00A0,U+00A9,U+00B7,U+00D7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2191,U+2193,U+2212';
/** Characters in the second file of a default font: the other Latin letters and signs. */
const LETTERS =
  'U+00A1-00A8,U+00AA-00B6,U+00B8-00D6,U+00D8-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-2012,U+2015-2017,U+201A-201B,U+201E-2021,U+2023-2025,U+2027-206F,U+20AC,U+2122,U+2215,U+FEFF,U+FFFD';
/** Folder with the default fonts. The README there contains the commands that generate them. */
export const FONTS = path.join(packageDir, 'src/theme/fonts');
const OWN_FONT = { weight: '400 900', unicodeRange: BASIC };
const DEFAULT_FONTS: Record<'sans' | 'mono', LookFont> = {
  sans: {
    ...OWN_FONT,
    family: 'Geist',
    src: path.join(FONTS, 'geist.woff2'),
    letters: path.join(FONTS, 'geist-letters.woff2'),
    // Geist's ascent (1.005 em) and descent (0.295 em), in an Arial scaled to the width of Geist.
    fallback:
      'src:local("Arial");size-adjust:104.76%;ascent-override:95.94%;descent-override:28.16%;line-gap-override:0%',
  },
  mono: {
    ...OWN_FONT,
    family: 'Geist Mono',
    src: path.join(FONTS, 'geist-mono.woff2'),
    letters: path.join(FONTS, 'geist-mono-letters.woff2'),
    // Fonts of macOS, Windows and Linux whose letters are all 0.602 em wide. The letters of Geist Mono are 0.6 em wide.
    fallback:
      'src:local("Menlo"),local("Lucida Console"),local("DejaVu Sans Mono");size-adjust:99.66%;ascent-override:100.84%;descent-override:29.6%;line-gap-override:0%',
  },
};

/** Neutral colors of the theme, which get the hue of the accent color. */
const NEUTRALS: ReadonlySet<string> = new Set([
  'bg',
  'bg-soft',
  'bg-raised',
  'line',
  'line-strong',
  'text',
  'text-soft',
  'text-faint',
  'code-inline',
  'code-bg',
  'code-text',
  'code-comment',
]);

/** Configuration of the look. Social links have only names and icons here. */
export interface Look extends Pick<ResolvedConfig['themeConfig'], 'brand' | 'font'> {
  socialLinks: { name: string; icon?: string }[];
}

export function lookPlugin({ config: { themeConfig } }: Site): Plugin {
  return {
    name: 'look',
    setup(build) {
      build.onLoad({ filter: /[\\/]tokens\.css$/ }, async ({ path: filePath }) => {
        if (filePath !== TOKENS) return undefined;
        const tokens = brandTokens(await readFile(filePath, 'utf8'), themeConfig.brand);
        return { contents: tokens + lookCss(themeConfig), loader: 'css', resolveDir: path.dirname(filePath) };
      });
    },
  };
}

export function isDefaultLook({ brand, font, socialLinks }: Look): boolean {
  const hasFonts = font !== false && font.sans === undefined && font.mono === undefined;
  return brand === undefined && hasFonts && socialLinks.flatMap(iconRule).length === 0;
}

export function brandTokens(css: string, brand: string | undefined): string {
  if (brand === undefined) return css;
  const start = css.indexOf(`:root[${COLOR_ATTRIBUTE}="dark"]`);
  const { light, dark } = brandShades(brand);
  return [
    { part: css.slice(0, start), shades: light },
    { part: css.slice(start), shades: dark },
  ]
    .map(({ part, shades }) => {
      const colors = new Map([
        ['brand', shades.brand],
        ['brand-strong', shades.strong],
        ['brand-soft', shades.soft],
        ['on-brand', shades.on],
        ['accent', shades.accent],
      ]);
      return part.replace(/--([\w-]+): (#[\da-f]+);/g, (_, name: string, value: string) => {
        const color = colors.get(name) ?? (NEUTRALS.has(name) ? neutralFor(brand, value) : value);
        return `--${name}: ${color};`;
      });
    })
    .join('');
}

export interface FontFile {
  /** Absolute path. */
  src: string;
  use: FontUse;
}

export function fontFiles({ font }: Pick<Look, 'font'>): FontFile[] {
  const { sans, mono } = fontsOf(font);
  return [
    ...(sans?.src === undefined ? [] : [{ src: sans.src, use: sans.letters ? 'latin' : 'text' } as const]),
    ...(sans?.letters === undefined ? [] : [{ src: sans.letters, use: 'letters' } as const]),
    ...(mono?.src === undefined ? [] : [{ src: mono.src, use: 'code' } as const]),
  ];
}

function fontsOf(font: Look['font']): { sans?: LookFont; mono?: LookFont } {
  if (font === false) return {};
  return { sans: font.sans ?? DEFAULT_FONTS.sans, mono: font.mono ?? DEFAULT_FONTS.mono };
}

/** Returns the CSS for the configured fonts and icons; empty if none are configured. */
export function lookCss({ font, socialLinks }: Omit<Look, 'brand'>): string {
  const { sans, mono } = fontsOf(font);
  const rules = [...familyRule('font', sans), ...familyRule('mono', mono)];
  const faces = [sans, mono].flatMap((face) => (face?.src === undefined ? [] : [fontFace(face, face.src)]));
  const icons = socialLinks.flatMap(iconRule);
  return [
    ...faces,
    ...(rules.length > 0 ? [`@layer tokens{${rules.join('')}}`] : []),
    ...(icons.length > 0 ? [`@layer components{${icons.join('')}}`] : []),
  ].join('');
}

/** Returns a rule for one icon, so that its file is published only if a link uses it. The theme always contains GitHub's icon. */
function iconRule({ name, icon }: Look['socialLinks'][number]): string[] {
  const mark = name !== 'github' && SOCIAL_MARKS.includes(name) ? path.join(MARKS, `${name}.svg`) : undefined;
  const file = icon ?? mark;
  return file === undefined ? [] : [`.social-links .mark.mark-${name}{mask:${urlOf(file)} center/contain no-repeat}`];
}

function urlOf(file: string): string {
  return `url(${JSON.stringify(toPosix(file))})`;
}

function familyRule(name: 'font' | 'mono', face: LookFont | undefined): string[] {
  if (!face) return [];
  const families = [face.family, ...(face.fallback ? [`${face.family} Fallback`] : [])];
  return [`:root{--${name}:${families.map((family) => `"${family}"`).join()},var(--${name}-system)}`];
}

/** `optional` prevents a font that loads late from replacing the fallback font on the current page, which would move text. */
function fontFace({ family, weight = '100 900', unicodeRange, letters, fallback }: LookFont, src: string): string {
  const range = (characters = ''): string => (characters === '' ? '' : `unicode-range:${characters};`);
  const face = (file: string, characters?: string): string =>
    `@font-face{font-family:"${family}";src:${urlOf(file)};font-weight:${weight};${range(characters)}font-display:optional}`;
  return [
    face(src, unicodeRange),
    ...(letters === undefined ? [] : [face(letters, LETTERS)]),
    ...(fallback === undefined
      ? []
      : [`@font-face{font-family:"${family} Fallback";${range(`${BASIC},${LETTERS}`)}${fallback}}`]),
  ].join('');
}
