/** The search dialog's script: loaded when the dialog is first opened. */
export { startSearch } from '../runtime/search/dialog/search-dialog.ts';
