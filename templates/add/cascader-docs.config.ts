import { defineConfig } from 'cascader-docs';

// Every key is optional. Your editor shows what each one does.
export default defineConfig({
  title: '__TITLE__',
  // The best result first, whatever group it is in.
  search: { groupOrder: 'score' },__OPTIONS__
});
