/** The tools above a long table of properties: loaded when one of them is used. */
export { start } from '../theme/api-table-tools.ts';
