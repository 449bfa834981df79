/** The picker of two versions on the page of changes: loaded when it is used, or for an address with a choice. */
export { start } from '../runtime/changes/start-picker.ts';
