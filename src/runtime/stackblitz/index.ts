/** Public interface for pages that embed projects. It is separate, so that other pages do not load it. */
export type { StackBlitzVM } from './connect.ts';
export { stackBlitzView } from './stackblitz-view.ts';
export { connectStackBlitz } from './start.ts';
