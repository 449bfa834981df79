import { defineConfig } from 'cascader-docs';

// Every key is optional. Your editor shows what each one does.
export default defineConfig({
  title: '__TITLE__',
  // Shows the best result first, whatever its group.
  search: { groupOrder: 'score' },__OPTIONS__
});
