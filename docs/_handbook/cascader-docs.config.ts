import { defineConfig } from 'cascader-docs';

export default defineConfig({
  title: 'cascader-docs',
  description: 'The handbook of cascader-docs: documentation sites for React component libraries.',
  favicons: ['/favicon.svg'],
  search: {
    groupOrder: 'score',
    synonyms: [
      ['accessibility', 'a11y', 'axe'],
      ['dark mode', 'dark theme', 'color scheme'],
      ['assistants', 'chatgpt', 'llm', 'ai'],
      ['container', 'callout', 'admonition', 'warning box'],
      ['details', 'collapsible', 'accordion'],
      ['getting started', 'install', 'installation', 'setup'],
      ['playground', 'controls', 'knobs'],
      ['screenshot', 'pictures', 'visual regression'],
      ['steps', 'interaction tests', 'play function'],
      ['stories', 'storybook'],
      ['hot reload', 'hmr', 'live reload'],
      ['i18n', 'translation', 'languages'],
      ['math', 'formulas', 'latex', 'katex'],
      ['menu', 'navigation', 'nav'],
      ['mermaid', 'diagrams'],
      ['props', 'properties'],
      ['rss', 'atom', 'feed'],
      ['toggle', 'switch'],
      ['typescript', 'ts'],
    ],
  },
  // The demos' library, which is not published.
  library: [{ entry: './library' }],
  themeConfig: {
    logo: '/favicon.svg',
    brand: '#2563eb',
    prefersColor: { default: 'auto' },
    // Exported projects would install the library.
    disabledActions: ['CSB', 'STACKBLITZ'],
    footer: 'The handbook of cascader-docs, built with itself. MIT licensed.',
  },
});
