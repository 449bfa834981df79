/** Stages of the pipeline, and `write` after it; `types` is waiting for what is read beside `compile`. */
export type Stage = 'load' | 'compile' | 'types' | 'bundle' | 'prerender' | 'write';
