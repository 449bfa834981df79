import { defineConfig } from 'cascader-docs';

export default defineConfig({
  title: 'cascader-docs',
  description: 'The handbook of cascader-docs: documentation sites for React component libraries.',
  favicons: ['/favicon.svg'],
  themeConfig: {
    logo: '/favicon.svg',
    brand: '#2563eb',
    prefersColor: { default: 'auto' },
    footer: 'The handbook of cascader-docs, built with itself. MIT licensed.',
  },
});
