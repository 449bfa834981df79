import { defineConfig } from 'cascader-docs';

/** Address of the deployed site, such as `https://example.github.io/docs/`. A fork sets its own. */
const address = process.env.SITE_URL ? new URL(process.env.SITE_URL) : undefined;

export default defineConfig({
  ...(address && {
    base: address.pathname.replace(/\/?$/, '/'),
    sitemap: { hostname: address.origin },
    shareImages: { font: './node_modules/@expo-google-fonts/geist/700Bold/Geist_700Bold.ttf' },
  }),
  title: 'Cascader',
  description: 'A cascading select for React: options in columns, searchable, single or multiple.',
  locales: [{ id: 'zh-CN', name: '中文' }],
  favicons: ['/favicon.svg'],
  search: {
    groupOrder: 'score',
    synonyms: [
      ['popup', 'dropdown', 'menu'],
      ['checkbox', 'checkable', 'tick box'],
      ['clearIcon', 'allowClear', 'clear icon'],
      ['default value', 'initial value', 'preselected'],
      ['displayRender', 'path as text'],
      ['hover', 'mouse over', 'mouse enter'],
      ['getPopupContainer', 'modal', 'dialog'],
      ['multiple', 'multi select', 'multi-select'],
      ['notFoundContent', 'empty text', 'no results', 'empty'],
      ['rc-form', 'form'],
      ['rtl', 'right to left', 'direction'],
      ['separator', 'delimiter', 'displayRender'],
      ['typescript', 'ts', 'types'],
      ['upgrade', 'migration', 'release notes', 'changelog'],
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
