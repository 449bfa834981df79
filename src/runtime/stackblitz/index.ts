/** Public interface for pages that embed projects. It is separate, so that other pages do not load it. */
export type { StackBlitzVM } from './connect.ts';
export { connectStackBlitz } from './start.ts';
export { type StackBlitzCallbacks, useStackBlitz } from './use-stackblitz.ts';
