import path from 'node:path';
import type { Plugin } from 'esbuild';
import type { Site } from '../config/types.ts';
import { packageDir } from '../package-dir.ts';
import { compileLanguages } from './languages.ts';

/** Modules that the app imports and the bundler makes: the theme in use, and the compiled interface strings. */
export function virtualPlugin(site: Site): Plugin {
  const modules: Record<string, () => string> = {
    'cascader-docs:theme': () => themeModule(site),
    'cascader-docs:messages': () => `export const languages = ${JSON.stringify(compileLanguages(site))};`,
  };
  return {
    name: 'virtual',
    setup(build) {
      build.onResolve({ filter: /^cascader-docs:/ }, ({ path: name }) => ({ path: name, namespace: 'virtual' }));
      build.onLoad({ filter: /.*/, namespace: 'virtual' }, ({ path: name }) => ({
        contents: modules[name]?.() ?? '',
        loader: 'js',
        resolveDir: site.root,
      }));
      // Messages are compiled here: the browser gets no parser for them.
      build.onResolve(
        { filter: /^@formatjs\/icu-messageformat-parser$/ },
        ({ path: name, kind, importer, resolveDir }) =>
          build.resolve(`${name}/no-parser.js`, { kind, importer, resolveDir }),
      );
      build.onResolve({ filter: /^cascader-docs\/(theme|runtime)$/ }, ({ path: name }) => ({
        path: path.join(packageDir, name.replace('cascader-docs', 'src'), 'index.ts'),
      }));
    },
  };
}

/** Absolute path of a file of the default theme. */
export function themeFile(name: string): string {
  return path.join(packageDir, 'src/theme', name);
}

function themeModule(site: Site): string {
  const theme = site.config.theme ?? themeFile('index.ts');
  return `import ${JSON.stringify(themeFile('theme.css'))};\nexport { default } from ${JSON.stringify(theme)};`;
}
