import { defineConfig } from 'cascader-docs';

export default defineConfig({
  title: 'Cascader',
  description: 'A cascading select for React: options in columns, searchable, single or multiple.',
  locales: [{ id: 'zh-CN', name: '中文' }],
  favicons: ['/favicon.svg'],
  search: {
    groupOrder: 'score',
    synonyms: [
      ['popup', 'dropdown'],
      ['rtl', 'right to left', 'direction'],
      ['separator', 'delimiter', 'displayRender'],
      ['typescript', 'ts', 'types'],
    ],
  },
  apiParser: { entry: '@rc-component/cascader' },
  themeConfig: {
    name: 'Cascader',
    logo: '/favicon.svg',
    brand: '#2563eb',
    socialLinks: { github: 'https://github.com/react-component/cascader' },
    footer: 'Documentation of `@rc-component/cascader`, MIT licensed. Built with cascader-docs.',
  },
});
