/** `cascader-docs/runtime`: public interface for custom themes and interactive pages. */

export type { PageEntry } from '../shared/page-data.ts';
export * from './index.ts';
export * from './stackblitz/index.ts';
