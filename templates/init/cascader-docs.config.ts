import { defineConfig } from 'cascader-docs';

// Every key is optional. Your editor shows what each one does.
export default defineConfig({
  title: '__TITLE__',
  description: 'Small, accessible React components.',
  favicons: ['/favicon.svg'],
  // Shows the best result first, whatever its group.
  search: { groupOrder: 'score' },
  themeConfig: {
    name: '__TITLE__',
    logo: '/favicon.svg',
    brand: '#1d4ed8',
    footer: 'Made with care, documented with cascader-docs.',
  },
});
