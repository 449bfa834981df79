import { defineConfig } from 'cascader-docs';

// Every key is optional. Your editor shows what each one does.
export default defineConfig({
  title: '__TITLE__',
  description: 'Small, accessible React components.',
  themeConfig: {
    name: '__TITLE__',
    footer: 'Made with care, documented with cascader-docs.',
  },
});
