import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import type { FontConfig, ResolvedConfig, Site } from '../config/types.ts';
import { toPosix } from '../files/paths.ts';
import { packageDir } from '../package-dir.ts';
import { type BrandShades, brandShades } from './brand-shades.ts';

/** The sheet of the theme whose variables the configuration may set. */
const TOKENS = path.join(packageDir, 'src/theme/styles/tokens.css');

/** Adds accent and fonts of the configuration to the variables of the default theme: `themeConfig.brand` and `.font`. */
export function lookPlugin({ config: { themeConfig } }: Site): Plugin {
  const css = lookCss(themeConfig);
  return {
    name: 'look',
    setup(build) {
      if (css === '') return;
      build.onLoad({ filter: /[\\/]tokens\.css$/ }, async ({ path: filePath }) =>
        filePath === TOKENS
          ? { contents: (await readFile(filePath, 'utf8')) + css, loader: 'css', resolveDir: path.dirname(filePath) }
          : undefined,
      );
    },
  };
}

/** Files of the configured fonts, absolute. */
export function fontFiles({ font }: ResolvedConfig['themeConfig']): string[] {
  return [font?.sans?.src, font?.mono?.src].filter((src) => src !== undefined);
}

/** CSS that follows the theme's variables; empty where nothing is configured. */
export function lookCss({ brand, font }: ResolvedConfig['themeConfig']): string {
  const { light, dark } = brand === undefined ? {} : brandShades(brand);
  const rules = [
    ...(light && dark ? [`:root{${variables(light)}}`, `:root[data-prefers-color="dark"]{${variables(dark)}}`] : []),
    ...familyRule('font', font?.sans),
    ...familyRule('mono', font?.mono),
  ];
  const faces = [font?.sans, font?.mono].flatMap((face) => (face?.src === undefined ? [] : [fontFace(face, face.src)]));
  return faces.join('') + (rules.length > 0 ? `@layer tokens{${rules.join('')}}` : '');
}

function variables({ brand, strong, soft, on, accent }: BrandShades): string {
  return `--brand:${brand};--brand-strong:${strong};--brand-soft:${soft};--on-brand:${on};--accent:${accent}`;
}

function familyRule(name: 'font' | 'mono', face: FontConfig | undefined): string[] {
  return face ? [`:root{--${name}:"${face.family}",var(--${name}-system)}`] : [];
}

/** `optional`: a font that is late is not put in while one reads, which would move the text; it is there on the next page. */
function fontFace({ family, weight = '100 900', unicodeRange }: FontConfig, src: string): string {
  const range = unicodeRange === undefined ? '' : `unicode-range:${unicodeRange};`;
  const url = JSON.stringify(toPosix(src));
  return `@font-face{font-family:"${family}";src:url(${url});font-weight:${weight};${range}font-display:optional}`;
}
