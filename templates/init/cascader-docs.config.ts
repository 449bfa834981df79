import { defineConfig } from 'cascader-docs';

// Every key is optional. Your editor shows what each one does.
export default defineConfig({
  title: '__TITLE__',
  description: 'Small, accessible React components.',
  favicons: ['/favicon.svg'],
  themeConfig: {
    name: '__TITLE__',
    logo: '/favicon.svg',
    footer: 'Made with care, documented with cascader-docs.',
  },
});
