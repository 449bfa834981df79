/** Settings that Tailwind cannot derive from a site: the folder of its sources, and the output folder. */
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { isInside, relativePath } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';

const PLUGIN = '@tailwindcss/postcss';

/** Tailwind searches the project for class names, regardless of the working directory. */
export function tailwindDefaults(name: string, options: unknown, { projectRoot }: Site): unknown {
  return name === PLUGIN ? { base: projectRoot, optimize: false, ...(options as object | undefined) } : options;
}

/** Excludes the output folder from Tailwind's search for class names, so that equal sources yield equal CSS. */
export function withoutOutputs(css: string, filePath: string, { config: { outDir }, projectRoot }: Site): string {
  if (!/@import\s+(?:url\()?['"]tailwindcss\b/.test(css) || !isInside(projectRoot, outDir)) return css;
  const output = relativePath(path.dirname(filePath), outDir);
  return `${css}\n@source not ${JSON.stringify(output.startsWith('.') ? output : `./${output}`)};\n`;
}

/** Reports a style sheet that imports Tailwind if PostCSS does not run it. Otherwise pages would lack its styles. */
export const tailwindPlugin: Plugin = {
  name: 'tailwind',
  setup({ onResolve }) {
    onResolve({ filter: /^tailwindcss(?:\/|$)/ }, ({ kind }) => {
      if (kind !== 'import-rule') return undefined;
      const notes = [
        `Write into postcss.config.mjs: export default { plugins: { '${PLUGIN}': {} } };`,
        `Install it: \`npm install --save-dev tailwindcss ${PLUGIN}\``,
      ];
      return {
        errors: [
          {
            text: 'Tailwind is a PostCSS plugin, but the PostCSS configuration does not list it',
            notes: notes.map((text) => ({ text })),
          },
        ],
      };
    });
  },
};
