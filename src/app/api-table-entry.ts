/** The tools above a long table of properties: loaded when one of them is used. */
export { start } from '../runtime/api-table-tools.ts';
