/** The door of the runtime for what a page has that embeds projects: apart, so that no other page loads it. */
export type { StackBlitzVM } from './connect.ts';
export { connectStackBlitz } from './start.ts';
export { type StackBlitzCallbacks, useStackBlitz } from './use-stackblitz.ts';
