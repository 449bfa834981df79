/** `cascader-docs/runtime`: what themes of one's own and interactive pages stand on. */
export * from './index.ts';
export * from './stackblitz/index.ts';
