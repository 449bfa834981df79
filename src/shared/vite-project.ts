import { escapeHtml } from './escape-html.ts';

/**
 * Vite 8 does not start in StackBlitz's container: its bundler is native code. Vite 7 needs a newer Node.js than both
 * services promise.
 */
export const VITE_PACKAGES = { '@vitejs/plugin-react': '^4.7.0', vite: '^6.4.1' };

export const VITE_SCRIPTS = { dev: 'vite', build: 'vite build', preview: 'vite preview' };

/** Tasks that CodeSandbox runs when it opens a project. With the port, CodeSandbox shows the page without a click. */
export const TASKS = toJson({
  setupTasks: [{ name: 'Install packages', command: 'npm install' }],
  tasks: { dev: { name: 'Start Vite', command: 'npm run dev', runAtStart: true, preview: { port: 5173 } } },
});

/** `noImplicitAny` is off, because packages may have their types in other packages, which the project does not list. */
const TSCONFIG = toJson({
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    strict: true,
    noImplicitAny: false,
    resolveJsonModule: true,
    isolatedModules: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['src'],
});

const CONFIG = `import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // CodeSandbox shows the page at its own host.
  server: { allowedHosts: ['.csb.app'] },
});
`;

/** Declares the types of style sheets and of `import.meta.env`. */
export const VITE_TYPES = 'vite-env.d.ts';

/**
 * The configuration's extension makes it a module. `"type": "module"` could change the meaning of default imports from
 * CommonJS.
 */
export function viteFiles({
  title,
  entry,
  isTyped,
}: {
  title: string;
  entry: string;
  isTyped: boolean;
}): Record<string, string> {
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="UTF-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <title>${escapeHtml(title)}</title>
  </head>
  <body>
    <div style="margin: 16px;" id="root"></div>
    <script type="module" src="/${entry}"></script>
  </body>
</html>
`;
  return {
    'index.html': page,
    [`vite.config.${isTyped ? 'mts' : 'mjs'}`]: CONFIG,
    ...(isTyped && {
      'tsconfig.json': TSCONFIG,
      [`src/${VITE_TYPES}`]: '/// <reference types="vite/client" />\n',
    }),
  };
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
