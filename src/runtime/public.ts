/** `cascader-docs/runtime`: what themes of one's own and interactive pages stand on. */

export type { PageEntry } from '../shared/page-data.ts';
export * from './index.ts';
export * from './stackblitz/index.ts';
export { type UsePagesOptions, usePages } from './use-pages.ts';
