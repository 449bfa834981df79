export { start } from '../theme/api-table-tools.ts';
