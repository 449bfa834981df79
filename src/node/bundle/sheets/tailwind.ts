/** What Tailwind cannot know of a site: where its sources are, and what is made of them. */
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { isInside, relativePath } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';

const PLUGIN = '@tailwindcss/postcss';

/** Options of a PostCSS plugin: Tailwind looks for class names in the project, wherever the command was called. */
export function tailwindDefaults(name: string, options: unknown, { projectRoot }: Site): unknown {
  return name === PLUGIN ? { base: projectRoot, optimize: false, ...(options as object | undefined) } : options;
}

/** Keeps Tailwind from looking for class names in what earlier builds wrote: the same sources are to give the same sheet. */
export function withoutOutputs(css: string, filePath: string, { config: { outDir }, projectRoot }: Site): string {
  if (!/@import\s+(?:url\()?['"]tailwindcss\b/.test(css) || !isInside(projectRoot, outDir)) return css;
  const output = relativePath(path.dirname(filePath), outDir);
  return `${css}\n@source not ${JSON.stringify(output.startsWith('.') ? output : `./${output}`)};\n`;
}

/** Tells what is missing where a sheet imports Tailwind and nothing runs it: without that, the page would lack its styles. */
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
            text: 'Tailwind is run by PostCSS, whose configuration does not name it',
            notes: notes.map((text) => ({ text })),
          },
        ],
      };
    });
  },
};
