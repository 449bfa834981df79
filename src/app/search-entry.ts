/** Script of the search dialog: loaded when the dialog is first opened. */
export { startSearch } from '../runtime/search/dialog/search-dialog.ts';
