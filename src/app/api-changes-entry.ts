export { start } from '../runtime/changes/start-picker.ts';
