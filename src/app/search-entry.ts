export { startSearch } from '../runtime/search/dialog/search-dialog.ts';
