/** Tools above a long API table: loaded when one of them is used. */
export { start } from '../theme/api-table-tools.ts';
