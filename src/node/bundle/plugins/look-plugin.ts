import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { COLOR_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import { SOCIAL_MARKS } from '../../../shared/social-sites.ts';
import { toPosix } from '../../base/files/paths.ts';
import { packageDir } from '../../base/package-dir.ts';
import type { FontConfig, ResolvedConfig, Site } from '../../project/config/types.ts';
import { brandShades, neutralFor } from './brand-shades.ts';

/** Folder of the theme's icons for social sites. */
const MARKS = path.join(packageDir, 'src/theme/marks');
/** Style sheet of the theme with the variables that the configuration may set. */
const TOKENS = path.join(packageDir, 'src/theme/styles/tokens.css');

/** Neutral colors of the theme, which take the hue of the accent. */
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

/**
 * Options of `themeConfig` that affect the style sheets of the default theme. Social links have only names and icons.
 */
export interface Look extends Pick<ResolvedConfig['themeConfig'], 'brand' | 'font'> {
  socialLinks: { name: string; icon?: string }[];
}

/** Puts the configured accent, fonts and icons into the style sheet of the default theme. */
export function lookPlugin({ config: { themeConfig } }: Site): Plugin {
  return {
    name: 'look',
    setup(build) {
      if (isDefaultLook(themeConfig)) return;
      build.onLoad({ filter: /[\\/]tokens\.css$/ }, async ({ path: filePath }) => {
        if (filePath !== TOKENS) return undefined;
        const tokens = brandTokens(await readFile(filePath, 'utf8'), themeConfig.brand);
        return { contents: tokens + lookCss(themeConfig), loader: 'css', resolveDir: path.dirname(filePath) };
      });
    },
  };
}

/** Reports whether the configuration leaves the style sheet of the default theme as it is shipped. */
export function isDefaultLook(look: Look): boolean {
  return look.brand === undefined && lookCss(look) === '';
}

/** Returns the theme's variables with the shades of an accent, and with neutral colors in its hue. */
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

/** Returns absolute paths of the configured font files. */
export function fontFiles({ font }: ResolvedConfig['themeConfig']): string[] {
  return [font?.sans?.src, font?.mono?.src].filter((src) => src !== undefined);
}

/** Returns the CSS to append to the theme's variables. Empty if no fonts and icons are configured. */
export function lookCss({ font, socialLinks }: Omit<Look, 'brand'>): string {
  const rules = [...familyRule('font', font?.sans), ...familyRule('mono', font?.mono)];
  const faces = [font?.sans, font?.mono].flatMap((face) => (face?.src === undefined ? [] : [fontFace(face, face.src)]));
  const icons = socialLinks.flatMap(iconRule);
  return [
    ...faces,
    ...(rules.length > 0 ? [`@layer tokens{${rules.join('')}}`] : []),
    ...(icons.length > 0 ? [`@layer components{${icons.join('')}}`] : []),
  ].join('');
}

/**
 * Returns the rule of an icon, so that its file is published only if a link uses it. The theme always contains GitHub's
 * icon.
 */
function iconRule({ name, icon }: Look['socialLinks'][number]): string[] {
  const mark = name !== 'github' && SOCIAL_MARKS.includes(name) ? path.join(MARKS, `${name}.svg`) : undefined;
  const file = icon ?? mark;
  return file === undefined ? [] : [`.social-links .mark.mark-${name}{mask:${urlOf(file)} center/contain no-repeat}`];
}

function urlOf(file: string): string {
  return `url(${JSON.stringify(toPosix(file))})`;
}

function familyRule(name: 'font' | 'mono', face: FontConfig | undefined): string[] {
  return face ? [`:root{--${name}:"${face.family}",var(--${name}-system)}`] : [];
}

/**
 * Returns the `@font-face` rule. With `optional`, a late font does not replace the fallback font on the current page,
 * which would move text. The next page uses it.
 */
function fontFace({ family, weight = '100 900', unicodeRange }: FontConfig, src: string): string {
  const range = unicodeRange === undefined ? '' : `unicode-range:${unicodeRange};`;
  return `@font-face{font-family:"${family}";src:${urlOf(src)};font-weight:${weight};${range}font-display:optional}`;
}
